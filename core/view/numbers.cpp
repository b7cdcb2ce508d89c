// SPDX-License-Identifier: Apache-2.0
// Builds the table of the numbers behind a page.
#include "core/view/numbers.hpp"

#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

std::string cell_text(double value, Unit unit) {
  const auto [number, symbol] = value_and_unit(value, unit);
  return with_unit(number, symbol);
}

Grid::Cell sourced_cell(std::string text, Source source, double value) {
  Grid::Cell cell{std::move(text), true, std::move(source)};
  if (!cell.source.name.empty() && !is_absent(value)) cell.value = value;
  return cell;
}

std::string cell_text(const Around& around, NumberId id) {
  const double value = around.number(id);
  const std::string text = cell_text(value, unit_of(id));
  return unit_of(id) == Unit::money && !is_absent(value) ? with_unit(text, around.plan().currency) : text;
}

Grid::Cell number_cell(const Around& around, NumberId id) {
  return sourced_cell(cell_text(around, id), around.source(id), around.number(id));
}

void Numbers::group(std::string title) { pending_ = std::move(title); }

void Numbers::put(Row row) {
  if (!pending_.empty()) rows_.push_back({std::move(pending_), {}, {}, {}, {}, true});
  pending_.clear();
  rows_.push_back(std::move(row));
}

void Numbers::add(NumberId name, std::string note) {
  const double value = around_.number(name);
  if (is_absent(value)) return;
  const std::string_view label =
      name.result() ? result_row(*name.result()).about->title : about_of(*name.input()).label;
  put({std::string(label), cell_text(around_, name), {}, std::move(note), around_.source(name), false, value});
}

void Numbers::add_ranged(ResultKey id, std::string note) {
  if (!around_.knows(id)) return;
  add(id, std::move(note));
  rows_.back().range = range_of(around_, id);
}

void Numbers::say(std::string label, std::string value, std::string note, Source source) {
  put({std::move(label), std::move(value), {}, std::move(note), std::move(source)});
}

void Numbers::add_to(Page& page, const std::string& id, std::string title, std::string subtitle) && {
  if (rows_.empty()) return;
  const auto any = [&](std::string Row::*part) {
    return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return !(row.*part).empty(); });
  };
  const bool ranges = any(&Row::range), notes = any(&Row::note);
  Grid grid;
  grid.header = {"", "Value"};
  if (ranges) grid.header.emplace_back("P10–P90");
  if (notes) grid.header.emplace_back("");
  for (Row& row : rows_) {
    Grid::Row cells;
    cells.strong = row.group;
    cells.cells = {{std::move(row.label), false, {}}, {std::move(row.value), true, std::move(row.source), row.number}};
    if (ranges) cells.cells.push_back({std::move(row.range), false, {}});
    if (notes) cells.cells.push_back({std::move(row.note), false, {}});
    grid.rows.push_back(std::move(cells));
  }
  Chart chart{id, std::move(title), std::move(subtitle), std::move(grid)};
  chart.wide = true;
  page.charts.push_back(std::move(chart));
}

}  // namespace llmsize
