// SPDX-License-Identifier: Apache-2.0
// Reads the rules from their document and applies their conditions.
#include "core/calibration/reading_rules.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/lowered.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace llmsize {
namespace {

bool matches(const std::string& cell, const std::string& pattern) {
  if (pattern.empty()) return cell.empty();
  if (pattern == "*") return !cell.empty();
  if (pattern.front() == '=') return cell == pattern.substr(1);
  if (pattern.front() == '<') return !cell.empty() && cell < pattern.substr(1);
  if (pattern.front() == '>') return cell > pattern.substr(1);
  if (pattern.front() == '!') return lowered(cell).find(lowered(pattern.substr(1))) == std::string::npos;
  return lowered(cell).find(lowered(pattern)) != std::string::npos;
}

std::string text_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.is_number() ? exact(json.get<double>()) : json.dump();
}

std::vector<std::string> texts_of(const Json& json) {
  if (!json.is_array()) return {text_of(json)};
  std::vector<std::string> all;
  for (const Json& item : json) all.push_back(text_of(item));
  return all;
}

std::map<std::string, std::string, std::less<>> columns_of(const Json& json) {
  std::map<std::string, std::string, std::less<>> columns;
  if (json.contains("columns"))
    for (const auto& [column, key] : json.at("columns").items()) columns.emplace(column, text_of(key));
  return columns;
}

/// Columns that are written in words.
constexpr std::string_view worded[] = {"software", "source", "where_in_source", "model_name", "notes"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The first release in a text: two digits of a year from 2020 on, a point, two digits of a month, no digit on either
/// side.
std::string release_in(std::string_view text) {
  for (std::size_t at = 0; at + 5 <= text.size(); ++at) {
    const std::string_view here = text.substr(at, 5);
    const bool form = here[0] == '2' && is_digit(here[1]) && here[2] == '.' && is_digit(here[3]) && is_digit(here[4]) &&
                      here.substr(3) >= "01" && here.substr(3) <= "12";
    const bool alone = (at == 0 || (!is_digit(text[at - 1]) && text[at - 1] != '.')) &&
                       (at + 5 == text.size() || !is_digit(text[at + 5]));
    if (form && alone) return std::string(here);
  }
  return {};
}

}  // namespace

void refuse_repeated(const std::vector<std::string>& header, const std::string& source) {
  std::set<std::string_view> names;
  for (const std::string& name : header)
    if (!name.empty() && !names.insert(name).second)
      refuse_contents(source, fmt::format("column {} comes twice", in_quotes(name)));
}

NamedRow::NamedRow(const std::vector<std::string>& header, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < header.size(); ++i) cells_[header[i]] = i < cells.size() ? cells[i] : std::string{};
  std::string text;
  for (const std::string_view column : worded) text += (*this)[column] + "; ";
  set("release", release_in(text));
  set("text", std::move(text));
}

const std::string& NamedRow::operator[](std::string_view column) const {
  static const std::string blank;
  const auto found = cells_.find(column);
  return found == cells_.end() ? blank : found->second;
}

bool ReadingRule::applies(const NamedRow& row) const {
  return std::all_of(when.begin(), when.end(), [&](const auto& condition) {
    const std::string& cell = row[condition.first];
    return std::any_of(condition.second.begin(), condition.second.end(), [&](const std::string& pattern) {
      return matches(cell, pattern);
    });
  });
}

ReadingRule reading_rule(const Json& json) {
  ReadingRule rule;
  for (const auto& [column, patterns] : json.at("when").items()) rule.when.emplace_back(column, texts_of(patterns));
  if (json.contains("say"))
    for (const auto& [key, value] : json.at("say").items()) rule.say.emplace_back(key, text_of(value));
  rule.columns = columns_of(json);
  rule.over = json.value("over", false);
  rule.last = json.value("last", false);
  rule.spread = json.value("spread", 0.0);
  rule.because = json.value("because", "");
  rule.unusable = json.value("unusable", "");
  rule.unpredicted = json.value("unpredicted", "");
  rule.memory = ResultKey::find(json.value("memory", ""));
  rule.memory_unit = parse(json.value("memory_unit", "0"), Unit::bytes).value_or(0);
  if (json.contains("work")) {
    const Json& work = json.at("work");
    rule.work = {
        ResultKey::find(work.value("result", "")), work.value("attention", ""), work.value("per_parameter", 0.0)};
  }
  return rule;
}

ReadingRules reading_rules(const Catalog& catalog, std::string_view kind) {
  const std::optional<Json> document = catalog.document("measurements", kind);
  if (!document)
    throw BadInput(BadInput::Kind::unknown_id, fmt::format("measurements: unknown rules {}", in_quotes(kind)));
  try {
    ReadingRules all{columns_of(*document), texts_of(document->at("read")), {}};
    for (const Json& rule : document->at("rules")) all.rules.push_back(reading_rule(rule));
    return all;
  } catch (const Json::exception& error) {
    throw BadInput(BadInput::Kind::data, fmt::format("measurements/{}.json: {}", kind, error.what()));
  }
}

std::vector<std::string_view> columns_of(const ReadingRules& rules) {
  std::vector<std::string_view> columns(rules.read.begin(), rules.read.end());
  for (const auto& [column, key] : rules.columns) columns.emplace_back(column);
  return columns;
}

}  // namespace llmsize
