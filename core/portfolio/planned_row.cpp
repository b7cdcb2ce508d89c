// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/planned_row.hpp"

#include "core/study/shape.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/plan_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// An error with the row in front, unless it names the row itself.
BadInput in_row(const SheetRow& row, const BadInput& error) {
  if (error.message().starts_with(row.place)) return error;
  return {error.kind(), fmt::format("{}: {}", row.place, error.message()), std::string(error.hint())};
}

void take_system(PlannedRow& planned) {
  for (const std::string_view key : {"cluster.system", "accelerator.id"}) {
    planned.system = input_word(planned.row, key);
    if (planned.system.empty()) continue;
    planned.system_name = entry_name(planned.row, key);
    return;
  }
  refuse_contents(planned.place, "expected a system", "fill the column system, or set --system");
}

/// Nodes of a row that was answered, or why there are none.
void take_nodes(PlannedRow& planned) {
  const AnsweredRow& row = planned.row;
  if (!holds(row)) planned.reason = row.sentence;
  if (row.verdict.state != State::does_not_fit) planned.nodes = result_value(row, result_row("planning.nodes"));
  if (is_absent(planned.nodes))
    planned.reason = row.sentence.empty() ? "Nodes are not known. Set a system." : row.sentence;
}

}  // namespace

RowOfCase planned_alone(
    const SheetRow& row, const Catalog& catalog, const Query& query, const std::shared_ptr<SearchCache>& cache) {
  try {
    RowOfCase made = planned_case(row.name, row.scenario, catalog, query, cache);
    if (made.row.status == AnsweredRow::Status::invalid) throw BadInput(BadInput::Kind::data, made.row.message);
    return made;
  } catch (const BadInput& error) {
    throw in_row(row, error);
  }
}

PlannedRow planned_of(const SheetRow& row, AnsweredRow answered) {
  PlannedRow planned{std::move(answered), row.place};
  take_system(planned);
  take_nodes(planned);
  return planned;
}

std::string entry_name(const AnsweredRow& row, std::string_view key) {
  if (row.inputs)
    if (const auto name = row.inputs->names.find(key); name != row.inputs->names.end()) return name->second;
  return input_word(row, key);
}

void add_once(std::vector<const ResultRow*>& rows, const std::vector<const ResultRow*>& more) {
  for (const ResultRow* each : more)
    if (std::find(rows.begin(), rows.end(), each) == rows.end()) rows.push_back(each);
}

}  // namespace llmsize
