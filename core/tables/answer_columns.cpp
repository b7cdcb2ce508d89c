// SPDX-License-Identifier: Apache-2.0
#include "core/tables/answer_columns.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string number_cell(double value, double size) { return is_absent(value) ? std::string{} : exact(value / size); }

/// "chosen" keeps the column from being read as what the user says when the sheet comes in again.
std::string chosen_column(std::string_view key) {
  const InputAbout* about = find_input(key);
  return "chosen_" + (about ? column(key, about->unit) : column(key));
}

bool contains(const std::vector<const ResultRow*>& rows, const ResultRow* row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

Json cell_json(const AnswerColumn& column, const std::string& cell) {
  if (cell.empty()) return column.empty == AnswerColumn::Empty::null ? Json(nullptr) : Json(cell);
  return column.number ? number_json(parse(cell, Unit::count).value_or(absent)) : Json(cell);
}

}  // namespace

Json row_json(const std::vector<AnswerColumn>& columns, const std::vector<std::string>& cells) {
  Json row = Json::object();
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!cells[i].empty() || columns[i].empty != AnswerColumn::Empty::nothing)
      row[columns[i].member] = cell_json(columns[i], cells[i]);
  return row;
}

AnswerColumns::Scale AnswerColumns::scale(const ResultRow& row, CellUnits units) {
  const Unit unit = row.about->unit;
  if (units == CellUnits::human) switch (base_kind(unit)) {
      case Unit::seconds: {
        // What takes longer for more tokens is the time of a whole training.
        constexpr InputKey tokens = "workload.tokens";
        if (dependents()[tokens.slot()].test(row.key.slot())) return {"days", 86400};
        break;
      }
      case Unit::bytes: return {"gb", 1e9};
      case Unit::bandwidth: return {"gb_per_s", 1e9};
      case Unit::flop: return {"pflop", 1e15};
      case Unit::flop_rate: return {"tflop_per_s", 1e12};
      case Unit::watts: return {"kw", 1e3};
      case Unit::joules: return {"mwh", 3.6e9};
      default: break;
    }
  return {column_suffix(unit), 1};
}

AnswerColumns::AnswerColumns(ToldInSheet told, CellUnits units)
    : told_(std::move(told)), units_(units), columns_(columns_in(units)) {
  for (const AnswerColumn& each : columns_) header_.push_back(each.header);
  for (const CellUnits each : {CellUnits::base, CellUnits::human})
    for (AnswerColumn& column : columns_in(each)) names_.insert(std::move(column.header));
}

bool AnswerColumns::is_answer(std::string_view column) const {
  if (names_.contains(column)) return true;
  // "training_time_s" of a sheet that was answered when the id was another.
  return std::any_of(former_ids.begin(), former_ids.end(), [&](const FormerName& each) {
    const std::string former = llmsize::column(each.former);
    return column.starts_with(former + "_") &&
           names_.contains(llmsize::column(each.now) + std::string(column.substr(former.size())));
  });
}

std::vector<AnswerColumn> AnswerColumns::columns_in(CellUnits units) const {
  using Empty = AnswerColumn::Empty;
  std::vector<AnswerColumn> columns;
  columns.reserve(told_.chosen.size() + 4 * told_.results.size());
  for (const std::string_view key : told_.chosen)
    columns.push_back({chosen_column(key), std::string(key), find_input(key) != nullptr, Empty::null});
  for (const ResultRow* row : told_.results) {
    const std::string id(row->about->id), name = column(id);
    const std::string_view suffix = scale(*row, units).suffix;
    columns.push_back({fmt::format("{}_{}", name, suffix), id, true, Empty::null});
    if (!row->about->words.empty()) columns.push_back({name + "_word", id + ".word", false, Empty::nothing});
    if (contains(told_.ranged, row))
      for (const std::string_view end : {"p10", "p90"})
        columns.push_back(
            {fmt::format("{}_{}_{}", name, end, suffix), fmt::format("{}.{}", id, end), true, Empty::nothing});
  }
  for (const char* name : {"verdict", "status", "message"}) columns.push_back({name, name, false});
  return columns;
}

std::vector<std::string> AnswerColumns::cells(const AnsweredRow& row, const Case* plan) const {
  std::vector<std::string> cells;
  cells.reserve(header_.size());
  for (const std::string_view key : told_.chosen) {
    const auto input = InputKey::find(key);
    cells.push_back(
        !plan   ? std::string{}
        : input ? number_cell((*plan)[*input], 1)
                : plan->word(WordKey::find(key).value()));
  }
  for (const ResultRow* each : told_.results) {
    const Result* found = row.answer.find(each->about->id);
    const double value = found ? found->value : absent, size = scale(*each, units_).size;
    cells.push_back(number_cell(value, size));
    if (!each->about->words.empty()) cells.emplace_back(word(each->about->words, value));
    if (!contains(told_.ranged, each)) continue;
    cells.push_back(found && found->p10 ? number_cell(*found->p10, size) : std::string{});
    cells.push_back(found && found->p90 ? number_cell(*found->p90, size) : std::string{});
  }
  cells.emplace_back(verdict_word(row));
  cells.emplace_back(word(row.status));
  cells.push_back(row.message);
  return cells;
}

}  // namespace llmsize
