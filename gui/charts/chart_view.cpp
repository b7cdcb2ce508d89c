// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_view.hpp"

#include "gui/charts/hover.hpp"
#include "gui/charts/walk.hpp"
#include "gui/theme/looks.hpp"

#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>

namespace llmsize::gui {

namespace {

constexpr double zoom_step = 1.25, usual_width = 420;

}  // namespace

ChartView::ChartView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  follow_looks(this, [this] {
    wished_ = sizeHint();
    updateGeometry();
    refresh();
  });
}

void ChartView::show_chart(const Chart& chart) {
  if (chart == chart_) return;
  const bool same = chart.id == chart_.id && chart.body.index() == chart_.body.index();
  chart_ = chart;
  scene_ = {};
  if (!same) {
    set_window({});
    scroll_ = 0;
    column_ = 1;
    chosen_.reset();
  }
  setAccessibleName(text_of(chart_.title));
  setAccessibleDescription(text_of(chart_.subtitle) + QStringLiteral(". ") + text_of(scene::extremes(chart_)));
  // A layout is only asked again where something changes for it.
  if (const QSize hint = sizeHint(); hint != wished_) {
    wished_ = hint;
    updateGeometry();
  }
  refresh();
}

QSize ChartView::sizeHint() const {
  const auto letters = letters_of(screen_style(font()));
  const double width = letters->px(usual_width);
  return QSizeF(width, std::ceil(wished_height(chart_, width, *letters))).toSize();
}

int ChartView::needed_height(int width) const {
  return static_cast<int>(std::ceil(wished_height(chart_, width, *letters_of(screen_style(font())))));
}

QSize ChartView::minimumSizeHint() const { return QSize(240, 120); }

void ChartView::reset_zoom() { set_window({}); }

void ChartView::set_window(scene::Window window) {
  if (window == window_) return;
  const bool was = zoomed();
  window_ = window;
  refresh();
  if (was != zoomed()) Q_EMIT zoom_changed(zoomed());
}

void ChartView::show_crosshair(std::optional<double> x) {
  crosshair_ = x;
  update();
}

void ChartView::lay_out() {
  scene_ = laid_out(chart_, box_of(rect()), *letters_of(screen_style(font())), {window_, scroll_, column_});
  scroll_ = std::clamp(scroll_, 0.0, scene_.scrolled ? scene_.scrolled->range : 0.0);
}

/// The picture is kept; the cursor and the chosen sample are painted over it.
void ChartView::rebuild() {
  const double ratio = devicePixelRatioF();
  picture_ = QPixmap((QSizeF(size()) * ratio).toSize());
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(Qt::transparent);
  QPainter painter(&picture_);
  lay_out();
  painter_.paint(painter, scene_, screen_style(font()));
  if (chosen_ && *chosen_ >= samples().size()) chosen_.reset();
}

void ChartView::refresh() {
  picture_ = {};
  update();
}

void ChartView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  // A page that becomes a document is drawn in lines and letters, not as the picture of the screen.
  if (painter.paintEngine()->type() != QPaintEngine::Raster) {
    lay_out();
    painter_.paint(painter, scene_, screen_style(font()));
    return;
  }
  if (picture_.isNull()) rebuild();
  painter.drawPixmap(0, 0, picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  paint_hover(painter);
}

namespace {

/// The place on the track that is nearest to the cursor.
std::optional<std::size_t> stop_near(const std::vector<scene::Sample>& samples, QPointF at) {
  std::optional<std::size_t> nearest;
  const auto away = [&](std::size_t i) { return (to_qt(samples[i].box.centre()) - at).manhattanLength(); };
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (samples[i].track == scene::Sample::Track::stop && (!nearest || away(i) < away(*nearest))) nearest = i;
  return nearest;
}

/// What the scenario says to have the chosen point there.
Source put_at(const scene::Sample& stop) { return stop.apply.changes.empty() ? stop.source : stop.apply; }

}  // namespace

std::optional<scene::Readings> ChartView::readings() const {
  const auto* plot = std::get_if<Plot>(&chart_.body);
  if (!plot || !scene_.axes || !cursor_) return {};
  return readings_at(*plot, *scene_.axes, {cursor_->x(), cursor_->y()});
}

