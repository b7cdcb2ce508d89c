// SPDX-License-Identifier: Apache-2.0
// A study over two inputs that are numbers.
#include "core/study/parts.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {

Chart study_heat(const AnsweredRows& table, const StudyShape& shape, const Amount& result) {
  constexpr double decades = 1.3;
  const Amount &down = shape.numbers[0], &across = shape.numbers[1];
  std::vector<double> rows = values_of(down, table.rows), columns = values_of(across, table.rows);
  std::sort(rows.begin(), rows.end());
  std::sort(columns.begin(), columns.end());
  AnsweredRows holding = table;
  std::erase_if(holding.rows, [](const AnsweredRow& row) { return !holds(row); });
  Heat heat{
      .scale = result.scale(holding, decades),
      .down = down.name(),
      .across = across.name(),
      .rows = {},
      .columns = {},
      .cells = std::vector<Heat::Cell>(rows.size() * columns.size(), {absent})};
  for (const double value : rows) heat.rows.push_back(down.shown(value));
  for (const double value : columns) heat.columns.push_back(across.shown(value));
  const auto place = [](const std::vector<double>& values, double value) {
    return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
  };
  for (const AnsweredRow& row : table.rows) {
    const double value = result.of(row);
    const std::size_t cell = place(rows, down.of(row)) * columns.size() + place(columns, across.of(row));
    heat.cells[cell] = {
        .value = value,
        .shown = std::isfinite(value) ? result.shown(value) : std::string{},
        .impossible = row.status == AnsweredRow::Status::infeasible,
        .source = source_in(row, result)};
  }
  const std::string plotted = fmt::format("{} vs. {} and {}", result.title(), down.name(), across.name());
  return {
      .id = fmt::format("study.{}", result.id()),
      .title = study_title(table, result, [&](const AnsweredRow& row) { return row_name(row, shape, false); }),
      .subtitle = study_subtitle(table, plotted),
      .body = std::move(heat)};
}

}  // namespace llmsize
