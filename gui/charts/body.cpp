// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/body.hpp"

#include "gui/charts/bodies.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace llmsize::gui {

namespace {

/// Visits every value of a chart with what makes the words that it is spoken in.
template <class Visit>
void visit_values(const Chart& chart, Visit visit) {
  if (const auto* plot = std::get_if<Plot>(&chart.body)) {
    for (const auto& series : plot->series)
      for (const auto& point : series.points) visit(point.y, [&] { return words_of(*plot, series, point); });
  } else if (const auto* stack = std::get_if<Stack>(&chart.body)) {
    for (const auto& bar : stack->bars)
      for (const auto& part : bar.parts)
        visit(part.value, [&] { return text_of(part.title) + u' ' + text_of(part.shown); });
  } else if (const auto* bars = std::get_if<Bars>(&chart.body)) {
    for (const auto& row : bars->rows) visit(row.to, [&] { return text_of(row.title) + u' ' + text_of(row.shown); });
  } else if (const auto* dots = std::get_if<Dots>(&chart.body)) {
    for (const auto& row : dots->rows)
      for (const auto& dot : row.dots)
        visit(dot.value, [&] { return text_of(row.title) + u' ' + text_of(dot.series) + u' ' + text_of(dot.shown); });
  } else if (const auto* heat = std::get_if<Heat>(&chart.body)) {
    for (std::size_t i = 0; i < heat->cells.size(); ++i)
      visit(heat->cells[i].value, [&] { return words_of(*heat, i); });
  } else if (const auto* timeline = std::get_if<Timeline>(&chart.body)) {
    for (const auto& row : timeline->rows)
      for (const auto& span : row.spans)
        visit(span.to - span.from, [&] { return text_of(row.title) + u' ' + text_of(span.words()); });
  }
}

}  // namespace

std::unique_ptr<Body> body_of(const Chart& chart) {
  struct Make {
    std::unique_ptr<Body> operator()(const Plot& plot) const { return make_plot(plot); }
    std::unique_ptr<Body> operator()(const Stack& stack) const {
      return stack.bars.size() == 1 ? make_parts(stack) : make_stacks(stack);
    }
    std::unique_ptr<Body> operator()(const Bars& bars) const { return make_bars(bars); }
    std::unique_ptr<Body> operator()(const Dots& dots) const { return make_dots(dots); }
    std::unique_ptr<Body> operator()(const Heat& heat) const { return make_heat(heat); }
    std::unique_ptr<Body> operator()(const Timeline& timeline) const { return make_timeline(timeline); }
    std::unique_ptr<Body> operator()(const Grid& grid) const { return make_grid(grid); }
  };
  return std::visit(Make{}, chart.body);
}

void draw(Body& body, QPainter& painter, const QRectF& area, const Style& style) {
  body.labels_.clear();
  body.samples_.clear();
  body.told_ = true;
  if (area.width() < 8 || area.height() < 8) return;
  painter.save();
  Ink ink(painter, style, body.labels_);
  body.paint(ink, area);
  body.told_ = false;
  painter.restore();
}

const std::vector<Sample>& Body::samples() const {
  if (!told_) tell_samples(samples_);
  told_ = true;
  return samples_;
}

QString extremes(const Chart& chart) {
  double low = absent, high = absent;
  visit_values(chart, [&](double value, auto&&) {
    if (is_absent(value)) return;
    low = is_absent(low) ? value : std::min(low, value);
    high = is_absent(high) ? value : std::max(high, value);
  });
  if (is_absent(low)) return {};
  QString lowest, highest, first;
  visit_values(chart, [&](double value, auto&& words) {
    if (first.isEmpty() && !is_absent(value)) first = words();
    if (lowest.isEmpty() && value == low) lowest = words();
    if (highest.isEmpty() && value == high) highest = words();
  });
  return QCoreApplication::translate("charts", "Smallest: %1. Largest: %2. First: %3.").arg(lowest, highest, first);
}

}  // namespace llmsize::gui
