// SPDX-License-Identifier: Apache-2.0
#include "core/study/marks.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace llmsize {
namespace {

/// The name of a column that is no input, as its sheet has it.
std::string_view plain_name(std::string_view carried) {
  constexpr std::string_view prefix = "x_";
  return carried.starts_with(prefix) ? carried.substr(prefix.size()) : carried;
}

/// Columns of the user's own may have one name, but a result has one value.
void refuse_second_values(const Batch& batch, const std::string& source) {
  for (auto name = batch.header.begin(); name != batch.header.end(); ++name)
    if (find_result(*name) && std::find(batch.header.begin(), name, *name) != name)
      refuse_contents(source, fmt::format("second column {}", in_quotes(*name)));
}

}  // namespace

std::optional<double> StudyMark::value_of(std::string_view id) const {
  const auto found = std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == id; });
  return found == values.end() ? std::nullopt : std::optional(found->second);
}

StudyMarks read_marks(WholeSheet sheet) {
  const std::string source = sheet.source;
  const Batch batch = read_batch(std::move(sheet));
  refuse_second_values(batch, source);
  StudyMarks marks{std::filesystem::path(source).stem().string(), {}};
  for (std::size_t i = 0; i < batch.rows.size(); ++i) {
    const BatchRow& row = batch.rows[i];
    if (!row.error.empty()) throw BadInput(BadInput::Kind::data, row.error);
    StudyMark mark{row.scenario, {}};
    for (const auto& [carried, cell] : row.carried) {
      const std::string name(plain_name(carried));
      if (cell.empty()) continue;
      if (name == "label") mark.label = cell;
      if (name == "series") marks.name = cell;
      const ResultRow* result = find_result(name);
      if (!result) continue;
      const std::optional<double> value = parse(cell, result->about->unit);
      if (!value)
        throw BadInput(
            BadInput::Kind::data,
            fmt::format(
                "{}: row {}: invalid value for {}: {}; expected e.g. {}", source, i + 1, name, in_quotes(cell),
                result->about->unit == Unit::seconds            ? "34d"
                : base_kind(result->about->unit) == Unit::bytes ? "350GB"
                                                                : "1.5"));
      mark.values.emplace_back(result->about->id, *value);
    }
    if (!mark.values.empty()) marks.marks.push_back(std::move(mark));
  }
  if (marks.marks.empty())
    refuse_contents(
        source, "no column holds values of a result; expected one named by its id, such as training.total_step_time");
  return marks;
}

}  // namespace llmsize
