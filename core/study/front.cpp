// SPDX-License-Identifier: Apache-2.0
// Two results of a study against each other.
#include "core/study/parts.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t most_names = 12;

/// Rates and shares are better the larger they are, everything else the smaller.
bool larger_is_better(Unit unit) {
  return base_kind(unit) == Unit::per_second || unit == Unit::flop_rate || unit == Unit::bandwidth ||
         unit == Unit::ratio;
}

double cost(const Amount& amount, const AnsweredRow& row) {
  return larger_is_better(amount.unit()) ? -amount.of(row) : amount.of(row);
}

bool is_drawn(const AnsweredRow& row, const Amount& x, const Amount& y) {
  return std::isfinite(x.of(row)) && std::isfinite(y.of(row));
}

/// Rows that no other is better than in one without being worse in the other, left to right.
std::vector<const AnsweredRow*> front_of(const AnsweredRows& table, const Amount& x, const Amount& y) {
  std::vector<const AnsweredRow*> rows;
  for (const AnsweredRow& row : table.rows)
    if (holds(row) && is_drawn(row, x, y)) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [&](const AnsweredRow* one, const AnsweredRow* other) {
    return std::pair(cost(x, *one), cost(y, *one)) < std::pair(cost(x, *other), cost(y, *other));
  });
  std::vector<const AnsweredRow*> front;
  for (const AnsweredRow* row : rows)
    if (front.empty() || cost(y, *row) < cost(y, *front.back())) front.push_back(row);
  std::stable_sort(front.begin(), front.end(), [&](const AnsweredRow* one, const AnsweredRow* other) {
    return x.of(*one) < x.of(*other);
  });
  return front;
}

}  // namespace

Chart study_front(const AnsweredRows& table, const StudyShape& shape, const Amount& x, const Amount& y) {
  constexpr double decades = 1.0;
  Plot plot{.x = x.scale(table, decades), .y = y.scale(table, decades), .series = {}};
  const std::vector<const AnsweredRow*> front = front_of(table, x, y);
  Plot::Series others{.title = "beaten in both", .hue = Hue::waiting, .stroke = Plot::Stroke::none, .points = {}};
  Plot::Series crosses{.title = {}, .hue = Hue::error, .stroke = Plot::Stroke::none, .points = {}};
  std::vector<const AnsweredRow*> crossed;
  for (const AnsweredRow& row : table.rows) {
    if (!is_drawn(row, x, y) || std::find(front.begin(), front.end(), &row) != front.end()) continue;
    Plot::Series& series = holds(row) ? others : crosses;
    if (!holds(row)) crossed.push_back(&row);
    const Plot::Mark mark = !holds(row) ? Plot::Mark::cross : is_pinned(row) ? Plot::Mark::filled : Plot::Mark::dot;
    series.points.push_back({.x = x.of(row), .y = y.of(row), .mark = mark, .source = source_in(row, y)});
  }
  crosses.title = bad_words(crossed);
  Plot::Series best = study_series(front.size() < table.rows.size() ? "Pareto front" : "", 0);
  for (const AnsweredRow* row : front) {
    Plot::Point point{
        .x = x.of(*row),
        .y = y.of(*row),
        .mark = is_pinned(*row) ? Plot::Mark::filled : Plot::Mark::open,
        .source = source_in(*row, y)};
    if (front.size() <= most_names) point.label = row_name(*row, shape, true);
    best.points.push_back(std::move(point));
  }
  for (Plot::Series* series : {&others, &best, &crosses})
    if (!series->points.empty()) plot.series.push_back(std::move(*series));
  const auto both = [&](const AnsweredRow& row) {
    return fmt::format("{} and {}", x.said(x.of(row)), y.shown(y.of(row)));
  };
  std::string title = "No row fits";
  if (front.size() == 1) title = fmt::format("One row is best in both: {}", both(*front.front()));
  if (front.size() > 1)
    title = fmt::format(
        "Pareto front: {} of {} rows, from {} to {}", front.size(), table.rows.size(), both(*front.front()),
        both(*front.back()));
  if (front.size() > 1 && front.size() == table.rows.size())
    title = fmt::format("{} rows, from {} to {}", front.size(), both(*front.front()), both(*front.back()));
  return {
      .id = fmt::format("study.{}", y.id()),
      .title = title,
      .subtitle = study_subtitle(table, fmt::format("{} vs. {}", y.title(), x.name())),
      .body = std::move(plot)};
}

}  // namespace llmsize
