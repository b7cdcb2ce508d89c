// SPDX-License-Identifier: Apache-2.0
#include "core/scene/readings.hpp"

#include "core/quantity/print.hpp"
#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace llmsize::scene {
namespace {

std::string shown(double value, const Scale& scale) {
  if (scale.unit == Unit::ratio) return pretty(value * 100, Unit::count) + "%";
  return pretty(value, scale.unit);
}

/// Whether there is nothing between the points of a plot: not every number of nodes can be.
bool only_points(const Plot& plot) { return !plot.x.counted.empty(); }

/// The x of a point that is near, so that values are those of the data; whole where x counts things.
double snapped(const Plot& plot, const Ruler& ruler, double pixel) {
  double best = ruler.value(pixel), near = only_points(plot) ? std::numeric_limits<double>::infinity() : 6;
  if (plot.x.unit == Unit::count && best > 10) best = std::round(best);
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points)
      if (const double away = std::abs(ruler.pixel(point.x) - pixel); away < near) {
        near = away;
        best = point.x;
      }
  return best;
}

/// Between two points, along the lengths of the axes.
Plot::Point between(const Plot::Point& left, const Plot::Point& right, double x, const Axes& axes) {
  const double share = (axes.x.share(x) - axes.x.share(left.x)) / (axes.x.share(right.x) - axes.x.share(left.x));
  const auto mixed = [&](double from, double to) {
    return axes.y.value(std::lerp(axes.y.pixel(from), axes.y.pixel(to), share));
  };
  Plot::Point point{.x = x, .y = mixed(left.y, right.y)};
  if (left.high > left.low && right.high > right.low) {
    point.low = mixed(left.low, right.low);
    point.high = mixed(left.high, right.high);
  }
  return point;
}

/// The point of a line at x.
std::optional<Plot::Point> point_at(const Plot& plot, const Plot::Series& series, double x, const Axes& axes) {
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Plot::Point& right = series.points[i];
    if (right.x == x) return right;
    if (only_points(plot) || i == 0 || !(series.points[i - 1].x < x && x < right.x)) continue;
    const Plot::Point& left = series.points[i - 1];
    if (series.steps) return Plot::Point{.x = x, .y = left.y, .low = left.low, .high = left.high};
    return between(left, right, x, axes);
  }
  return {};
}

}  // namespace

std::optional<Readings> readings_at(const Plot& plot, const Axes& axes, Point cursor) {
  if (!axes.frame.contains(cursor)) return {};
  Readings result;
  result.x = snapped(plot, axes.x, cursor.x);
  result.pixel = axes.x.pixel(result.x);
  result.title = (plot.x.title.empty() ? "" : plot.x.title + ": ") + shown(result.x, plot.x);
  for (const Plot::Series& series : plot.series) {
    if (series.stroke == Plot::Stroke::none) continue;
    const auto point = point_at(plot, series, result.x, axes);
    if (!point) continue;
    std::string value = shown(point->y, plot.y);
    if (point->high > point->low)
      value += fmt::format(" ({}–{})", shown(point->low, plot.y), shown(point->high, plot.y));
    result.values.push_back({series.hue, series.title, std::move(value)});
  }
  if (result.values.empty()) return {};
  return result;
}

Values values_of(const Plot& plot) {
  Values values;
  for (const Plot::Series& series : plot.series)
    for (values.emplace_back(); const Plot::Point& point : series.points) values.back().push_back(point.y);
  return values;
}

std::string words_of(const Plot& plot, std::size_t row, std::size_t mark) {
  const Plot::Series& series = plot.series[row];
  const Plot::Point& point = series.points[mark];
  std::string words = series.title.empty() ? "" : series.title + ", ";
  if (!point.label.empty()) words += point.label + ", ";
  if (!plot.x.title.empty()) words += plot.x.title + ' ';
  words += fmt::format("{}: {}", shown(point.x, plot.x), shown(point.y, plot.y));
  if (point.high > point.low)
    words += fmt::format(", range {} to {}", shown(point.low, plot.y), shown(point.high, plot.y));
  return words;
}

}  // namespace llmsize::scene
