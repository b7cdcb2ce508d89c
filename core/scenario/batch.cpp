// SPDX-License-Identifier: Apache-2.0
// Reads rows of CSV as scenarios.
#include "core/scenario/batch.hpp"

#include "core/files/csv.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// A column of the file: an input, or something of the user's own.
struct Column {
  std::string name;
  std::string key;
};

std::vector<Column> read_header(const std::vector<std::string>& header, const std::string& source) {
  std::vector<Column> columns;
  for (const std::string& name : header) {
    Column column{name, key_of_column(name)};
    for (const Column& other : columns)
      if (column.name == other.name || (!column.key.empty() && column.key == other.key))
        refuse_contents(
            source, fmt::format("column {} says the same as column {}", in_quotes(column.name), in_quotes(other.name)));
    columns.push_back(std::move(column));
  }
  return columns;
}

/// A number with a decimal comma; three digits after it could as well be thousands.
std::string with_point(const std::string& cell, const Giver& giver) {
  const auto comma = cell.find(',');
  if (comma == std::string::npos) return cell;
  const auto after = cell.find_first_not_of("0123456789", comma + 1);
  if (std::min(after, cell.size()) - comma - 1 == 3)
    throw BadInput(
        giver.kind, fmt::format("{}: {} is ambiguous: thousands or a decimal comma", giver.name, in_quotes(cell)));
  std::string text = cell;
  text[comma] = '.';
  return text;
}

BatchRow read_row(
    const std::vector<Column>& columns, const std::vector<std::string>& cells, char separator,
    const std::string& place) {
  BatchRow row;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string text = i < cells.size() ? cells[i] : std::string{};
    if (columns[i].key.empty()) {
      row.carried.emplace_back("x_" + columns[i].name, text);
      continue;
    }
    if (text.empty() || !row.error.empty()) continue;
    const Giver giver{fmt::format("{}, column {}", place, in_quotes(columns[i].name)), BadInput::Kind::data};
    try {
      const bool number = find_input(columns[i].key) != nullptr;
      row.scenario.set(columns[i].key, separator == ';' && number ? with_point(text, giver) : text, giver);
    } catch (const BadInput& error) {
      row.error = error.what();
    }
  }
  if (cells.size() > columns.size() && row.error.empty())
    row.error = fmt::format("{}: {} cells, {} columns", place, cells.size(), columns.size());
  return row;
}

}  // namespace

std::string key_of_column(std::string_view name) {
  while (name.substr(0, 1) == "-") name.remove_prefix(1);
  for (const std::string_view key : scenario_keys()) {
    std::string flat(key);
    std::replace(flat.begin(), flat.end(), '.', '_');
    const InputAbout* about = find_input(key);
    if (name == key || name == flat || (about && name == fmt::format("{}_{}", flat, column_suffix(about->unit))))
      return std::string(key);
    std::string as_option = fmt::format("--{}", name);
    std::replace(as_option.begin(), as_option.end(), '_', '-');
    const auto options = options_of(key);
    if (std::find(options.begin(), options.end(), as_option) != options.end()) return std::string(key);
  }
  return {};
}

Batch read_batch(std::string_view text, const std::string& source) {
  const auto [separator, rows] = parse_csv(text, source);
  if (rows.empty()) refuse_contents(source, "a header with the names of inputs is expected");

  const auto columns = read_header(rows.front().cells, source);
  Batch batch;
  const auto keys = scenario_keys();
  for (const Column& column : columns) {
    if (!column.key.empty())
      batch.keys.push_back(column.key);
    else
      batch.warnings.push_back(fmt::format(
          "{}: column {} is no input and is kept as x_{}{}", source, in_quotes(column.name), column.name,
          did_you_mean(column.name, {keys.begin(), keys.end()})));
  }
  if (batch.keys.empty()) refuse_contents(source, "no column is named after an input");
  for (std::size_t i = 1; i < rows.size(); ++i)
    batch.rows.push_back(
        read_row(columns, rows[i].cells, separator, fmt::format("{}: row {}", source, rows[i].number)));
  return batch;
}

}  // namespace llmsize
