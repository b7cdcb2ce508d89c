// SPDX-License-Identifier: Apache-2.0
// Lines, bands and marks over two axes.
#include "core/scene/plot.hpp"

#include "core/scene/bodies.hpp"

#include <algorithm>

namespace llmsize::scene {
namespace {

void set_x(const Letters& letters, PlotLayout& geometry, double left, double right) {
  Box& frame = geometry.frame;
  frame.left = left;
  frame.width = std::max(1.0, right - left);
  geometry.x = ruler(letters, geometry.across, frame.left, frame.right(), 64);
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

void arrange(const Letters& letters, PlotLayout& geometry) {
  const Plot& plot = geometry.plot;
  const Box& area = geometry.area;
  const double key = geometry.keyed ? key_height(letters, plot, area.width) : 0;
  const double title = key + (with_ticks(geometry.up).words().empty() ? 0 : letters.height(Role::tick));
  const Ruler across = ruler(letters, geometry.across, area.left + letters.px(50), area.right() - letters.px(20), 64);
  const Box estimate{area.left + letters.px(50), area.top, area.width - letters.px(70), area.height};
  const double head = title + std::max(letters.px(8), limits_height(letters, across, estimate, upright_limits(plot)));
  geometry.frame = {
      area.left, area.top + head, area.width,
      std::max(1.0, area.height - head - bottom_height(letters, geometry.across))};
  geometry.y = ruler(letters, geometry.up, geometry.frame.bottom(), geometry.frame.top, 42);
  const double left = area.left + left_width(letters, geometry.y.scale()) + letters.px(10);
  set_x(letters, geometry, left, area.right() - letters.px(20));
  geometry.limits_right = limits_fit_right(letters, geometry);
  geometry.names_right = !geometry.keyed && !geometry.limits_right && names_fit_right(letters, geometry);
  if (geometry.names_right || geometry.limits_right)
    set_x(letters, geometry, left, area.right() - right_width(letters, geometry) - letters.px(10));
}

/// Marks of clouds lie on each other: what stands beside one of them could be the name of its neighbours.
bool is_cloud(const Plot::Series& series) {
  const auto is_dot = [](const Plot::Point& point) { return point.mark == Plot::Mark::dot; };
  return series.stroke == Plot::Stroke::none && std::any_of(series.points.begin(), series.points.end(), is_dot);
}

/// Whether the names of all lines find room beside them: tried where nobody sees it.
bool names_find_room(const Letters& letters, const PlotLayout& geometry) {
  const auto& series = geometry.plot.series;
  if (geometry.names_right || std::count_if(series.begin(), series.end(), is_named) < 2) return true;
  if (std::any_of(series.begin(), series.end(), [](const auto& each) { return is_named(each) && is_cloud(each); }))
    return false;
  Canvas trial(letters);
  return draw_words(trial, geometry);
}

void draw_limits(Canvas& canvas, const PlotLayout& geometry) {
  const Box& frame = geometry.frame;
  for (const Plot::Limit& limit : geometry.plot.limits) {
    if (limit.beyond) {
      const double from = std::clamp(geometry.x.pixel(limit.at), frame.left, frame.right());
      canvas.hatch({from, frame.top, frame.right() - from, frame.height}, colours::grid);
    }
    if (limit.vertical || !geometry.y.holds(limit.at)) continue;
    const double y = geometry.y.pixel(limit.at);
    canvas.dashed({frame.left, y}, {frame.right(), y}, colour(limit.hue));
  }
  draw_upright_limits(canvas, geometry.x, frame, upright_limits(geometry.plot));
}

Sample::Track track_of(const Plot& plot, std::size_t series, const Plot::Point& point) {
  if (!plot.track) return Sample::Track::none;
  if (point.mark == Plot::Mark::filled) return Sample::Track::point;
  return series == *plot.track ? Sample::Track::stop : Sample::Track::none;
}

/// Every point in view with its mark, where it has one.
void draw_points(Canvas& canvas, const PlotLayout& geometry) {
  const double grip = canvas.px(5);  // how far around a point it can be chosen
  for (std::size_t row = 0; row < geometry.plot.series.size(); ++row) {
    const Plot::Series& series = geometry.plot.series[row];
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const Plot::Point& point = series.points[i];
      const Point at = geometry.at(point);
      if (!geometry.shows(at)) continue;
      if (point.mark != Plot::Mark::filled) draw_mark(canvas, at, series, point.mark);
      canvas.sample(
          {.box = {at.x - grip, at.y - grip, 2 * grip, 2 * grip},
           .row = row,
           .mark = i,
           .source = point.source,
           .track = track_of(geometry.plot, row, point),
           .apply = point.apply});
    }
  }
  // The chosen one lies on its neighbours.
  for (const Plot::Series& series : geometry.plot.series)
    for (const Plot::Point& point : series.points)
      if (const Point at = geometry.at(point); point.mark == Plot::Mark::filled && geometry.shows(at))
        draw_mark(canvas, at, series, point.mark);
}

}  // namespace

void lay_out(Canvas& canvas, const Plot& plot, const Box& area, const View& view) {
  const Window& window = view.window;
  PlotLayout geometry{
      .plot = plot,
      .area = area,
      .across = part_of(plot.x, window.left, window.right),
      .up = part_of(plot.y, window.bottom, window.top)};
  arrange(canvas.letters(), geometry);
  if (!names_find_room(canvas.letters(), geometry)) {
    geometry.keyed = true;
    arrange(canvas.letters(), geometry);
  }
  if (geometry.keyed) draw_key(canvas, plot, area);
  const double key = geometry.keyed ? key_height(canvas.letters(), plot, area.width) : 0;
  draw_left(canvas, geometry.y, geometry.frame);
  draw_bottom(canvas, geometry.x, geometry.frame, plot.x.logarithmic && plot.y.logarithmic, area.left);
  canvas.text(
      {area.left, area.top + key, area.width, canvas.height(Role::tick)}, Align::left, geometry.y.scale().words(),
      Role::tick, colours::text3);
  draw_lines(canvas, geometry);
  draw_limits(canvas, geometry);
  draw_points(canvas, geometry);
  draw_words(canvas, geometry);
  canvas.scene().axes = Axes{geometry.frame, geometry.x, geometry.y};
}

double wished_height(const Letters& letters, const Plot&, double width) {
  constexpr double least = 270, share = 0.42;
  return std::max(letters.px(least), share * width);
}

}  // namespace llmsize::scene
