// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with its title, its table and its menu, on a ground with a border.
#pragma once

#include "core/document/page.hpp"
#include "gui/charts/chart_view.hpp"
#include "gui/charts/export.hpp"

#include <QFrame>
#include <functional>
#include <map>
#include <optional>

class QLabel;
class QPushButton;
class QSpacerItem;
class QStackedLayout;
class QToolButton;

namespace llmsize::gui {

class ChartTable;
class ElidedLabel;
class ViewSwitch;

/// Shows any chart; never lower than 220.
class ChartCard : public QFrame {
  Q_OBJECT
 public:
  explicit ChartCard(QWidget* parent = nullptr);

  /// Shows a chart in the view that was last chosen for it; nothing happens where it is shown already.
  void show_chart(const Chart& chart);
  /// What is shown: of several views the chosen one.
  const Chart& chart() const { return view_->chart(); }
  ChartView* view() const { return view_; }
  /// The height at which everything of its chart is legible where the card is so wide.
  int needed_height(int width) const;

  /// The table of the same numbers in place of the chart.
  void set_table_shown(bool shown);
  bool table_shown() const;

  /// What exports write below the chart: what it is about, and the date. `name` is that of the scenario, for files.
  void set_footer(const QString& footer, const QString& name) {
    footer_ = footer;
    name_ = name;
  }
  /// What can be done where the chart is empty for want of something else than an input.
  void set_remedy(const std::optional<Remedy>& remedy);
  /// Shows another view of the chart, such as "Cost"; remembered for as long as the card lives.
  void choose_view(const std::string& view);

 public Q_SLOTS:
  void copy_image();
  /// Tab-separated, as spreadsheets paste it.
  void copy_data();
  /// Asks for a file and its kind and writes it; trouble is told by `failed`.
  void export_as();
  /// The card in a window of its own; Esc or F11 closes it.
  void open_large();

 Q_SIGNALS:
  void clicked(const llmsize::Source& source);
  void applied(const llmsize::Source& source);
  void offered(const llmsize::Source& source);
  void hovered(double x, bool inside);
  void brushed(const std::vector<llmsize::Source>& marks);
  /// What an empty card lacks shall be given: the key of an input.
  void input_wanted(const QString& key);
  /// The remedy of an empty card was chosen.
  void remedied(const llmsize::Remedy& remedy);
  /// Something could not be written: one sentence.
  void failed(const QString& message);
  void exported(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void restyle();
  void make_menu();
  void show_view();
  void show_way_out();

  ElidedLabel* title_;
  ElidedLabel* subtitle_;
  ViewSwitch* switch_;
  QToolButton* table_button_;
  QToolButton* menu_button_;
  QStackedLayout* stack_;
  ChartView* view_;
  ChartTable* table_;
  QWidget* void_;  ///< what stands in the place of an empty chart: one sentence and a way out
  QLabel* empty_;
  QPushButton* way_;
  std::optional<Remedy> remedy_{};
  QAction* reset_ = nullptr;
  QSpacerItem* air_ = nullptr;  ///< above the chart
  QString footer_, name_;
  Chart whole_;                                  ///< with all its views
  std::map<std::string, std::string> chosen_{};  ///< view by id of the chart
};

}  // namespace llmsize::gui
