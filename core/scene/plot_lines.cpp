// SPDX-License-Identifier: Apache-2.0
// Areas, lines and marks of a plot.
#include "core/scene/plot.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace llmsize::scene {
namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

/// What of a stretch lies in a box (Liang and Barsky).
std::optional<std::pair<Point, Point>> cut(Point from, Point to, const Box& box) {
  double first = 0, last = 1;
  const Point way = to - from;
  const std::array<std::pair<double, double>, 4> sides{
      {{-way.x, from.x - box.left},
       {way.x, box.right() - from.x},
       {-way.y, from.y - box.top},
       {way.y, box.bottom() - from.y}}};
  for (const auto& [p, q] : sides) {
    if (p == 0 && q < 0) return {};
    if (p < 0) first = std::max(first, q / p);
    if (p > 0) last = std::min(last, q / p);
  }
  if (first > last) return {};
  return std::pair(from + way * first, from + way * last);
}

/// The pieces of a line that lie in a box.
std::vector<std::vector<Point>> pieces_in(const std::vector<Point>& line, const Box& box) {
  std::vector<std::vector<Point>> pieces(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    const auto stretch = is_finite(line[i - 1]) && is_finite(line[i]) ? cut(line[i - 1], line[i], box) : std::nullopt;
    if (!stretch) {
      if (!pieces.back().empty()) pieces.emplace_back();
      continue;
    }
    if (pieces.back().empty()) pieces.back().push_back(stretch->first);
    pieces.back().push_back(stretch->second);
    if (distance(stretch->second, line[i]) > 1e-6) pieces.emplace_back();
  }
  return pieces;
}

/// What of a polygon lies in a box (Sutherland and Hodgman).
std::vector<Point> polygon_in(std::vector<Point> polygon, const Box& box) {
  const auto cut_side = [&](auto inside, auto crossing) {
    std::vector<Point> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point here = polygon[i], before = polygon[(i + polygon.size() - 1) % polygon.size()];
      if (inside(here) != inside(before)) kept.push_back(crossing(before, here));
      if (inside(here)) kept.push_back(here);
    }
    polygon = std::move(kept);
  };
  const auto at_x = [](double x) {
    return [x](Point a, Point b) { return Point{x, std::lerp(a.y, b.y, (x - a.x) / (b.x - a.x))}; };
  };
  const auto at_y = [](double y) {
    return [y](Point a, Point b) { return Point{std::lerp(a.x, b.x, (y - a.y) / (b.y - a.y)), y}; };
  };
  cut_side([&](Point at) { return at.x >= box.left; }, at_x(box.left));
  cut_side([&](Point at) { return at.x <= box.right(); }, at_x(box.right()));
  cut_side([&](Point at) { return at.y >= box.top; }, at_y(box.top));
  cut_side([&](Point at) { return at.y <= box.bottom(); }, at_y(box.bottom()));
  return polygon;
}

/// The area between two lines, there and back.
void draw_between(
    Canvas& canvas, const PlotLayout& geometry, std::vector<Point> upper, std::vector<Point> lower, Hue hue) {
  std::erase_if(upper, [](Point at) { return !is_finite(at); });
  std::erase_if(lower, [](Point at) { return !is_finite(at); });
  if (upper.size() < 2 || lower.size() < 2) return;
  upper.insert(upper.end(), lower.rbegin(), lower.rend());
  canvas.area(polygon_in(std::move(upper), geometry.frame), colour(hue));
}

void draw_band(Canvas& canvas, const PlotLayout& geometry, const Plot::Series& series) {
  Plot::Series banded = series;
  std::erase_if(banded.points, [](const Plot::Point& point) { return !(point.high > point.low); });
  draw_between(
      canvas, geometry, corners(banded, geometry, &Plot::Point::high), corners(banded, geometry, &Plot::Point::low),
      series.hue);
}

/// P10 to P90 of a single mark, which no line joins to a band.
void draw_spread(Canvas& canvas, const PlotLayout& geometry, const Plot::Series& series) {
  for (const Plot::Point& point : series.points) {
    const double x = geometry.x.pixel(point.x);
    if (!(point.high > point.low) || !geometry.shows(geometry.at(point))) continue;
    const auto inside = [&](double value) {
      return std::clamp(geometry.y.pixel(value), geometry.frame.top, geometry.frame.bottom());
    };
    canvas.line({x, inside(point.low)}, {x, inside(point.high)}, tint(series.hue), 3);
  }
}

void draw_cross(Canvas& canvas, Point at) {
  const double r = canvas.px(5);
  for (const auto& [colour, width] : {std::pair(&colours::surface, 4.5), std::pair(&colours::error, 2.0)}) {
    canvas.line(at + Point{-r, -r}, at + Point{r, r}, *colour, width);
    canvas.line(at + Point{-r, r}, at + Point{r, -r}, *colour, width);
  }
}

}  // namespace

std::vector<Point> corners(const Plot::Series& series, const PlotLayout& geometry, double Plot::Point::*value) {
  std::vector<Point> result;
  for (const Plot::Point& point : series.points) {
    const Point at{geometry.x.pixel(point.x), geometry.y.pixel(point.*value)};
    if (!is_finite(at)) {
      result.push_back({nowhere, nowhere});
      continue;
    }
    if (series.steps && !result.empty() && is_finite(result.back())) result.push_back({at.x, result.back().y});
    result.push_back(at);
  }
  return result;
}

void draw_stroke(Canvas& canvas, const Plot::Series& series, const std::vector<Point>& points) {
  std::vector<double> dashes;
  if (series.stroke == Plot::Stroke::dashed) dashes = {4, 2.5};
  if (series.stroke == Plot::Stroke::dash_dot) dashes = {5, 2, 1.2, 2};
  canvas.polyline(
      points, series.fades ? tint(series.hue) : colour(series.hue), series.hue == Hue::waiting ? 1.5 : 2.4, dashes);
}

void draw_lines(Canvas& canvas, const PlotLayout& geometry) {
  const auto& series = geometry.plot.series;
  for (const Plot::Between& between : geometry.plot.areas)
    if (between.upper < series.size() && between.lower < series.size())
      draw_between(
          canvas, geometry, corners(series[between.upper], geometry), corners(series[between.lower], geometry),
          series[between.upper].hue);
  for (const Plot::Series& each : series)
    if (each.stroke == Plot::Stroke::none)
      draw_spread(canvas, geometry, each);
    else
      draw_band(canvas, geometry, each);
  for (std::size_t i = 0; i < series.size(); ++i)
    for (const auto& piece : pieces_in(geometry.lines[i], geometry.frame)) draw_stroke(canvas, series[i], piece);
}

void draw_mark(Canvas& canvas, Point at, const Plot::Series& series, Plot::Mark mark) {
  constexpr double seen_through = 0.7;
  const Colour full = colour(series.hue);
  const auto draw = [&](double radius, std::optional<Colour> fill, std::optional<Colour> outline, double opacity = 1) {
    canvas.mark(
        {.at = at,
         .radius = canvas.px(radius),
         .hue = series.hue,
         .fill = std::move(fill),
         .outline = std::move(outline),
         .opacity = opacity});
  };
  switch (mark) {
    case Plot::Mark::none: break;
    case Plot::Mark::dot:
      if (series.fades)
        draw(2.4, {}, full, seen_through);
      else
        draw(2.6, full, {}, seen_through);
      break;
    case Plot::Mark::open: draw(4.2, colours::surface, full); break;
    case Plot::Mark::filled: draw(5.6, full, colours::surface); break;
    case Plot::Mark::cross: draw_cross(canvas, at); break;
  }
}

}  // namespace llmsize::scene
