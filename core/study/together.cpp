// SPDX-License-Identifier: Apache-2.0
// Several results of a study on one panel, so that they can be compared.
#include "core/study/parts.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t most_together = 4;

void divide(Plot& plot, double by) {
  for (Plot::Series& series : plot.series)
    for (Plot::Point& point : series.points) {
      point.y /= by;
      point.low /= by;
      point.high /= by;
      point.source = {};  // explains the value, not the multiple
    }
}

/// The smallest and the largest value.
std::pair<double, double> ends_of(const Plot& plot) {
  double low = absent, high = absent;
  for (const Plot::Series& series : plot.series)
    for (const Plot::Point& point : series.points)
      if (std::isfinite(point.y)) {
        low = low <= point.y ? low : point.y;
        high = high >= point.y ? high : point.y;
      }
  return {low, high};
}

/// An axis for all lines: logarithmic over decades, else from zero.
Scale fitted(Scale scale, const Plot& plot) {
  constexpr double decades = 1.7, beyond = 1.1;
  const auto [low, high] = ends_of(plot);
  scale.logarithmic = low > 0 && std::log10(high / low) >= decades;
  scale.low = scale.logarithmic ? low / beyond : std::min(0.0, low * beyond);
  scale.high = high * beyond;
  return scale;
}

/// Lines that lie so far apart that one of them would be flat stay on panels of their own.
bool are_near(const Plot& plot) {
  constexpr double most_apart = 1000;
  const auto [low, high] = ends_of(plot);
  return low > 0 && high / low <= most_apart;
}

/// The line of a result, first of its plot, in a look of its own; marks beside it stay diamonds.
void take(Plot& plot, Plot one, const std::string& title, std::size_t index) {
  const Plot::Series look = study_series(title, index);
  Plot::Series& line = one.series.front();
  line.title = title;
  line.hue = look.hue;
  line.stroke = look.stroke;
  plot.series.insert(
      plot.series.end(), std::make_move_iterator(one.series.begin()), std::make_move_iterator(one.series.end()));
}

/// "Projected parameters ×1,000, projected GPU memory ×5 from 2020 to 2023".
std::string growth_title(
    const std::vector<Amount>& results, const std::vector<double>& last, const Amount& x, const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < results.size(); ++i)
    text += fmt::format("{} ×{}", i == 0 ? results[i].title() : ", " + results[i].name(), factor_text(last[i]));
  const std::vector<Plot::Point>& points = plot.series.front().points;
  return fmt::format("{} from {} to {}", text, x.shown(points.front().x), x.shown(points.back().x));
}

/// "Load time (direct) 4.66 min, load time (chain) 4.83 s with 128 nodes".
std::string last_title(
    const std::vector<Amount>& results, const std::vector<double>& last, const Amount& x, const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < results.size(); ++i)
    text += fmt::format("{} {}", i == 0 ? results[i].title() : ", " + results[i].name(), results[i].shown(last[i]));
  return fmt::format("{} with {}", text, x.said(plot.series.front().points.back().x));
}

}  // namespace

std::optional<Chart> study_together(
    const AnsweredRows& table, const StudyShape& shape, const Amount& x, const std::vector<Amount>& results,
    const StudyMarks& marks) {
  const bool years = x.unit() == Unit::year;
  const bool alike = std::all_of(
      results.begin(), results.end(), [&](const Amount& each) { return each.unit() == results.front().unit(); });
  if (results.size() < 2 || results.size() > most_together || !(years || alike) || shape.numbers.size() != 1 ||
      !shape.words.empty() || !shape.one_row_each)
    return {};
  Plot plot;
  std::vector<double> last;
  std::string plotted;
  for (std::size_t i = 0; i < results.size(); ++i) {
    Plot one = std::get<Plot>(study_lines(table, shape, x, results[i], marks).body);
    const std::vector<Plot::Point>& points = one.series.front().points;
    if (!(points.front().y > 0) || !std::isfinite(points.back().y)) return {};
    if (years) divide(one, points.front().y);
    last.push_back(one.series.front().points.back().y);
    if (i == 0) plot.x = one.x, plot.y = one.y;
    plotted += i == 0 ? results[i].title() : ", " + results[i].name();
    take(plot, std::move(one), results[i].title(), i);
  }
  if (!years && !are_near(plot)) return {};
  const std::string base = x.shown(plot.series.front().points.front().x);
  if (years) plot.y = {fmt::format("multiple of {}", base), Unit::count};
  std::string title = (years ? growth_title : last_title)(results, last, x, plot);
  plotted = years ? fmt::format("Growth since {}", base) : fmt::format("{} vs. {}", plotted, x.name());
  if (!marks.marks.empty()) plotted += fmt::format("; diamonds: {}", marks.name);
  plot.y = fitted(std::move(plot.y), plot);
  if (!years) plot.y.title.clear();
  return Chart{
      .id = fmt::format("study.{}", results.front().id()),
      .title = std::move(title),
      .subtitle = study_subtitle(table, plotted),
      .body = std::move(plot)};
}

}  // namespace llmsize
