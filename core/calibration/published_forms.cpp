// SPDX-License-Identifier: Apache-2.0
// Reads the forms from their document and rows by them.
#include "core/calibration/published_forms.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

PublishedNumber::Spread spread_of_input(const std::string& key, const Json& json) {
  const auto input = InputKey::find(key);
  if (!input) refuse_contents("measurements/storage.json", fmt::format("unknown input {}", in_quotes(key)));
  return {*input, json.value("value", 0.0), json.value("each", 0.0), json.value("of", "")};
}

PublishedNumber number_of_form(const Json& json) {
  PublishedNumber number{
      json.value("name", ""),
      reading_rule(json),
      json.value("group", ""),
      json.value("metric", ""),
      json.value("measured", ""),
      json.value("per", ""),
      {}};
  if (json.contains("spreads"))
    for (const auto& [key, spread] : json.at("spreads").items()) number.spreads.push_back(spread_of_input(key, spread));
  return number;
}

/// A text with the cells of a row in it. Throws BadInput: data, where such a cell is blank.
std::string filled(const std::string& text, const NamedRow& row) {
  std::string with;
  std::size_t at = 0;
  for (std::size_t open = text.find('{'); open != std::string::npos; open = text.find('{', at)) {
    const std::size_t close = text.find('}', open);
    const std::string column = text.substr(open + 1, close - open - 1);
    if (row[column].empty()) refuse_contents(column, "expected a value");
    with += text.substr(at, open - at) + row[column];
    at = close + 1;
  }
  return with + text.substr(at);
}

double number_in(const std::string& text, Unit unit, const std::string& what) {
  const auto value = parse(text, unit);
  if (!value || !(*value > 0))
    refuse_contents(what, fmt::format("invalid value {}: expected {} above zero", in_quotes(text), accepted(unit)));
  return *value;
}

void take(const PublishedNumber& form, const NamedRow& row, const std::string& place, StorageNumber& number) {
  number.metric = ResultKey::find(form.metric);
  if (!number.metric) refuse_result(form.metric, "metric", BadInput::Kind::data);
  const std::string over = filled(form.over, row);
  number.measured = number_in(filled(form.measured, row), result_row(*number.metric).about->unit, "measured") /
                    (over.empty() ? 1 : number_in(over, Unit::count, form.over));
  for (const auto& [key, text] : form.rule.say)
    number.scenario.set(key, filled(text, row), {place, BadInput::Kind::data});
  for (const PublishedNumber::Spread& spread : form.spreads) {
    const double among = spread.of.empty() ? 1 : number_in(filled(spread.of, row), Unit::count, spread.of);
    number.spreads.emplace_back(spread.key, std::hypot(spread.value, spread.each / std::sqrt(among)));
  }
}

}  // namespace

std::vector<PublishedForm> published_forms(const Catalog& catalog) {
  std::vector<PublishedForm> forms;
  const std::optional<Json> document = catalog.document("measurements", "storage");
  if (!document) return forms;
  try {
    for (const Json& json : document->at("forms")) {
      PublishedForm form{json.at("columns").get<std::vector<std::string>>(), json.value("by", ""), {}};
      for (const Json& number : json.at("numbers")) form.numbers.push_back(number_of_form(number));
      forms.push_back(std::move(form));
    }
  } catch (const Json::exception& error) {
    throw BadInput(BadInput::Kind::data, fmt::format("measurements/storage.json: {}", error.what()));
  }
  return forms;
}

const PublishedForm* form_of(const std::vector<std::string>& header, const std::vector<PublishedForm>& forms) {
  const auto has = [&](const std::string& column) {
    return std::find(header.begin(), header.end(), column) != header.end();
  };
  const auto found = std::find_if(forms.begin(), forms.end(), [&](const PublishedForm& form) {
    return std::all_of(form.columns.begin(), form.columns.end(), has);
  });
  return found == forms.end() ? nullptr : &*found;
}

std::vector<StorageNumber> numbers_of(const NamedRow& row, const PublishedForm& form, const std::string& place) {
  std::vector<StorageNumber> numbers;
  const auto add = [&](const std::string& name) -> StorageNumber& {
    StorageNumber& number = numbers.emplace_back();
    number.id = row["id"] + (row["id"].empty() || name.empty() ? "" : ", ") + name;
    number.source = row["source"];
    return number;
  };
  for (const PublishedNumber& each : form.numbers) {
    if (!each.rule.applies(row)) continue;
    StorageNumber& number = add(each.name);
    number.reason = each.rule.unusable;
    if (number.reason.empty()) try {
        number.group = each.group;
        number.by = filled(form.by, row);
        take(each, row, place, number);
      } catch (const BadInput& error) {
        number.reason = error.what();
      }
  }
  if (numbers.empty()) add("").reason = "no reading rule of presets/measurements/storage.json applies to this row";
  return numbers;
}

}  // namespace llmsize
