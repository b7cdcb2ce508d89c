// SPDX-License-Identifier: Apache-2.0
// Reads rows of sheets as scenarios.
#include "core/scenario/batch.hpp"

#include "core/files/xlsx.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace llmsize {
namespace {

/// A column of the file: an input, or something of the user's own.
struct Column {
  std::string name;
  std::string key;
};

std::vector<Column> read_header(const std::vector<std::string>& header, const std::string& source) {
  std::vector<Column> columns;
  std::unordered_map<std::string, std::string_view> first_names;  // by key, or by name where there is none
  for (const std::string& name : header) {
    columns.push_back({name, key_of_column(name)});
    if (name.empty()) continue;
    const std::string& key = columns.back().key;
    // A name with a line end in front is no key.
    const auto [first, fresh] = first_names.emplace(key.empty() ? '\n' + name : key, name);
    if (!fresh)
      refuse_contents(
          source, fmt::format("column {} says the same as column {}", in_quotes(name), in_quotes(first->second)));
  }
  return columns;
}

BatchRow read_row(
    const std::vector<Column>& columns, const std::vector<std::string>& cells, char separator,
    const std::string& place) {
  BatchRow row;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string text = i < cells.size() ? cells[i] : std::string{};
    if (columns[i].name.empty()) continue;
    if (columns[i].key.empty()) {
      row.carried.emplace_back("x_" + columns[i].name, text);
      continue;
    }
    if (text.empty() || !row.error.empty()) continue;
    const Giver giver{fmt::format("{}, column {}", place, in_quotes(columns[i].name)), BadInput::Kind::data};
    try {
      const bool number = find_input(columns[i].key) != nullptr;
      row.scenario.set(columns[i].key, separator == ';' && number ? with_point(text, giver.name) : text, giver);
    } catch (const BadInput& error) {
      row.error = error.what();
    }
  }
  if (cells.size() > columns.size() && row.error.empty())
    row.error = fmt::format("{}: {} cells, {} columns", place, cells.size(), columns.size());
  return row;
}

/// People write "Node price" where an option is --node-price.
char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

/// Names that columns may have for inputs. A file may have thousands of columns, and each is looked up.
class Names {
 public:
  Names() {
    for (const std::string_view key : scenario_keys()) {
      std::string flat(key);
      std::replace(flat.begin(), flat.end(), '.', '_');
      const std::size_t place = keys_.size();
      keys_.push_back(key);
      plain_.emplace(std::string(key), place);
      plain_.emplace(flat, place);
      if (const InputAbout* about = find_input(key))
        plain_.emplace(fmt::format("{}_{}", flat, column_suffix(about->unit)), place);
      for (const std::string& option : options_of(key)) options_.emplace(option, place);
    }
  }

  /// The key that a name means, or nothing; where it means several, the first.
  std::string_view key(std::string_view name) const {
    std::string option = fmt::format("--{}", name);
    for (char& each : option) each = each == '_' || each == ' ' ? '-' : lower(each);
    const std::size_t place = std::min(place_in(plain_, std::string(name)), place_in(options_, option));
    return place < keys_.size() ? keys_[place] : std::string_view();
  }

 private:
  using Places = std::unordered_map<std::string, std::size_t>;
  std::size_t place_in(const Places& places, const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() ? keys_.size() : found->second;
  }

  std::vector<std::string_view> keys_;
  Places plain_, options_;
};

/// A sentence for each column that is no input, the first of them alone where they are many.
std::vector<std::string> warnings_of(const std::vector<Column>& columns, const std::string& source) {
  constexpr std::size_t most = 20;
  const auto keys = scenario_keys();
  std::vector<std::string> warnings;
  std::size_t more = 0, unnamed = 0;
  for (const Column& column : columns) {
    if (!column.key.empty()) continue;
    if (column.name.empty())
      ++unnamed;
    else if (warnings.size() < most)
      warnings.push_back(fmt::format(
          "{}: column {} is no input and is kept as x_{}{}", source, in_quotes(column.name), column.name,
          did_you_mean(column.name, {keys.begin(), keys.end()})));
    else
      ++more;
  }
  // Spreadsheets write them behind the last column.
  if (unnamed > 0)
    warnings.push_back(fmt::format(
        "{}: {} column{} without a name {} left out", source, unnamed, unnamed == 1 ? "" : "s",
        unnamed == 1 ? "is" : "are"));
  if (more > 0) warnings.push_back(fmt::format("{}: {} more columns are no inputs and are kept, too", source, more));
  return warnings;
}

}  // namespace

std::string key_of_column(std::string_view name) {
  static const Names names;
  while (name.starts_with('-')) name.remove_prefix(1);
  return std::string(names.key(name));
}

Batch read_batch(std::string_view text, const std::string& source) {
  const auto [separator, rows] = is_workbook(text) ? Csv{',', parse_xlsx(text, source)} : parse_csv(text, source);
  if (rows.empty()) refuse_contents(source, "a header with the names of inputs is expected");

  const auto columns = read_header(rows.front().cells, source);
  Batch batch;
  batch.header = rows.front().cells;
  for (const Column& column : columns)
    if (!column.key.empty()) batch.keys.push_back(column.key);
  batch.warnings = warnings_of(columns, source);
  if (batch.keys.empty()) refuse_contents(source, "no column is named after an input");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    batch.rows.push_back(
        read_row(columns, rows[i].cells, separator, fmt::format("{}: row {}", source, rows[i].number)));
    batch.rows.back().cells = rows[i].cells;
    batch.rows.back().cells.resize(columns.size());
  }
  return batch;
}

}  // namespace llmsize
