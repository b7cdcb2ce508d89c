// SPDX-License-Identifier: Apache-2.0
// JSON and tables.
#include "core/tables/data.hpp"

#include "core/files/csv.hpp"
#include "core/files/utf8.hpp"
#include "core/files/version.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/price_basis.hpp"
#include "core/tables/csv_line.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

Json origin_json(const Origin& origin) {
  Json json{{"origin", text(origin)}};
  if (!origin.source.empty()) json["source"] = origin.source;
  if (!origin.confidence.empty()) json["confidence"] = origin.confidence;
  return json;
}

Json scenario_json(const Case& plan) {
  Json json = Json::object();
  for (const std::string_view key : scenario_keys()) {
    if (find_input(key)) continue;
    const auto word = plan.words.find(key);
    Json& field = json[std::string(key)] = {{"value", nullptr}, {"unit", "word"}};
    if (word != plan.words.end()) field["value"] = word->second.word;
    field.update(origin_json(word == plan.words.end() ? Origin{} : word->second.origin));
  }
  for (const InputRow& input : inputs()) {
    const InputAbout& about = *input.about;
    const double value = plan[input.key];
    Json& field = json[std::string(about.key)] = {{"value", number_json(value)}, {"unit", symbol(about.unit)}};
    if (const auto said = word(about.words, value); !said.empty()) field["word"] = said;
    const bool derived = !plan.has(input.key) && !is_absent(value);
    field.update(derived ? origin_json({Origin::Kind::derived, {}, {}, {}}) : origin_json(plan.origin(input.key)));
  }
  return json;
}

Json result_json(const Result& result) {
  Json json{{"value", number_json(result.value)}, {"unit", symbol(result.row->about->unit)}};
  if (const auto said = word(result.row->about->words, result.value); !said.empty()) json["word"] = said;
  if (result.p10) json["p10"] = number_json(*result.p10);
  if (result.p90) json["p90"] = number_json(*result.p90);
  if (is_absent(result.value)) json["missing"] = result.missing;
  return json;
}

std::string cell(double value) { return is_absent(value) ? std::string{} : exact(value); }

void append_csv_cell(std::string& text, const std::string& cell, char separator) {
  const std::string guarded_cell = guarded(cell);
  const char special[] = {'"', '\n', '\r', separator, '\0'};
  // Readers drop blanks at the ends of what is not quoted.
  constexpr std::string_view blanks = " \t";
  const bool has_blank_end = !guarded_cell.empty() && (blanks.find(guarded_cell.front()) != std::string_view::npos ||
                                                       blanks.find(guarded_cell.back()) != std::string_view::npos);
  if (!has_blank_end && guarded_cell.find_first_of(special) == std::string::npos) {
    text += guarded_cell;
    return;
  }
  text += '"';
  for (const char c : guarded_cell) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

/// A cell of somebody else's in one line, without orders to the terminal.
std::string one_line(const std::string& cell) {
  std::string text = cleaned(cell);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

template <class Cell>
std::string joined(const std::vector<std::string>& cells, std::string_view separator, Cell cell_text) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += (i ? std::string(separator) : std::string{}) + cell_text(cells[i]);
  return line;
}

}  // namespace

Json document(const std::string& command, const Case* plan, const Answer& answer, Json rows) {
  Json json{
      {"schema_version", document_version},
      {"tool", {{"name", "llmsize"}, {"version", version()}, {"command", command}}}};
  json["scenario"] = plan ? scenario_json(*plan) : Json::object();
  json["results"] = Json::object();
  const std::string_view basis = plan ? price_basis(*plan) : std::string_view{};
  for (const Result& result : answer.results) {
    Json& told = json["results"][std::string(result.row->about->id)] = result_json(result);
    if (result.row->about->unit == Unit::money && !basis.empty()) told["price_basis"] = basis;
  }
  json["rows"] = std::move(rows);
  json["findings"] = Json::array();
  for (const FoundFinding& finding : answer.findings)
    json["findings"].push_back(
        {{"severity", word(finding.severity)},
         {"id", finding.id.text()},
         {"message", finding.message},
         {"fields", finding.fields}});
  return json;
}

std::string column(std::string_view key) {
  std::string name(key);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::string column(std::string_view id, Unit unit) { return fmt::format("{}_{}", column(id), column_suffix(unit)); }

Table as_table(const Scenario& scenario, const Case& plan, const Answer& answer) {
  Table table{{}, {{}}};
  const auto add = [&](std::string header, std::string text) {
    table.header.push_back(std::move(header));
    table.rows.front().push_back(std::move(text));
  };
  for (const std::string_view key : scenario_keys()) {
    const Scenario::Said* said = scenario.find(key);
    if (!said) continue;
    if (said->value.number) {
      const InputKey input = InputKey::find(key).value();
      add(column(key, about_of(input).unit), cell(plan[input]));
    } else
      add(column(key), said->value.word);
  }
  for (const Result& result : answer.results) {
    const Unit unit = result.row->about->unit;
    const std::string id(result.row->about->id);
    add(column(id, unit), cell(result.value));
    if (!result.row->about->words.empty())
      add(column(id + ".word"), std::string(word(result.row->about->words, result.value)));
    if (result.p10) add(column(id + ".p10", unit), cell(*result.p10));
    if (result.p90) add(column(id + ".p90", unit), cell(*result.p90));
  }
  std::string ids;
  for (const FoundFinding& finding : answer.findings)
    ids += fmt::format("{}{}", ids.empty() ? "" : " ", finding.id.text());
  add("findings", ids);
  return table;
}

void append_csv_line(std::string& text, const std::vector<std::string>& cells, char separator) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) text += separator;
    append_csv_cell(text, cells[i], separator);
  }
  text += '\n';
}

std::string as_csv(const Table& table, char separator) {
  std::string text;
  append_csv_line(text, table.header, separator);
  for (const auto& row : table.rows) append_csv_line(text, row, separator);
  return text;
}

std::string as_markdown(const Table& table) {
  // What others wrote becomes no cell, link or element of HTML; emphasis and code harm nobody.
  const auto safe = [](const std::string& text) {
    std::string out;
    for (const char c : one_line(text)) {
      if (std::string_view("\\|[<&").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    return out;
  };
  std::string text = "| " + joined(table.header, " | ", safe) + " |\n|";
  for (std::size_t i = 0; i < table.header.size(); ++i) text += "---|";
  text += "\n";
  for (const auto& row : table.rows) text += "| " + joined(row, " | ", safe) + " |\n";
  return text;
}

std::string as_text(const Table& given, bool colour) {
  Table table = given;
  std::transform(table.header.begin(), table.header.end(), table.header.begin(), one_line);
  for (auto& row : table.rows) std::transform(row.begin(), row.end(), row.begin(), one_line);
  std::vector<std::size_t> widths;
  widths.reserve(table.header.size());
  for (const std::string& name : table.header) widths.push_back(width(name));
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += cells[i] + (i + 1 < cells.size() ? std::string(widths[i] - width(cells[i]) + 2, ' ') : std::string{});
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = colour ? "\033[1m" + line(table.header) + "\033[0m" : line(table.header);
  for (const auto& row : table.rows) text += line(row);
  return text;
}

}  // namespace llmsize