void ChartView::paint_hover(QPainter& painter) {
  const Style style = screen_style(font());
  if (held_) return paint_dragged(painter, style);
  const auto nearest = cursor_ ? sample_at(samples(), *cursor_) : std::nullopt;
  if (cursor_) {
    // A row of a table that can be applied says all that itself.
    if (const auto read = readings())
      paint_readings(painter, style, *read, frame(), *cursor_, rect());
    else if (nearest && !zooms() && !samples()[*nearest].applies)
      paint_note(painter, style, words_of(chart_, samples()[*nearest]), *cursor_, rect());
  } else if (crosshair_ && scene_.axes && scene_.axes->x.holds(*crosshair_)) {
    paint_crosshair(painter, style, scene_.axes->x.pixel(*crosshair_), frame());
  }
  if (brush_ && cursor_) paint_brush(painter, style, QRectF(*brush_, *cursor_).normalized());
  if (!hasFocus()) return;
  // Where the cursor says numbers, the chosen one says none besides.
  if (chosen_ && *chosen_ < samples().size())
    paint_choice(
        painter, style, samples()[*chosen_], cursor_ ? std::string() : words_of(chart_, samples()[*chosen_]), rect());
  else
    // Around the area of the plot: at the edges it would run through words.
    paint_focus(painter, style, scene_.axes ? frame() : QRectF(rect()));
}

bool ChartView::event(QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
  return QWidget::event(event);
}

void ChartView::resizeEvent(QResizeEvent*) { refresh(); }

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  cursor_ = event->position();
  if (panned_ && zooms() && zoomed()) {
    const QPointF moved = *cursor_ - *panned_;
    set_window(moved_by(window_, -moved.x() / frame().width(), moved.y() / frame().height()));
    panned_ = cursor_;
  }
  if (dragged_) {
    const auto stop = stop_near(samples(), *cursor_);
    if (stop && stop != chosen_) Q_EMIT offered(put_at(samples()[*stop]));
    chosen_ = stop;
    setCursor(Qt::ClosedHandCursor);
    update();
    return;
  }
  if (held_) {
    setCursor(held_->vertical ? Qt::SizeHorCursor : Qt::SizeVerCursor);
    update();
    return;
  }
  if (brush_) {
    setCursor(Qt::CrossCursor);
    update();
    return;
  }
  const auto sample = sample_at(samples(), *cursor_);
  const bool hand = link_at(*cursor_) || way_at(*cursor_) != 0 ||
                    (sample && (samples()[*sample].applies || !samples()[*sample].source.name.empty()));
  const bool grips = sample && samples()[*sample].track == scene::Sample::Track::point;
  const Plot::Limit* limit = limit_at(*cursor_);
  setCursor(
      panned_ && zoomed()        ? Qt::ClosedHandCursor
      : grips                    ? Qt::OpenHandCursor
      : limit && limit->vertical ? Qt::SizeHorCursor
      : limit                    ? Qt::SizeVerCursor
      : hand                     ? Qt::PointingHandCursor
                                 : Qt::ArrowCursor);
  if (const auto read = readings()) Q_EMIT hovered(read->x, true);
  update();
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressed_ = event->position();
  const auto sample = sample_at(samples(), *pressed_);
  dragged_ = sample && samples()[*sample].track == scene::Sample::Track::point;
  if (const Plot::Limit* limit = limit_at(*pressed_)) {
    held_ = *limit;
    return;
  }
  // What is zoomed is moved by dragging; with Shift it is brushed all the same.
  const bool brushes = chart_.brushes && (!zoomed() || event->modifiers() & Qt::ShiftModifier);
  if (brushes)
    brush_ = pressed_;
  else if (!dragged_)
    panned_ = pressed_;
}

void ChartView::mouseReleaseEvent(QMouseEvent* event) {
  const auto pressed = std::exchange(pressed_, std::nullopt);
  panned_.reset();
  const bool dragged = std::exchange(dragged_, false);
  if (dragged) Q_EMIT offered({});
  const std::vector<Source> under = under_brush();
  const bool brush = std::exchange(brush_, std::nullopt).has_value();
  if (event->button() != Qt::LeftButton || !pressed) return;
  if (held_ && (event->position() - *pressed).manhattanLength() > QApplication::startDragDistance())
    return drop_limit(event->position());
  held_.reset();
  if (brush && (event->position() - *pressed).manhattanLength() > QApplication::startDragDistance()) {
    update();
    if (!under.empty()) Q_EMIT brushed(under);
    return;
  }
  if (dragged && (event->position() - *pressed).manhattanLength() > QApplication::startDragDistance()) {
    const auto stop = stop_near(samples(), event->position());
    if (const Source source = stop ? put_at(samples()[*stop]) : Source(); !source.changes.empty())
      Q_EMIT applied(source);
    return;
  }
  if ((event->position() - *pressed).manhattanLength() > QApplication::startDragDistance()) return;
  if (look_sideways(way_at(event->position()))) return;
  const auto sample = sample_at(samples(), event->position());
  choose(sample);
  if (const scene::Link* link = link_at(event->position())) {
    // What it says is gone once it is followed.
    const Source source = link->source;
    Q_EMIT applied(source);
    return;
  }
  if (sample && !samples()[*sample].applies) activate(samples()[*sample]);
}

