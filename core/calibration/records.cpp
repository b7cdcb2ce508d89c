// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/records.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/accelerator_name.hpp"
#include "core/calibration/measurable.hpp"
#include "core/calibration/record_choice.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace merging {

namespace {

Case sheet_of(
    const Catalog& catalog, const Scenario& said, const Kind& kind, std::string& accelerator, std::set<Note>& notes) {
  Scenario scenario;
  for (const auto& [key, each] : said.all()) {
    const std::string group = key.substr(0, key.find('.'));
    if (group == "accelerator" || group == "node" || group == "network" || group == "storage" ||
        key == "cluster.system")
      scenario.set(key, each.value, each.text, each.giver);
  }
  const auto of_case = [&](const Case& plan) {
    const auto word = plan.words.find("accelerator.id");
    return word == plan.words.end() ? std::string{} : word->second.word;
  };
  const std::string named = kind.known() ? accelerator_named(catalog, kind.gpu, kind.memory * 1e9) : std::string{};
  const bool is_said = scenario.find("accelerator.id") != nullptr;
  if (!is_said && !named.empty()) {
    if (scenario.find("cluster.system"))
      if (const std::string of_system = of_case(complete(scenario, catalog));
          !of_system.empty() && of_system != named) {
        notes.insert(
            fmt::format("the records are of {}, the system has {}: link measurements do not apply", named, of_system));
        scenario.unset("cluster.system");
      }
    scenario.set("accelerator.id", named, {"probe record"});
  }
  Case sheet = complete(scenario, catalog);
  accelerator = of_case(sheet);
  if (accelerator.empty() && kind.known())
    notes.insert(fmt::format("the catalog has no accelerator {}; set --accelerator", in_quotes(kind.gpu)));
  else if (named.empty() && kind.known() && !is_said)
    notes.insert(fmt::format(
        "the catalog has no accelerator {}; compared with {} of the system", in_quotes(kind.gpu), accelerator));
  return sheet;
}

std::string origin_text(const std::set<std::string>& nodes, const std::vector<NodeRecord>& records) {
  std::set<std::string> days;
  for (const NodeRecord& each : records) days.insert(each.record->created.substr(0, 10));
  constexpr std::size_t named = 3;
  std::vector<std::string> names(nodes.begin(), nodes.end());
  const std::size_t more = names.size() > named ? names.size() - (named - 1) : 0;
  if (more > 0) names.resize(named - 1);
  std::string text = fmt::format("measured here on {}", fmt::join(names, ", "));
  if (more > 0) text += fmt::format(" and {} more nodes", more);
  text += ", " + *days.begin();
  return days.size() > 1 ? text + " to " + *days.rbegin() : text;
}

double planned_nodes(const std::vector<NodeRecord>& records, const Scenario& said) {
  if (const Scenario::Said* nodes = said.find("cluster.nodes"); nodes && nodes->value.number)
    return *nodes->value.number;
  double launched = 1;
  for (const NodeRecord& each : records) launched = std::max(launched, static_cast<double>(each.record->launch.size));
  return launched;
}

}  // namespace
}  // namespace merging

std::vector<std::string> MergedRecords::slow_nodes() const {
  std::set<std::string> names;
  for (const Straggler& straggler : stragglers) names.insert(straggler.node);
  return {names.begin(), names.end()};
}

std::vector<std::string> sentences_of(const std::vector<Note>& notes) {
  std::vector<std::string> sentences;
  sentences.reserve(notes.size());
  for (const Note& note : notes) sentences.push_back(note.sentence());
  return sentences;
}

