// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/stacking.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::gui {

namespace {

void name_largest(Ink& ink, const Stack::Bar& bar, const std::vector<QRectF>& boxes) {
  const auto widest = std::max_element(
      boxes.begin(), boxes.end(), [](const QRectF& one, const QRectF& other) { return one.width() < other.width(); });
  if (widest == boxes.end()) return;
  const auto& part = bar.parts[static_cast<std::size_t>(widest - boxes.begin())];
  const QString words = text_of(part.title) + u' ' + text_of(part.shown);
  if (part.fill != Fill::solid || ink.size(words, TextRole::label_strong).width() + ink.px(20) > widest->width())
    return;
  ink.text(
      widest->adjusted(ink.px(10), 0, 0, 0), Qt::AlignVCenter, words, TextRole::label_strong,
      text_on(colour(part.hue, ink.tokens())), "part");
}

/// Two slanted lines through a bar that goes on beyond its axis.
void paint_break(Ink& ink, const QRectF& bar, double end) {
  for (const double back : {14.0, 9.0}) {
    const QPointF middle(end - ink.px(back), bar.center().y());
    const QPointF half(ink.px(3), -bar.height() / 2 - ink.px(2));
    ink.line(middle - half, middle + half, ink.tokens().surface, 3);
  }
}

}  // namespace

double paint_stack(
    Ink& ink, const Stack::Bar& bar, const Axis& axis, const QRectF& box, std::size_t row, bool named,
    std::vector<Sample>& samples) {
  // A bar that is longer than its axis is cut there; what is written at its end says how long it is.
  const double edge = axis.pixel(axis.scale().high);
  double sum = 0, end = axis.pixel(0);
  std::vector<QRectF> boxes;
  for (const auto& part : bar.parts) {
    const double value = part.value > 0 ? part.value : 0;
    const double from = std::min(axis.pixel(sum), edge), to = std::min(axis.pixel(sum + value), edge);
    const double gap = to - from > ink.px(3) ? ink.px(1.5) : 0;
    const QRectF segment(
        from, box.top(), std::max(to - from - gap, value > 0 && from < edge ? ink.px(1) : 0), box.height());
    if (value > 0) ink.part(segment, part.hue, part.fill);
    const QString words = text_of(bar.title.empty() ? part.title : bar.title + ", " + part.title);
    samples.push_back({segment, row, words + QStringLiteral(": ") + text_of(part.shown), part.source});
    boxes.push_back(segment);
    sum += value;
    end = std::max(end, to);
  }
  if (named) name_largest(ink, bar, boxes);
  return end;
}

void paint_total(
    Ink& ink, const Stack::Bar& bar, const Axis& axis, const QRectF& box, double end,
    const std::vector<Plot::Limit>& limits, double right) {
  const double limit = limits.empty() ? end : axis.pixel(limits.front().at);
  const bool over = end > limit + 0.5;
  const QColor error = ink.tokens().error;
  if (over) {
    const QRectF beyond(limit, box.top(), end - limit, box.height());
    QColor veil = ink.tokens().surface;
    veil.setAlphaF(0.6F);
    ink.painter().fillRect(beyond, veil);
    ink.hatch(beyond, error);
    ink.painter().setPen(QPen(error, ink.px(1.5)));
    ink.painter().drawRect(beyond);
    const auto longer = [](double sum, const Stack::Part& part) { return sum + std::max(0.0, part.value); };
    if (std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0, longer) > axis.scale().high)
      paint_break(ink, box, end);
  }
  const QString words = text_of(bar.total_words());
  const double width = ink.size(words, TextRole::label_strong).width();
  double left = end + ink.px(8);
  if (!over && !limits.empty() && left + width + ink.px(6) > limit) left = std::max(left, limit + ink.px(8));
  left = std::min(left, right - width);
  if (left < end) return;
  ink.text(
      {left, box.top(), width, box.height()}, Qt::AlignVCenter, words, TextRole::label_strong,
      over ? error : ink.tokens().text, "value", true);
}

}  // namespace llmsize::gui
