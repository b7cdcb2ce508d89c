// SPDX-License-Identifier: GPL-3.0-or-later
// What a chart offers to the mouse besides its points: links of rows, lines that are dragged, columns out of view.
#include "core/view/around.hpp"
#include "gui/charts/chart_view.hpp"
#include "gui/charts/hover.hpp"
#include "gui/charts/walk.hpp"
#include "gui/theme/looks.hpp"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace llmsize::gui {

const scene::Link* ChartView::link_at(QPointF at) const {
  const auto found = std::find_if(scene_.links.begin(), scene_.links.end(), [&](const scene::Link& link) {
    return link.box.contains(scene::Point{at.x(), at.y()});
  });
  return found == scene_.links.end() ? nullptr : &*found;
}

const scene::Link* ChartView::link_of_row(std::size_t row) const {
  const auto found = std::find_if(
      scene_.links.begin(), scene_.links.end(), [row](const scene::Link& link) { return link.row == row; });
  return found == scene_.links.end() ? nullptr : &*found;
}

ChartView::Grips ChartView::grips() const {
  const auto* plot = std::get_if<Plot>(&chart_.body);
  if (plot && scene_.axes) return {&*scene_.axes, &plot->limits};
  const auto* grid = std::get_if<Grid>(&chart_.body);
  if (grid && grid->lane && scene_.lane) return {&*scene_.lane, &grid->lane->limits};
  return {};
}

const Plot::Limit* ChartView::limit_at(QPointF at) const {
  constexpr double reach = 5, below = 40;
  const Grips grips = this->grips();
  // A row of a table is everywhere; a mark of a plot is not.
  if (!grips.limits || (zooms() && sample_at(samples(), at))) return nullptr;
  // The words of a lane's limit lie below its rows.
  QRectF reached = to_qt(grips.axes->frame);
  if (!zooms()) reached.adjust(0, 0, 0, metrics(font()).px(below));
  if (!reached.contains(at)) return nullptr;
  const auto found = std::find_if(grips.limits->begin(), grips.limits->end(), [&](const Plot::Limit& limit) {
    const double away =
        limit.vertical ? grips.axes->x.pixel(limit.at) - at.x() : grips.axes->y.pixel(limit.at) - at.y();
    const double wide = at.y() > grips.axes->frame.bottom() ? metrics(font()).px(30) : reach;
    return !limit.key.empty() && std::abs(away) <= wide;
  });
  return found == grips.limits->end() ? nullptr : &*found;
}

double ChartView::value_of(const Plot::Limit& limit, QPointF at) const {
  const scene::Axes& axes = *grips().axes;
  const QRectF inside = to_qt(axes.frame);
  return limit.vertical ? axes.x.value(std::clamp(at.x(), inside.left(), inside.right()))
                        : axes.y.value(std::clamp(at.y(), inside.top(), inside.bottom()));
}

/// Sets the input of a limit to where it was put.
void ChartView::drop_limit(QPointF at) {
  const Plot::Limit limit = *std::exchange(held_, std::nullopt);
  update();
  const auto key = InputKey::find(limit.key);
  if (!key || !grips().axes) return;
  Q_EMIT applied({{}, {{limit.key, text_near(*key, value_of(limit, at))}}});
}

/// The limit under way, with the value that it would get; the chart stays as it is.
void ChartView::paint_dragged(QPainter& painter, const Style& style) {
  const auto key = InputKey::find(held_->key);
  const scene::Axes* axes = grips().axes;
  if (!key || !cursor_ || !axes) return;
  painter.setPen(QPen(style.tokens->limit, 2));
  const QRectF inside = to_qt(axes->frame);
  const QPointF at(
      std::clamp(cursor_->x(), inside.left(), inside.right()), std::clamp(cursor_->y(), inside.top(), inside.bottom()));
  painter.drawLine(
      held_->vertical ? QPointF(at.x(), inside.top()) : QPointF(inside.left(), at.y()),
      held_->vertical ? QPointF(at.x(), inside.bottom()) : QPointF(inside.right(), at.y()));
  const std::string text = held_->label + " " + text_near(*key, value_of(*held_, at));
  paint_note(painter, style, text, at, rect());
}

/// Where a click turns to the columns that are out of view: -1 and 1; 0 elsewhere.
int ChartView::way_at(QPointF at) const {
  if (!scene_.sideways) return 0;
  const scene::Point point{at.x(), at.y()};
  return scene_.sideways->right > 0 && scene_.sideways->on.contains(point)    ? 1
         : scene_.sideways->left > 0 && scene_.sideways->back.contains(point) ? -1
                                                                              : 0;
}

bool ChartView::look_sideways(int way) {
  if (!scene_.sideways || way == 0) return false;
  const std::size_t first = scene_.sideways->first;
  if (way > 0 ? scene_.sideways->right == 0 : scene_.sideways->left == 0) return false;
  column_ = way > 0 ? first + 1 : first - 1;
  refresh();
  return true;
}

}  // namespace llmsize::gui
