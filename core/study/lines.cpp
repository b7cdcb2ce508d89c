// SPDX-License-Identifier: Apache-2.0
// A study over an input that is a number.
#include "core/study/parts.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

constexpr std::size_t most_ticks = 12;
constexpr double decades_across = 1.2, decades_up = 1.7, decades_both = 1;  ///< from which an axis is logarithmic

double smallest(const Amount& amount, const AnsweredRows& table) {
  const std::vector<double> values = values_of(amount, table.rows);
  return values.empty() ? 0 : *std::min_element(values.begin(), values.end());
}

/// Rows of one line, left to right.
struct Line {
  std::string title;
  std::vector<const AnsweredRow*> rows;
};

std::vector<Line> lines_of(const AnsweredRows& table, const StudyShape& shape, const Amount& x) {
  StudyShape others = shape;
  std::erase_if(others.numbers, [&](const Amount& each) { return each.id() == x.id(); });
  std::vector<Line> lines;
  for (const AnsweredRow& row : table.rows) {
    const std::string name = row_name(row, others, false);
    auto found = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.title == name; });
    if (found == lines.end()) found = lines.insert(lines.end(), {name, {}});
    found->rows.push_back(&row);
  }
  for (Line& line : lines)
    std::stable_sort(line.rows.begin(), line.rows.end(), [&](const AnsweredRow* one, const AnsweredRow* other) {
      return x.of(*one) < x.of(*other);
    });
  return lines;
}

/// Its marks; a row that does not hold interrupts it.
Plot::Series series_of(const Line& line, std::size_t index, const Amount& x, const Amount& result) {
  Plot::Series series = study_series(line.title, index);
  for (const AnsweredRow* row : line.rows) {
    Plot::Point point{
        .x = x.of(*row),
        .y = holds(*row) ? result.of(*row) : std::nan(""),
        .mark = is_pinned(*row) ? Plot::Mark::filled : Plot::Mark::open,
        .source = source_in(*row, result)};
    if (const Result* range = result.range_in(*row); range && holds(*row)) {
      point.low = *range->p10;
      point.high = *range->p90;
    }
    series.points.push_back(std::move(point));
  }
  return series;
}

/// Rows that do not hold, where their value is known.
Plot::Series crosses_of(const AnsweredRows& table, const Amount& x, const Amount& result) {
  Plot::Series crosses{.title = {}, .hue = Hue::error, .stroke = Plot::Stroke::none, .points = {}};
  std::vector<const AnsweredRow*> crossed;
  for (const AnsweredRow& row : table.rows)
    if (row.status == AnsweredRow::Status::infeasible && std::isfinite(result.of(row))) {
      crossed.push_back(&row);
      crosses.points.push_back(
          {.x = x.of(row), .y = result.of(row), .mark = Plot::Mark::cross, .source = source_in(row, result)});
    }
  crosses.title = bad_words(crossed);
  return crosses;
}

/// Marks that have both a place along the axis and a value, as filled diamonds.
Plot::Series marks_of(const StudyMarks& marks, const Amount& x, const Amount& result) {
  Plot::Series series{.title = marks.name, .hue = Hue::shared, .stroke = Plot::Stroke::none, .points = {}};
  for (const StudyMark& mark : marks.marks) {
    const Scenario::Said* at = mark.scenario.find(x.id());
    const auto value = mark.value_of(result.id());
    if (at && at->value.number && value)
      series.points.push_back({.x = *at->value.number, .y = *value, .mark = Plot::Mark::filled, .label = mark.label});
  }
  // Labels say enough.
  if (std::all_of(series.points.begin(), series.points.end(), [](const auto& point) { return !point.label.empty(); }))
    series.title.clear();
  return series;
}

