// SPDX-License-Identifier: Apache-2.0
// Makes schemas from the declarations of inputs: groups become objects, inputs their members.
#include "core/catalog/schema.hpp"

#include "core/catalog/answer_schema.hpp"
#include "core/catalog/drafts.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/record/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace llmsize {
namespace {

/// A kind of entry and the groups of inputs that it may fill.
struct Kind {
  std::string_view name;
  std::string_view title;
  std::array<std::string_view, 6> groups;
};

constexpr Kind kinds[] = {
    {"models", "A model: transformer architecture and training recipe", {"model", "workload", "serving"}},
    {"systems", "A node type", {"node", "accelerator", "network", "fabric"}},
    {"accelerators",
     "An accelerator; peaks are dense, bandwidths per direction",
     {"accelerator", "software", "workload", "engine"}},
    {"networks",
     "A network between nodes, or a link between accelerators",
     {"network", "node", "switch", "fabric", "bom"}},
    {"switches", "A switch", {"switch"}},
    {"fabrics", "A fabric of a reference architecture", {"fabric", "switch"}},
    {"storage", "A shared storage system, per appliance", {"storage"}},
    {"guidelines", "A storage sizing guideline", {"storage"}},
    {"drives", "Local drives", {"node"}},
    {"datasets", "A training dataset", {"data", "workload"}},
    {"traffic", "A class of serving traffic: lengths, sessions and SLOs", {"traffic", "serving"}},
    {"price-lists", "Your own prices, in one currency", {"economics"}},
    {"software", "A training or serving stack with fitted efficiencies", {"software", "memory", "layout", "engine"}},
};

const Json text{{"type", "string"}, {"minLength", 1}};

std::string_view group_of(std::string_view key) { return key.substr(0, key.find('.')); }
/// "tensor" of "layout.tensor"; a key without a group is the id of its group.
std::string name_in_group(std::string_view key) {
  return key == group_of(key) ? "id" : std::string(key.substr(key.find('.') + 1));
}

/// What may stand for an input: a number in base units or a text with a unit; a word of a choice; an id.
Json value_schema(std::string_view key) {
  if (const Choice* choice = find_choice(key)) {
    Json words = Json::array();
    for (const Option& option : choice->options) {
      words.push_back(option.word);
      // A word such as "3" may be written as a number.
      if (const auto number = parse(option.word, Unit::year)) words.push_back(static_cast<std::int64_t>(*number));
    }
    for (const FormerName& each : former_words())
      if (current_word(key, each.former) != each.former) words.push_back(each.former);
    return {{"enum", words}};
  }
  if (find_reference(key)) return text;
  const InputAbout& about = *find_input(key);
  if (about.unit == Unit::flag) return {{"anyOf", {{{"type", {"boolean", "string"}}}, {{"enum", {0, 1}}}}}};
  const Json number{{"type", about.whole ? "integer" : "number"}, {"minimum", about.least}, {"maximum", about.most}};
  return {{"anyOf", {number, {{"type", "string"}, {"minLength", 1}, {"description", accepted(about.unit)}}}}};
}

std::string help_of(std::string_view key) {
  if (const Choice* choice = find_choice(key)) return std::string(choice->help);
  if (const Reference* reference = find_reference(key)) return std::string(reference->help);
  return std::string(find_input(key)->help);
}

/// A value, or a value with a source of its own.
Json fact_schema(std::string_view key) {
  const Json value = value_schema(key);
  Json detailed{{"type", "object"}, {"required", {"value"}}, {"additionalProperties", false}};
  detailed["properties"] = {{"value", value}, {"source", text}, {"confidence", text}};
  if (find_input(key))
    detailed["properties"]["spread"] = {
        {"type", "number"}, {"minimum", 0}, {"maximum", 3}, {"description", "Relative standard deviation."}};
  return {{"description", help_of(key)}, {"anyOf", {value, detailed}}};
}

/// A value, or a list of values.
Json said_schema(std::string_view key) {
  const Json value = value_schema(key);
  return {{"description", help_of(key)}, {"anyOf", {value, {{"type", "array"}, {"minItems", 1}, {"items", value}}}}};
}

bool is_scenario_key(std::string_view key) { return InputKey::find(key) || WordKey::find(key); }

template <class FieldSchema>
Json group_schema(std::string_view group, FieldSchema field_schema) {
  Json json{{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  for (const std::string_view key : scenario_keys())
    if (group_of(key) == group) json["properties"][name_in_group(key)] = field_schema(key);
  for (const auto& [former, now] : former_ids)
    if (group_of(former) == group && is_scenario_key(now))
      json["properties"][name_in_group(former)] = field_schema(now);
  return json;
}

Json started(std::string_view title) {
  return {
      {"$schema", "http://json-schema.org/draft-07/schema#"},
      {"title", title},
      {"type", "object"},
      {"additionalProperties", false}};
}

/// What a stack was fitted to.
Json fitted_schema() {
  const Json texts{{"type", "array"}, {"items", text}}, count{{"type", "number"}, {"minimum", 0}};
  return {
      {"type", "object"},
      {"description", "Measured runs behind the values. What differs from them widens the range of an answer."},
      {"additionalProperties", false},
      {"required", {"rows", "models", "accelerators", "precisions", "most_gpus", "longest_sequence"}},
      {"properties",
       {{"rows", {{"type", "integer"}, {"minimum", 0}}},
        {"models", texts},
        {"accelerators", texts},
        {"precisions", texts},
        {"most_gpus", count},
        {"longest_sequence", count}}}};
}

/// Speculative decoding of a model as it was measured.
Json drafts_schema() {
  Json methods = Json::array();
  for (const DraftMethod& each : draft_methods) methods.push_back(each.word);
  const Json tokens{
      {"type", "object"},
      {"description", "Mean tokens per verified step by the number of draft tokens."},
      {"minProperties", 1},
      {"additionalProperties", {{"type", "number"}, {"exclusiveMinimum", 1}, {"maximum", most_draft_tokens + 1}}}};
  const Json run{
      {"type", "object"},
      {"additionalProperties", false},
      {"required", {"text", "tokens"}},
      {"properties", {{"text", text}, {"tokens", tokens}}}};
  return {
      {"type", "object"},
      {"description", "Measured speculative decoding. It sets the acceptance rate for the number of draft tokens."},
      {"additionalProperties", false},
      {"required", {"method", "source", "runs"}},
      {"properties",
       {{"method", {{"enum", methods}}},
        {"source", text},
        {"runs", {{"type", "array"}, {"minItems", 1}, {"items", run}}}}}};
}

Json entry_schema(const Kind& kind) {
  Json json = started(kind.title);
  json["required"] = {"id", "name", "source"};
  Json& properties = json["properties"];
  properties["id"] = {
      {"type", "string"},
      {"pattern", "^[A-Za-z0-9][A-Za-z0-9._-]*(@[0-9][0-9.]*)?$"},
      {"description", "File name without extension."}};
  properties["name"] = text;
  for (const std::string_view word : entry_words) properties[std::string(word)] = text;
  for (const char* word : {"confidence", "notes"}) properties[word] = text;
  properties["source"] = {
      {"type", "string"}, {"minLength", 1}, {"description", "Source of all values without their own source."}};
  properties["year"] = {{"type", "integer"}};
  if (kind.name == "software") properties["fitted"] = fitted_schema();
  if (kind.name == "models") properties["drafts"] = drafts_schema();
  if (kind.name == "price-lists") {
    const Json amount{{"type", "number"}, {"minimum", 0}, {"maximum", 1e12}};
    properties["items"] = {
        {"type", "object"},
        {"additionalProperties", amount},
        {"description", "Prices by id: per node of a system, per switch, per storage appliance."}};
  }
  for (const std::string_view group : kind.groups)
    if (!group.empty()) properties[std::string(group)] = group_schema(group, fact_schema);
  return json;
}

Json scenario_schema() {
  Json json = started("A scenario; a list makes it a study of several");
  json["required"] = {"schema_version"};
  Json& properties = json["properties"];
  properties["schema_version"] = {{"const", 1}};
  properties["name"] = text;
  properties["notes"] = text;
  const auto texts = [](const char* what) { return Json{{"type", "array"}, {"items", text}, {"description", what}}; };
  properties["results"] = texts("Result IDs of the scenario.");
  properties["claims"] = texts("Published numbers that audit checks, as its option --claim.");
  properties["hidden"] = texts("Ranges of unpublished inputs, as the option --hidden of audit.");
  for (const std::string_view key : scenario_keys()) {
    const std::string group(group_of(key));
    if (properties.contains(group)) continue;
    properties[group] = group_schema(group, said_schema);
    // "model": "gpt3-175b" is short for "model": {"id": "gpt3-175b"}.
    if (find_reference(group)) properties[group] = {{"anyOf", {said_schema(group), properties[group]}}};
  }
  return json;
}

Json assumptions_schema() {
  Json item = started("An assumption: the value of an input without another source");
  item.erase("$schema");
  item["required"] = {"input", "value", "spread", "reason"};
  item["properties"] = {
      {"input", text},
      {"value", {{"type", {"number", "string"}}}},
      {"spread", {{"type", "number"}, {"minimum", 0}, {"maximum", 3}}},
      {"times", {{"type", "array"}, {"items", text}}},
      {"when", {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}, {"additionalProperties", text}}},
      {"reason", text}};
  Json json = started("Assumptions");
  json["required"] = {"assumptions"};
  json["properties"] = {{"assumptions", {{"type", "array"}, {"items", item}}}};
  return json;
}

Json prices_schema() {
  const Json amount{{"type", "number"}, {"exclusiveMinimum", 0}};
  Json item = started("A public price of a system, per node");
  item.erase("$schema");
  item["required"] = {"system", "item", "date", "term", "source", "evidence", "confidence"};
  item["anyOf"] = {{{"required", {"typical"}}}, {{"required", {"low", "high"}}}};
  item["properties"] = {{"system", text},   {"item", text},
                        {"low", amount},    {"typical", amount},
                        {"high", amount},   {"date", {{"type", "string"}, {"pattern", "^[0-9]{4}(-[0-9]{2}){0,2}$"}}},
                        {"term", text},     {"source", text},
                        {"evidence", text}, {"confidence", {{"enum", {"A", "B"}}}},
                        {"notes", text}};
  Json json = started("Public prices");
  json["required"] = {"id", "name", "currency", "prices"};
  json["properties"] = {
      {"id", text}, {"name", text}, {"currency", {{"const", "USD"}}}, {"prices", {{"type", "array"}, {"items", item}}}};
  return json;
}

bool is_kind(std::string_view name) {
  const auto names = schema_kinds();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string_view> schema_kinds() {
  std::vector<std::string_view> names;
  for (const Kind& kind : kinds) names.push_back(kind.name);
  names.insert(names.end(), {"scenarios", "sheets", "assumptions", "prices", "probes", "answers"});
  return names;
}

Json schema(std::string_view kind) {
  if (kind == "scenarios" || kind == "sheets") return scenario_schema();
  if (kind == "assumptions") return assumptions_schema();
  if (kind == "prices") return prices_schema();
  if (kind == "probes") return record_schema();
  if (kind == "answers") return answer_schema();
  for (const Kind& each : kinds)
    if (each.name == kind) return entry_schema(each);
  if (const std::string plural = fmt::format("{}s", kind); is_kind(plural)) return schema(plural);
  throw BadInput(
      BadInput::Kind::unknown_id, fmt::format("unknown schema {}", in_quotes(kind)),
      did_you_mean(kind, schema_kinds()));
}

}  // namespace llmsize