MergedRecords merge_records(std::vector<ProbeRecord> records, const Catalog& catalog, const Scenario& said) {
  using namespace merging;
  // Whatever order they come in, the answer is the same.
  std::vector<std::pair<std::string, ProbeRecord>> ordered;
  for (ProbeRecord& record : records) {
    std::string text = write_record(record).dump();
    ordered.emplace_back(std::move(text), std::move(record));
  }
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  records.clear();
  for (auto& [text, record] : ordered) records.push_back(std::move(record));

  Collection collection;
  note_conditions(records, collection.notes);
  leave_out_impossible(records, collection.notes);
  keep_latest(records, collection.notes);
  keep_one_mount(records, collection.notes);
  std::vector<NodeRecord> all;
  for (const ProbeRecord& record : records) {
    std::string node = record.node();
    all.push_back({node.empty() ? "an unnamed node" : node, &record});
  }
  Kind kind;
  const std::vector<NodeRecord> kept = of_one_kind(all, kind, collection.notes);
  MergedRecords merged;
  collection.sheet = sheet_of(catalog, said, kind, merged.accelerator, collection.notes);
  collection.gpus = kind.gpus > 0 ? static_cast<double>(kind.gpus) : collection.known("node.gpus");
  collect_machine(collection, kept);
  collect_storage(collection, kept);

  const double planned = planned_nodes(kept, said);
  if (std::set<std::string> names; planned > 1) {
    for (const NodeRecord& each : kept) names.insert(each.node);
    if (names.size() == 1) collection.note({"one node measured: node-to-node variation is unknown", {}, true});
  }
  std::set<std::string> nodes;
  for (const auto& [key, evidence] : collection.inputs)
    for (const Sample& sample : evidence.samples) nodes.insert(sample.node);
  for (const InputAbout* about : numeric_inputs()) {
    const auto found = collection.inputs.find(std::string(about->key));
    if (found == collection.inputs.end()) continue;
    MeasuredInput input = merge_input(found->first, found->second, planned);
    const FittedValue& value = input.fitted;
    if (const std::string why = implausible(measurable_input(about->key), value.value, value.p10(), value.p90());
        !why.empty()) {
      collection.note(fmt::format("{}: {}", about->key, why));
      continue;
    }
    merged.inputs.push_back(std::move(input));
    add_stragglers(merged.stragglers, found->first, found->second);
  }
  merged.notes.assign(collection.notes.begin(), collection.notes.end());
  merged.nodes.assign(nodes.begin(), nodes.end());
  if (merged.inputs.empty())
    throw BadInput(
        BadInput::Kind::data, fmt::format(
                                  "no record measures any input{}{}", merged.notes.empty() ? "" : ": ",
                                  fmt::join(sentences_of(merged.notes), "; ")));
  merged.origin = origin_text(nodes, kept);
  return merged;
}

std::vector<ProbeRecord> without_nodes(std::vector<ProbeRecord> records, const std::vector<std::string>& nodes) {
  std::erase_if(records, [&](const ProbeRecord& record) {
    return std::find(nodes.begin(), nodes.end(), record.node()) != nodes.end();
  });
  return records;
}

std::vector<Fact> facts_of(const MergedRecords& merged) {
  std::vector<Fact> facts;
  facts.reserve(merged.inputs.size());
  for (const MeasuredInput& input : merged.inputs)
    facts.push_back(
        {input.key,
         input.fitted.value,
         {},
         merged.origin,
         "measured",
         input.fitted.spread,
         is_of_accelerator(input.key) ? merged.accelerator : std::string()});
  return facts;
}

Json write_calibration(const MergedRecords& merged, const Calibration* fitted) {
  Json json = fitted ? write_calibration(*fitted) : Json{{"schema", calibration_schema}, {"values", Json::object()}};
  if (!merged.accelerator.empty()) json["accelerator"] = merged.accelerator;
  json["nodes"] = merged.nodes;
  for (const MeasuredInput& input : merged.inputs) {
    Calibration one;
    one.values[input.key] = input.fitted;
    one.rows = input.nodes;
    one.origin = merged.origin;
    Json& value = json["values"][input.key] = write_calibration(one).at("values").at(input.key);
    value["rule"] = input.rule;
    if (!input.flags.empty()) value["flags"] = input.flags;
  }
  json["stragglers"] = Json::array();
  for (const Straggler& straggler : merged.stragglers)
    json["stragglers"].push_back(
        {{"node", straggler.node}, {"input", straggler.key}, {"value", straggler.value}, {"median", straggler.median}});
  if (!merged.notes.empty()) json["notes"] = sentences_of(merged.notes);
  return json;
}

}  // namespace llmsize
