// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on the screen: hover tells values, a click or Enter explains a number, arrow keys walk the samples, the wheel
// zooms, the point of a track is dragged along it.
#pragma once

#include "core/scene/readings.hpp"
#include "gui/charts/scene_painter.hpp"

#include <QPixmap>
#include <QWidget>
#include <optional>

namespace llmsize::gui {

/// Shows the body of a chart (title and subtitle belong to the card around it). A wheel zooms where the chart has the
/// focus or Ctrl is held; otherwise the page scrolls.
class ChartView : public QWidget {
  Q_OBJECT
 public:
  explicit ChartView(QWidget* parent = nullptr);

  /// Shows another chart, or the same with new numbers: the zoom and the chosen sample stay if the id is the same.
  void show_chart(const Chart& chart);
  const Chart& chart() const { return chart_; }

  void reset_zoom();
  bool zoomed() const { return !(window_ == scene::Window{}); }
  /// The part of the plot in view, each axis from 0 to 1 along its (logarithmic) length.
  scene::Window window_in_view() const { return window_; }

  /// A line at the cursor of a neighbour whose x axis means the same; nothing removes it.
  void show_crosshair(std::optional<double> x);

  /// Index of the sample chosen by keys, and what there is to choose from: the samples of the last painting.
  std::optional<std::size_t> chosen() const { return chosen_; }
  const std::vector<scene::Sample>& samples() const { return scene_.samples; }
  /// The axes of the last painting of a plot.
  const std::optional<scene::Axes>& axes() const { return scene_.axes; }
  /// The axis of a table's lane in the last painting.
  const std::optional<scene::Axes>& lane() const { return scene_.lane; }
  /// Links of the rows of a table.
  const std::vector<scene::Link>& links() const { return scene_.links; }
  /// The link that uses a table's row, or nullptr.
  const scene::Link* link_of_row(std::size_t row) const;
  /// Every text of the last painting, where it stands.
  std::vector<PaintedLabel> labels() const { return labels_of(scene_, screen_style(font())); }

  QSize sizeHint() const override;
  /// The height at which everything is legible in a width.
  int needed_height(int width) const;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// A number was clicked, or Enter was pressed on it.
  void clicked(const llmsize::Source& source);
  /// A row of a grid was chosen to become the scenario's, or the chosen point was dragged to another place.
  void applied(const llmsize::Source& source);
  /// What the chosen point would be applied as while it is dragged; nothing once it is let go.
  void offered(const llmsize::Source& source);
  /// The cursor is at this x of a plot (base units); `inside` is false when it leaves.
  void hovered(double x, bool inside);
  void zoom_changed(bool zoomed);
  /// Marks were chosen by dragging over them; none of them: all are wanted again.
  void brushed(const std::vector<llmsize::Source>& marks);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  const scene::Link* link_at(QPointF at) const;
  /// What can be dragged: limits and the axes that they lie on, of a plot or of the lane of a table.
  struct Grips {
    const scene::Axes* axes = nullptr;
    const std::vector<Plot::Limit>* limits = nullptr;
  };
  Grips grips() const;
  /// The limit under the cursor that can be dragged, or nullptr. What has a mark there in a plot is in its place.
  const Plot::Limit* limit_at(QPointF at) const;
  double value_of(const Plot::Limit& limit, QPointF at) const;
  void drop_limit(QPointF at);
  void paint_dragged(QPainter& painter, const Style& style);
  int way_at(QPointF at) const;
  bool look_sideways(int way);
  void lay_out();
  void rebuild();
  void refresh();
  void set_window(scene::Window window);
  void choose(std::optional<std::size_t> sample);
  void speak();
  void activate(const scene::Sample& sample);
  void paint_hover(QPainter& painter);
  /// Plots do, once they are laid out.
  bool zooms() const { return scene_.axes.has_value(); }
  /// Between the axes; nothing of what is no plot.
  QRectF frame() const { return scene_.axes ? to_qt(scene_.axes->frame) : QRectF(); }
  std::optional<scene::Readings> readings() const;
  std::vector<Source> under_brush() const;

  Chart chart_;
  scene::Scene scene_;
  ScenePainter painter_;
  QPixmap picture_;
  QSize wished_;
  scene::Window window_{};
  std::optional<std::size_t> chosen_;
  std::optional<QPointF> cursor_, pressed_, panned_, brush_;  ///< the brush: where it was put down
  bool dragged_ = false;                                      ///< the point that changes the case
  std::optional<Plot::Limit> held_;                           ///< the limit that is dragged
  std::optional<double> crosshair_;
  double scroll_ = 0;
  std::size_t column_ = 1;  ///< of a table, beside its first
};

}  // namespace llmsize::gui
