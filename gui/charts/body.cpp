// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/body.hpp"

#include "gui/charts/bodies.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace llmsize::gui {

namespace {

/// A value of a chart and the words it is spoken in.
struct Spoken {
  double value;
  QString words;
};

std::vector<Spoken> all_values(const Chart& chart) {
  std::vector<Spoken> result;
  const auto add = [&](double value, const QString& words) {
    if (value == value) result.push_back({value, words});
  };
  if (const auto* plot = std::get_if<Plot>(&chart.body)) {
    for (const auto& series : plot->series)
      for (const auto& point : series.points) add(point.y, words_of(*plot, series, point));
  } else if (const auto* stack = std::get_if<Stack>(&chart.body)) {
    for (const auto& bar : stack->bars)
      for (const auto& part : bar.parts) add(part.value, text_of(part.title) + u' ' + text_of(part.shown));
  } else if (const auto* bars = std::get_if<Bars>(&chart.body)) {
    for (const auto& row : bars->rows) add(row.to, text_of(row.title) + u' ' + text_of(row.shown));
  } else if (const auto* dots = std::get_if<Dots>(&chart.body)) {
    for (const auto& row : dots->rows)
      for (const auto& dot : row.dots) add(dot.value, text_of(row.title) + u' ' + text_of(dot.series) + u' ' + text_of(dot.shown));
  } else if (const auto* timeline = std::get_if<Timeline>(&chart.body)) {
    for (const auto& row : timeline->rows)
      for (const auto& span : row.spans) add(span.to - span.from, text_of(row.title) + u' ' + text_of(span.label));
  }
  return result;
}

}  // namespace

std::unique_ptr<Body> body_of(const Chart& chart) {
  struct Make {
    std::unique_ptr<Body> operator()(const Plot& plot) const { return make_plot(plot); }
    std::unique_ptr<Body> operator()(const Stack& stack) const { return stack.bars.size() == 1 ? make_parts(stack) : make_stacks(stack); }
    std::unique_ptr<Body> operator()(const Bars& bars) const { return make_bars(bars); }
    std::unique_ptr<Body> operator()(const Dots& dots) const { return make_dots(dots); }
    std::unique_ptr<Body> operator()(const Timeline& timeline) const { return make_timeline(timeline); }
    std::unique_ptr<Body> operator()(const Grid& grid) const { return make_grid(grid); }
  };
  return std::visit(Make{}, chart.body);
}

void draw(Body& body, QPainter& painter, const QRectF& area, const Style& style) {
  body.labels_.clear();
  body.samples_.clear();
  if (area.width() < 8 || area.height() < 8) return;
  painter.save();
  Ink ink(painter, style, body.labels_);
  body.paint(ink, area);
  painter.restore();
}

QString extremes(const Chart& chart) {
  const auto values = all_values(chart);
  if (values.empty()) return {};
  const auto less = [](const Spoken& one, const Spoken& other) { return one.value < other.value; };
  const auto [low, high] = std::minmax_element(values.begin(), values.end(), less);
  return QCoreApplication::translate("charts", "Smallest: %1. Largest: %2. First: %3.").arg(low->words, high->words, values.front().words);
}

}  // namespace llmsize::gui