void ChartView::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto sample = sample_at(samples(), event->position());
  if (sample && samples()[*sample].applies)
    activate(samples()[*sample]);
  else if (chart_.brushes && !zoomed())
    Q_EMIT brushed({});
  else
    reset_zoom();
}

/// Numbers whose marks the brush has gone over.
std::vector<Source> ChartView::under_brush() const {
  std::vector<Source> under;
  if (!brush_ || !cursor_) return under;
  const QRectF area = QRectF(*brush_, *cursor_).normalized();
  for (const scene::Sample& sample : samples())
    if (!sample.applies && !sample.source.name.empty() && area.intersects(to_qt(sample.box)))
      under.push_back(sample.source);
  return under;
}

void ChartView::leaveEvent(QEvent*) {
  cursor_.reset();
  Q_EMIT hovered(0, false);
  update();
}

void ChartView::wheelEvent(QWheelEvent* event) {
  const double turns = event->angleDelta().y() / 120.0;
  if (zooms()) {
    if ((!hasFocus() && !(event->modifiers() & Qt::ControlModifier)) || turns == 0) {
      event->ignore();
      return;
    }
    const QRectF inside = frame();
    const QPointF at(
        (event->position().x() - inside.left()) / inside.width(),
        (inside.bottom() - event->position().y()) / inside.height());
    set_window(zoomed_at(window_, at, std::pow(zoom_step, turns)));
    return;
  }
  const int aside = event->angleDelta().x() != 0             ? event->angleDelta().x()
                    : event->modifiers() & Qt::ShiftModifier ? event->angleDelta().y()
                                                             : 0;
  if (aside != 0 && look_sideways(aside < 0 ? 1 : -1)) return;
  const double to =
      std::clamp(scroll_ - turns * 3 * metrics(font()).table_row, 0.0, scene_.scrolled ? scene_.scrolled->range : 0.0);
  if (to == scroll_) {
    event->ignore();
    return;
  }
  scroll_ = to;
  refresh();
}

void ChartView::keyPressEvent(QKeyEvent* event) {
  if (picture_.isNull()) rebuild();
  const int key = event->key();
  if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && chosen_) {
    activate(samples()[*chosen_]);
  } else if (key == Qt::Key_Escape && held_) {
    held_.reset();
    pressed_.reset();
    update();
  } else if (key == Qt::Key_Escape && (chosen_ || zoomed())) {
    if (chosen_)
      choose({});
    else
      reset_zoom();
  } else if ((key == Qt::Key_Plus || key == Qt::Key_Minus) && zooms()) {
    set_window(zoomed_at(window_, {0.5, 0.5}, key == Qt::Key_Plus ? zoom_step : 1 / zoom_step));
  } else if (
      event->modifiers() & Qt::ShiftModifier && (key == Qt::Key_Left || key == Qt::Key_Right) && scene_.sideways) {
    look_sideways(key == Qt::Key_Right ? 1 : -1);
  } else if (const auto next = walked(samples(), chosen_, key); next) {
    choose(next);
  } else {
    QWidget::keyPressEvent(event);
  }
}

void ChartView::choose(std::optional<std::size_t> sample) {
  chosen_ = sample;
  if (chosen_ && scene_.scrolled) {
    const scene::Box box = samples()[*chosen_].box, inside = scene_.scrolled->inside;
    scroll_ += std::max(0.0, box.bottom() - inside.bottom()) - std::max(0.0, inside.top - box.top);
    rebuild();
  }
  speak();
  update();
}

void ChartView::speak() {
  const QString words = chosen_ ? text_of(words_of(chart_, samples()[*chosen_]))
                                : text_of(chart_.subtitle) + QStringLiteral(". ") + text_of(scene::extremes(chart_));
  setAccessibleDescription(words);
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void ChartView::activate(const scene::Sample& sample) {
  const Source source = sample.source;
  if (sample.applies)
    Q_EMIT applied(source);
  else if (!source.name.empty())
    Q_EMIT clicked(source);
}

}  // namespace llmsize::gui
