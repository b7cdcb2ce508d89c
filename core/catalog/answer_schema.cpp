// SPDX-License-Identifier: Apache-2.0
// The schema of answers. Tests hold the documents of questions against it, because it is written by hand.
#include "core/catalog/answer_schema.hpp"

namespace llmsize {
namespace {

const Json answer_text{{"type", "string"}};
const Json answer_number{{"type", {"number", "null"}}};

Json described(Json json, const char* what) {
  json["description"] = what;
  return json;
}

Json list_of(Json items, const char* what) {
  return {{"type", "array"}, {"items", std::move(items)}, {"description", what}};
}

/// An object with these fields and no other.
Json record_of(Json required, Json properties) {
  return {
      {"type", "object"},
      {"additionalProperties", false},
      {"required", std::move(required)},
      {"properties", std::move(properties)}};
}

Json map_of(Json values, const char* what) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}, {"description", what}};
}

const Json answer_unit = described(answer_text, "Base unit: s, B, B/s, FLOP, W, money, 1 for counts and ratios.");
const Json answer_word = described(answer_text, "What the number stands for, where it is a choice.");

Json answer_input() {
  return record_of(
      {"value", "unit", "origin"},
      {{"value", described({{"type", {"number", "string", "null"}}}, "In the base unit; null where it is absent.")},
       {"unit", answer_unit},
       {"word", answer_word},
       {"origin", described(answer_text, "user, preset …, data sheet …, planned, default, derived, absent, …")},
       {"source", answer_text},
       {"confidence", answer_text}});
}

Json answer_result() {
  return record_of(
      {"value", "unit"},
      {{"value", described(answer_number, "P50 in the base unit; null where it is absent.")},
       {"unit", answer_unit},
       {"word", answer_word},
       {"p10", answer_number},
       {"p90", answer_number},
       {"missing", list_of(answer_text, "Inputs without which the result is absent.")},
       {"price_basis", described(answer_text, "Of an amount of money: where its prices come from.")}});
}

Json answer_finding() {
  const Json remedy = record_of(
      {"label", "set"},
      {{"label", answer_text}, {"set", map_of(answer_text, "Inputs by key, as a question or a scenario sets them.")}});
  return record_of(
      {"severity", "id", "message", "fields"},
      {{"severity", {{"enum", {"info", "warning", "error"}}}},
       {"id", answer_text},
       {"message", answer_text},
       {"fields", list_of(answer_text, "Inputs and results that it is about.")},
       {"remedies", list_of(remedy, "Changes that remove the finding, tried before they are offered.")}});
}

}  // namespace

Json answer_schema() {
  Json json = record_of(
      {"schema_version", "tool", "scenario", "results", "rows", "findings"},
      {{"schema_version", {{"const", 1}}},
       {"tool", record_of(
                    {"name", "version", "command"}, {{"name", {{"const", "llmsize"}}},
                                                     {"version", answer_text},
                                                     {"command", described(answer_text, "The question.")},
                                                     {"seconds", described(answer_number, "Time of the search.")}})},
       {"scenario",
        map_of(answer_input(), "Every input by its key; empty where an answer has rows of several scenarios.")},
       {"results", map_of(answer_result(), "Results by id.")},
       {"rows", list_of({{"type", "object"}}, "A row per layout, scenario or part; numbers in base units by id.")},
       {"findings", list_of(answer_finding(), "Problems and notes, errors first.")},
       {"verdict", record_of(
                       {"state", "because"},
                       {{"state", {{"enum", {"ok", "warning", "incomplete", "misses_goal", "does_not_fit"}}}},
                        {"because", list_of(answer_text, "Ids of the findings that decide it.")}})},
       {"traffic_classes",
        list_of({{"type", "object"}}, "Of a service with several classes: latencies and limits of each.")},
       {"portfolio", described({{"type", "object"}}, "Of jobs that share a cluster: nodes by month.")},
       {"fleet", described({{"type", "object"}}, "Of services that share a cluster: nodes by hour.")}});
  json["$schema"] = "http://json-schema.org/draft-07/schema#";
  json["title"] = "An answer, as --json writes it";
  return json;
}

}  // namespace llmsize
