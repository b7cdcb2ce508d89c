// SPDX-License-Identifier: Apache-2.0
// Lines, bands and marks over two axes.
#include "core/pictures/plot.hpp"

#include "core/pictures/bodies.hpp"

#include <algorithm>

namespace llmsize::pictures {
namespace {

void set_x(const Ink& ink, PlotGeometry& geometry, double left, double right) {
  Box& frame = geometry.frame;
  frame.left = left;
  frame.width = std::max(1.0, right - left);
  geometry.x = ruler(ink, geometry.plot.x, frame.left, frame.right(), 64);
  geometry.lines.clear();
  for (const Plot::Series& series : geometry.plot.series)
    geometry.lines.push_back(series.stroke == Plot::Stroke::none ? std::vector<Point>{} : corners(series, geometry));
}

std::vector<Plot::Limit> upright_limits(const Plot& plot) {
  std::vector<Plot::Limit> upright;
  std::copy_if(plot.limits.begin(), plot.limits.end(), std::back_inserter(upright), [](const Plot::Limit& limit) {
    return limit.vertical;
  });
  return upright;
}

void lay_out(const Ink& ink, PlotGeometry& geometry) {
  const Plot& plot = geometry.plot;
  const Box& area = geometry.area;
  const double key = geometry.keyed ? key_height(ink, plot, area.width) : 0;
  const double title = key + (with_ticks(plot.y).words().empty() ? 0 : ink.height(Role::tick));
  const Ruler across = ruler(ink, plot.x, area.left + ink.px(50), area.right() - ink.px(20), 64);
  const Box estimate{area.left + ink.px(50), area.top, area.width - ink.px(70), area.height};
  const double head = title + std::max(ink.px(8), limits_height(ink, across, estimate, upright_limits(plot)));
  geometry.frame = {
      area.left, area.top + head, area.width, std::max(1.0, area.height - head - bottom_height(ink, plot.x))};
  geometry.y = ruler(ink, plot.y, geometry.frame.bottom(), geometry.frame.top, 42);
  const double left = area.left + left_width(ink, geometry.y.scale()) + ink.px(10);
  set_x(ink, geometry, left, area.right() - ink.px(20));
  geometry.limits_right = limits_fit_right(ink, geometry);
  geometry.names_right = !geometry.keyed && !geometry.limits_right && names_fit_right(ink, geometry);
  if (geometry.names_right || geometry.limits_right)
    set_x(ink, geometry, left, area.right() - right_width(ink, geometry) - ink.px(10));
}

/// Whether the names of all lines find room beside them: tried where nobody sees it.
bool names_find_room(const Ink& ink, const PlotGeometry& geometry) {
  const auto& series = geometry.plot.series;
  if (geometry.names_right || std::count_if(series.begin(), series.end(), is_named) < 2) return true;
  Ink trial = ink;
  return paint_words(trial, geometry);
}

void paint_limits(Ink& ink, const PlotGeometry& geometry) {
  const Box& frame = geometry.frame;
  for (const Plot::Limit& limit : geometry.plot.limits) {
    if (limit.beyond) {
      const double from = std::clamp(geometry.x.pixel(limit.at), frame.left, frame.right());
      ink.hatch({from, frame.top, frame.right() - from, frame.height}, colours::grid);
    }
    if (limit.vertical || !geometry.y.holds(limit.at)) continue;
    const double y = geometry.y.pixel(limit.at);
    ink.dashed({frame.left, y}, {frame.right(), y}, colour(limit.hue));
  }
  paint_upright_limits(ink, geometry.x, frame, upright_limits(geometry.plot));
}

}  // namespace

void paint(Ink& ink, const Plot& plot, const Box& area) {
  PlotGeometry geometry{.plot = plot, .area = area};
  lay_out(ink, geometry);
  if (!names_find_room(ink, geometry)) {
    geometry.keyed = true;
    lay_out(ink, geometry);
  }
  if (geometry.keyed) paint_key(ink, plot, area);
  const double key = geometry.keyed ? key_height(ink, plot, area.width) : 0;
  paint_left(ink, geometry.y, geometry.frame);
  paint_bottom(ink, geometry.x, geometry.frame, plot.x.logarithmic && plot.y.logarithmic, area.left);
  ink.text(
      {area.left, area.top + key, area.width, ink.height(Role::tick)}, Align::left, geometry.y.scale().words(),
      Role::tick, colours::text3);
  paint_lines(ink, geometry);
  paint_limits(ink, geometry);
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points)
      if (const Point at = geometry.at(point); geometry.shows(at)) paint_mark(ink, at, series, point.mark);
  paint_words(ink, geometry);
}

double wished_height(const Ink& ink, const Plot&, double width) {
  constexpr double least = 270, share = 0.42;
  return std::max(ink.px(least), share * width);
}

}  // namespace llmsize::pictures