/// "Calendar time falls from 56.8 days with 24 nodes to 20.4 days with 128 nodes", or where it is least or most.
std::string sentence_of(const Line& line, const Amount& x, const Amount& result) {
  std::vector<const AnsweredRow*> rows;
  for (const AnsweredRow* row : line.rows)
    if (holds(*row) && std::isfinite(result.of(*row))) rows.push_back(row);
  if (rows.empty()) return fmt::format("{}: no value of {} fits", result.title(), x.name());
  const auto less = [&](const AnsweredRow* one, const AnsweredRow* other) {
    return result.of(*one) < result.of(*other);
  };
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), less);
  const AnsweredRow &first = *rows.front(), &last = *rows.back();
  const bool ends = (*least == &first || *least == &last) && (*most == &first || *most == &last);
  if (result.shown(result.of(**least)) == result.shown(result.of(**most)))
    return fmt::format("{} constant at {}", result.title(), result.shown(result.of(first)));
  if (ends)
    return fmt::format(
        "{} {}{} from {} with {} to {} with {}", result.title(), *least == &first ? "rise" : "fall",
        result.is_plural() ? "" : "s", result.shown(result.of(first)), x.said(x.of(first)),
        result.shown(result.of(last)), x.said_again(x.of(last)));
  const bool inside = *least != &first && *least != &last;
  return fmt::format(
      "{} {} {} with {}: {}", result.title(), result.is_plural() ? "are" : "is", inside ? "lowest" : "highest",
      x.said(x.of(inside ? **least : **most)), result.shown(result.of(inside ? **least : **most)));
}

bool has_bands(const Plot& plot) {
  return std::any_of(plot.series.begin(), plot.series.end(), [](const Plot::Series& series) {
    return std::any_of(
        series.points.begin(), series.points.end(), [](const Plot::Point& point) { return point.high > point.low; });
  });
}

}  // namespace

Plot::Series study_series(std::string title, std::size_t index) {
  constexpr std::array hues{Hue::gpu, Hue::cpu, Hue::nvme, Hue::shared};
  constexpr std::array strokes{Plot::Stroke::solid, Plot::Stroke::dashed, Plot::Stroke::dash_dot, Plot::Stroke::solid};
  return {
      .title = std::move(title),
      .hue = hues[index % hues.size()],
      .stroke = strokes[(index + index / hues.size()) % strokes.size()],
      .fades = index / hues.size() % 2 == 1,
      .points = {}};
}

Chart study_lines(
    const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& result,
    const StudyMarks& marks) {
  Plot::Series marked = marks_of(marks, x, result);
  std::vector<double> across, up;
  for (const Plot::Point& point : marked.points) {
    across.push_back(point.x);
    up.push_back(point.y);
  }
  Plot plot{.x = x.scale(table, decades_across, across), .y = {}, .series = {}};
  plot.y = result.scale(table, plot.x.logarithmic ? decades_both : decades_up, up);
  // What reaches far down is shown from zero.
  constexpr double far = 0.5;
  if (!plot.y.logarithmic && plot.y.high > 0 && std::abs(plot.y.low) < far * plot.y.high)
    plot.y.low = std::min(0.0, smallest(result, table) < 0 ? plot.y.low : 0.0);
  const std::vector<double> values = values_of(x, table.rows);
  if (values.size() <= most_ticks)
    for (const double value : values) plot.x.ticks.push_back({value, x.shown(value)});
  std::sort(
      plot.x.ticks.begin(), plot.x.ticks.end(), [](const Tick& one, const Tick& other) { return one.at < other.at; });
  const std::vector<Line> lines = lines_of(table, shape, x);
  for (std::size_t i = 0; i < lines.size(); ++i) plot.series.push_back(series_of(lines[i], i, x, result));
  Plot::Series crosses = crosses_of(table, x, result);
  const bool any_cross = !crosses.points.empty();
  const std::string crossed = crosses.title;
  if (any_cross) plot.series.push_back(std::move(crosses));
  std::string plotted = fmt::format("{} vs. {}", result.title(), x.name());
  if (lines.size() > 1) plotted += ", one line per remaining difference";
  if (!marked.points.empty()) plotted += fmt::format("; diamonds: {}", marks.name);
  if (!marked.points.empty()) plot.series.push_back(std::move(marked));
  if (has_bands(plot)) plotted += "; P10–P90 band";
  if (any_cross) plotted += fmt::format("; cross: {}", crossed);
  const RowNames called = [&](const AnsweredRow& row) { return row_name(row, shape, false); };
  std::string title = lines.size() == 1 ? goal_sentence(table, result, called) : study_title(table, result, called);
  if (title.empty()) title = sentence_of(lines.front(), x, result);
  return {
      .id = fmt::format("study.{}", result.id()),
      .title = title,
      .subtitle = study_subtitle(table, plotted),
      .body = std::move(plot)};
}

}  // namespace llmsize
