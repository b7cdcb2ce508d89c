// SPDX-License-Identifier: Apache-2.0
// Writes errors.
#include "core/validation/error_cells.hpp"

#include "core/quantity/absent.hpp"
#include "core/tables/data.hpp"

#include <fmt/format.h>

#include <map>

namespace llmsize {

std::string tenth_percent(double share) { return is_absent(share) ? "–" : fmt::format("{:.1f}%", 100 * share); }
std::string whole_percent(double share) { return is_absent(share) ? "–" : fmt::format("{:.0f}%", 100 * share); }

std::vector<std::string> error_columns() {
  return {"rows", "mean absolute error", "median", "P90", "largest", "bias", "P10–P90 coverage"};
}

std::vector<std::string> error_cells(const ErrorSummary& of) {
  return {fmt::format("{}", of.rows), tenth_percent(of.mean), tenth_percent(of.median),  tenth_percent(of.p90),
          tenth_percent(of.max),      tenth_percent(of.bias), whole_percent(of.coverage)};
}

Json error_results(const ErrorSummary& of, std::size_t usable, const std::string& prefix) {
  Json results;
  const auto add = [&](const char* name, double value) {
    results[prefix + name] = {{"value", number_json(value)}, {"unit", "1"}};
  };
  const auto add_error = [&](const char* name, double value) { add(name, of.rows == 0 ? absent : value); };
  add("rows_usable", static_cast<double>(usable));
  add("rows_used", static_cast<double>(of.rows));
  add_error("mean_abs_error", of.mean);
  add_error("median_abs_error", of.median);
  add_error("p90_abs_error", of.p90);
  add_error("max_abs_error", of.max);
  add_error("bias", of.bias);
  add("range_coverage", of.coverage);
  return results;
}

TitledTable unused_table(std::string title, std::string what, const std::vector<Unused>& all) {
  std::map<std::string, std::pair<std::size_t, std::string>> counted;
  for (const auto& [id, reason] : all) {
    auto& [count, example] = counted[reason];
    if (++count == 1) example = id;
  }
  TitledTable table{std::move(title), {{std::move(what), "e.g.", "reason"}, {}}};
  table.table.rows.reserve(counted.size());
  for (const auto& [reason, found] : counted)
    table.table.rows.push_back({fmt::format("{}", found.first), found.second, reason});
  return table;
}

std::string as_sections(const std::vector<TitledTable>& tables) {
  std::string text;
  for (const TitledTable& each : tables)
    text += each.table.header.empty() ? "**" + each.title + "**\n\n"
                                      : "## " + each.title + "\n\n" + as_markdown(each.table) + "\n";
  return text;
}

}  // namespace llmsize
