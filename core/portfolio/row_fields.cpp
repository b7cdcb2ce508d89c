// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/row_fields.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

std::string cell_of_json(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// "nodes_month_1" of the first number of "nodes_by_month".
std::string column_of(std::string name, std::size_t number) {
  constexpr std::string_view by = "_by_";
  if (const auto at = name.find(by); at != std::string::npos) name.replace(at, by.size(), "_");
  return fmt::format("{}_{}", name, number);
}

}  // namespace

AnsweredRows answered_rows(
    const PlannedRows& rows, std::vector<const ResultRow*> results, const std::vector<const ResultRow*>& more) {
  AnsweredRows table{{}, std::move(results), {}};
  add_once(table.results, more);
  for (const PlannedRow* each : rows) table.rows.push_back(each->row);
  table.keys = said_keys(table.rows);
  return table;
}

Json numbers_json(std::span<const double> numbers) {
  Json json = Json::array();
  for (const double each : numbers) json.push_back(number_json(each));
  return json;
}

Json rows_json(const AnsweredRows& rows, const std::vector<RowFields>& fields) {
  Json json = rows_json(rows);
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (const auto& [name, value] : fields[i]) json[i][name] = value;
  return json;
}

Table rows_table(const AnsweredRows& rows, const std::vector<RowFields>& fields, std::size_t first) {
  Table table = rows_table(rows);
  for (const auto& [name, value] : fields.front()) {
    if (!value.is_array()) table.header.push_back(name);
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
      table.header.push_back(column_of(name, first + i));
  }
  for (std::size_t row = 0; row < fields.size(); ++row)
    for (const auto& [name, value] : fields[row])
      for (const Json& each : value.is_array() ? value : Json::array({value}))
        table.rows[row].push_back(cell_of_json(each));
  return table;
}

}  // namespace llmsize
