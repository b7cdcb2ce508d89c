// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/asides.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

namespace {

/// The last point of a line inside the frame.
std::optional<QPointF> end_of(const PlotGeometry& geometry, std::size_t series) {
  const auto& line = geometry.lines[series];
  for (auto at = line.rbegin(); at != line.rend(); ++at)
    if (finite(*at) && geometry.frame.adjusted(-1, -1, 1, 1).contains(*at)) return *at;
  return {};
}

bool reaches_right(const PlotGeometry& geometry) {
  for (std::size_t i = 0; i < geometry.plot.series.size(); ++i) {
    if (geometry.plot.series[i].title.empty() || geometry.plot.series[i].stroke == Plot::Stroke::none) continue;
    const auto end = end_of(geometry, i);
    if (!end || end->x() < geometry.frame.right() - geometry.frame.width() * 0.02) return false;
  }
  return true;
}

bool fit(const Ink& ink, const PlotGeometry& geometry, std::vector<Aside> asides) {
  if (asides.size() < 2) return false;
  double widest = 0;
  for (const Aside& aside : asides) widest = std::max(widest, ink.size(aside.words, aside.role).width());
  return widest < geometry.area.width() * 0.3 && spread(asides, aside_height(ink) * 0.95, aside_height(ink) * 0.65);
}

}  // namespace

std::vector<Aside> names_of(const Ink& ink, const PlotGeometry& geometry) {
  std::vector<Aside> result;
  for (std::size_t i = 0; i < geometry.plot.series.size(); ++i) {
    const Plot::Series& series = geometry.plot.series[i];
    const auto end = end_of(geometry, i);
    if (series.title.empty() || !end || series.stroke == Plot::Stroke::none) continue;
    result.push_back({end->y(), text_of(series.title), gui::ink(series.hue, ink.tokens()), TextRole::series, "series"});
  }
  return result;
}

std::vector<Aside> limits_of(const Ink& ink, const PlotGeometry& geometry) {
  std::vector<Aside> result;
  for (const auto& limit : geometry.plot.limits)
    if (!limit.vertical && !limit.label.empty() && geometry.y.holds(limit.at))
      result.push_back(
          {geometry.y.pixel(limit.at), text_of(limit.words()), gui::ink(limit.hue, ink.tokens()),
           limit.hue == Hue::waiting ? TextRole::label : TextRole::series, "limit"});
  return result;
}

bool spread(std::vector<Aside>& asides, double height, double most) {
  std::sort(asides.begin(), asides.end(), [](const Aside& one, const Aside& other) { return one.y < other.y; });
  std::vector<double> wanted;
  wanted.reserve(asides.size());
  for (const Aside& aside : asides) wanted.push_back(aside.y);
  for (int round = 0; round < 40; ++round)
    for (std::size_t i = 1; i < asides.size(); ++i) {
      const double lack = height - (asides[i].y - asides[i - 1].y);
      if (lack <= 0) continue;
      asides[i - 1].y -= lack / 2;
      asides[i].y += lack / 2;
    }
  for (std::size_t i = 0; i < asides.size(); ++i)
    if (std::abs(asides[i].y - wanted[i]) > most) return false;
  return true;
}

double aside_height(const Ink& ink) { return ink.size(QStringLiteral("0"), TextRole::series).height(); }

bool names_fit_right(const Ink& ink, const PlotGeometry& geometry) {
  return reaches_right(geometry) && fit(ink, geometry, names_of(ink, geometry));
}

bool limits_fit_right(const Ink& ink, const PlotGeometry& geometry) {
  return fit(ink, geometry, limits_of(ink, geometry));
}

double right_width(const Ink& ink, const PlotGeometry& geometry) {
  double widest = 0;
  if (geometry.names_right)
    for (const Aside& aside : names_of(ink, geometry))
      widest = std::max(widest, ink.size(aside.words, aside.role).width());
  if (geometry.limits_right)
    for (const Aside& aside : limits_of(ink, geometry))
      widest = std::max(widest, ink.size(aside.words, aside.role).width());
  return widest;
}

}  // namespace llmsize::gui
