// SPDX-License-Identifier: Apache-2.0
#include "core/questions/question_json.hpp"

#include "core/inputs/list.hpp"
#include "core/questions/question.hpp"
#include "llmsize/llmsize.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

constexpr std::string_view source = "question";

std::string text_in(const Json& json, std::string_view field) {
  if (!json.is_string()) refuse_contents(source, fmt::format("{}: expected a text", field));
  return json.get<std::string>();
}

void set_all(Question& question, const Json& values) {
  if (!values.is_object()) refuse_contents(source, "set: expected an object of inputs");
  for (const auto& [name, value] : values.items())
    if (value.is_number())
      question.set(name, value.get<double>());
    else if (value.is_boolean())
      question.set(name, value.get<bool>() ? "yes" : "no");
    else
      question.set(name, text_in(value, fmt::format("set: {}", name)));
}

std::vector<std::string> ids_in(const Json& json) {
  if (!json.is_array()) refuse_contents(source, "results: expected a list of ids");
  std::vector<std::string> ids;
  for (const Json& id : json) ids.push_back(text_in(id, "results"));
  return ids;
}

void take(Question& question, const std::string& field, const Json& value) {
  if (field == "question") return;
  if (field == "set") return set_all(question, value);
  if (field == "results") return void(question.results(ids_in(value)));
  if (field == "scenario") return void(question.scenario(text_in(value, field)));
  if (field == "catalog") return void(question.catalog(text_in(value, field)));
  if (field == "calibration") return void(question.calibration(text_in(value, field)));
  if (field == "ranges" && value.is_boolean()) return void(question.ranges(value.get<bool>()));
  if (field == "ranges") refuse_contents(source, "ranges: expected true or false");
  refuse_contents(
      source, fmt::format("unknown field {}", in_quotes(field)),
      did_you_mean(field, {"question", "set", "results", "scenario", "catalog", "calibration", "ranges"}));
}

/// What each input may be, by its key.
Json inputs_schema() {
  Json all = Json::object();
  for (const Reference* each : references())
    all[std::string(each->key)] = {{"type", "string"}, {"description", each->help}};
  for (const Choice* each : choices()) {
    Json words = Json::array();
    for (const Option& option : each->options) words.push_back(option.word);
    all[std::string(each->key)] = {{"enum", std::move(words)}, {"description", each->help}};
  }
  for (const InputAbout* each : numeric_inputs())
    all[std::string(each->key)] = {
        {"type", {"string", "number", "boolean"}},
        {"description", fmt::format("{} (numbers in {})", each->help, symbol(each->unit))}};
  return all;
}

Json text_schema(std::string_view description) { return {{"type", "string"}, {"description", description}}; }

}  // namespace

Json question_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "A question to llmsize"}};
  schema["type"] = "object";
  schema["required"] = {"question"};
  schema["additionalProperties"] = false;
  schema["properties"] = {
      {"question", {{"enum", question_names()}}},
      {"set",
       {{"type", "object"},
        {"description", "Inputs by key or option: texts as people type them, or numbers in base units."},
        {"properties", inputs_schema()},
        {"additionalProperties", {{"type", {"string", "number", "boolean"}}}}}},
      {"scenario", text_schema("A *.llmsize file or a scenario of the catalog to begin with.")},
      {"results", {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", "Ids of results, or all."}}},
      {"ranges", {{"type", "boolean"}, {"description", "P10 and P90 of every result."}}},
      {"catalog", text_schema("A folder whose entries take precedence over the built-in catalog.")},
      {"calibration", text_schema("What `llmsize calibrate` wrote.")}};
  return schema;
}

std::string asked_in_json(std::string_view question) {
  const Json json = parse_json(question, std::string(source));
  if (!json.is_object() || !json.contains("question"))
    refuse_contents(source, "expected an object with the field question");
  Question asked(text_in(json.at("question"), "question"));
  for (const auto& [field, value] : json.items()) take(asked, field, value);
  return asked.ask().json();
}

}  // namespace llmsize
