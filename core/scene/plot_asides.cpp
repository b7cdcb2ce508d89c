// SPDX-License-Identifier: Apache-2.0
// What is named outside the frame: in a key above it, or right of it.
#include "core/scene/plot.hpp"

#include <algorithm>
#include <optional>

namespace llmsize::scene {
namespace {

/// Of a key: a line or mark, its name, the next one; at letters of usual size.
constexpr double swatch_width = 22, name_gap = 6, entry_gap = 18, key_row = 18;

struct Entry {
  std::size_t series;
  Box name;  ///< right of its swatch, from the key's corner
};

/// From left to right, and on to the next row where one is full.
std::vector<Entry> entries(const Letters& letters, const Plot& plot, double width) {
  std::vector<Entry> result;
  double x = 0, y = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (!is_named(plot.series[i])) continue;
    const double name = letters.width(plot.series[i].title, Role::series);
    const double whole = letters.px(swatch_width + name_gap) + name;
    if (x > 0 && x + whole > width) {
      x = 0;
      y += letters.px(key_row);
    }
    result.push_back(
        {i,
         {x + letters.px(swatch_width + name_gap), y, std::min(name, width - letters.px(swatch_width + name_gap)),
          letters.px(key_row)}});
    x += whole + letters.px(entry_gap);
  }
  return result;
}

void draw_swatch(Canvas& canvas, const Plot::Series& series, Point left) {
  if (series.stroke != Plot::Stroke::none)
    draw_stroke(canvas, series, {left, left + Point{canvas.px(swatch_width), 0}});
  // A line that has crosses among its marks is known by the others.
  for (const bool cross : {false, true})
    for (const Plot::Point& point : series.points)
      if (point.mark != Plot::Mark::none && (point.mark == Plot::Mark::cross) == cross)
        return draw_mark(canvas, left + Point{canvas.px(swatch_width / 2), 0}, series, point.mark);
}

/// The last point of a line inside the frame.
std::optional<Point> end_of(const PlotLayout& geometry, std::size_t series) {
  const auto& line = geometry.lines[series];
  const auto last = std::find_if(line.rbegin(), line.rend(), [&](Point at) { return geometry.shows(at); });
  return last == line.rend() ? std::nullopt : std::optional(*last);
}

bool reach_right(const PlotLayout& geometry) {
  for (std::size_t i = 0; i < geometry.plot.series.size(); ++i) {
    if (!is_named(geometry.plot.series[i])) continue;
    const auto end = end_of(geometry, i);
    if (!end || end->x < geometry.frame.right() - geometry.frame.width * 0.02) return false;
  }
  return true;
}

double widest(const Letters& letters, const std::vector<Aside>& asides) {
  double width = 0;
  for (const Aside& aside : asides) width = std::max(width, letters.width(aside.words, aside.role));
  return width;
}

bool fit(const Letters& letters, const PlotLayout& geometry, std::vector<Aside> asides) {
  if (asides.size() < 2) return false;
  const double height = letters.height(Role::series);
  return widest(letters, asides) < geometry.area.width * 0.3 &&
         spread(asides, height * 0.95, height * 0.65, geometry.frame);
}

}  // namespace

bool is_named(const Plot::Series& series) {
  const auto drawn = [&](const Plot::Point& point) {
    return series.stroke != Plot::Stroke::none || point.mark != Plot::Mark::none;
  };
  return !series.title.empty() && std::any_of(series.points.begin(), series.points.end(), drawn);
}

double key_height(const Letters& letters, const Plot& plot, double width) {
  const auto all = entries(letters, plot, width);
  return all.empty() ? 0 : all.back().name.bottom() + letters.px(4);
}

void draw_key(Canvas& canvas, const Plot& plot, const Box& area) {
  for (const auto& [index, name] : entries(canvas.letters(), plot, area.width)) {
    const Plot::Series& series = plot.series[index];
    const Box box{area.left + name.left, area.top + name.top, name.width, name.height};
    draw_swatch(canvas, series, {box.left - canvas.px(swatch_width + name_gap), box.centre().y});
    canvas.text(box, Align::left, series.title, Role::series, scene::ink(series.hue));
  }
}

std::vector<Aside> names_of(const PlotLayout& geometry) {
  std::vector<Aside> result;
  for (std::size_t i = 0; i < geometry.plot.series.size(); ++i) {
    const Plot::Series& series = geometry.plot.series[i];
    const auto end = end_of(geometry, i);
    if (series.title.empty() || !end || series.stroke == Plot::Stroke::none) continue;
    result.push_back({end->y, series.title, ink(series.hue), Role::series});
  }
  return result;
}

std::vector<Aside> limits_of(const PlotLayout& geometry) {
  std::vector<Aside> result;
  for (const Plot::Limit& limit : geometry.plot.limits)
    if (!limit.vertical && !limit.label.empty() && geometry.y.holds(limit.at))
      result.push_back(
          {geometry.y.pixel(limit.at), limit.words(), ink(limit.hue),
           limit.hue == Hue::waiting ? Role::label : Role::series});
  return result;
}

bool spread(std::vector<Aside>& asides, double height, double most, const Box& frame) {
  std::sort(asides.begin(), asides.end(), [](const Aside& one, const Aside& other) { return one.y < other.y; });
  std::vector<double> wanted;
  wanted.reserve(asides.size());
  for (const Aside& aside : asides) wanted.push_back(aside.y);
  for (int round = 0; round < 60; ++round) {
    for (std::size_t i = 1; i < asides.size(); ++i) {
      const double lack = height - (asides[i].y - asides[i - 1].y);
      if (lack <= 0) continue;
      asides[i - 1].y -= lack / 2;
      asides[i].y += lack / 2;
    }
    for (Aside& aside : asides) aside.y = std::clamp(aside.y, frame.top, frame.bottom());
  }
  for (std::size_t i = 0; i < asides.size(); ++i)
    if (std::abs(asides[i].y - wanted[i]) > most || (i > 0 && asides[i].y - asides[i - 1].y < height * 0.8))
      return false;
  return true;
}

bool names_fit_right(const Letters& letters, const PlotLayout& geometry) {
  const auto& series = geometry.plot.series;
  const auto named = [](const Plot::Series& each) { return is_named(each) && each.stroke == Plot::Stroke::none; };
  return std::none_of(series.begin(), series.end(), named) && reach_right(geometry) &&
         fit(letters, geometry, names_of(geometry));
}

bool limits_fit_right(const Letters& letters, const PlotLayout& geometry) {
  return fit(letters, geometry, limits_of(geometry));
}

double right_width(const Letters& letters, const PlotLayout& geometry) {
  return std::max(
      geometry.names_right ? widest(letters, names_of(geometry)) : 0,
      geometry.limits_right ? widest(letters, limits_of(geometry)) : 0);
}

}  // namespace llmsize::scene
