// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/record_choice.hpp"

#include "core/record/plausible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace llmsize::merging {
namespace {

std::string several_nodes(std::size_t count) { return fmt::format("{} node{}", count, count == 1 ? "" : "s"); }

Kind kind_of(const ProbeRecord& record) {
  Kind kind;
  const auto gpus = record.host.find("gpus");
  if (gpus == record.host.end() || !gpus->is_array() || gpus->empty() || !gpus->front().is_object()) return kind;
  const Json& first = gpus->front();
  kind.gpu = text_of(first, "name");
  kind.gpus = gpus->size();
  const std::string driver = text_of(first, "driver");
  kind.driver = driver.substr(0, driver.find('.'));
  kind.link = text_of(first, "host_link");
  if (const auto pcie = first.find("pcie"); kind.link.empty() && pcie != first.end() && pcie->is_object())
    kind.link = fmt::format("PCIe {} × {}", pcie->value("gen", Json()).dump(), pcie->value("width", Json()).dump());
  if (const auto memory = first.find("mem_bytes"); memory != first.end() && memory->is_number())
    kind.memory = std::round(memory->get<double>() / 1e9);
  return kind;
}

/// What several records tell of one node: not every tool sees all of its GPUs, or tells their full name.
Kind kind_of_both(const Kind& a, const Kind& b) {
  Kind all;
  all.gpu = a.gpu.size() >= b.gpu.size() ? a.gpu : b.gpu;
  all.driver = std::max(a.driver, b.driver);
  all.link = std::max(a.link, b.link);
  all.gpus = std::max(a.gpus, b.gpus);
  all.memory = std::max(a.memory, b.memory);
  return all;
}

}  // namespace

std::vector<NodeRecord> of_one_kind(const std::vector<NodeRecord>& records, Kind& kind, std::set<Note>& notes) {
  std::map<std::string, Kind> kinds;
  for (const NodeRecord& each : records) kinds[each.node] = kind_of_both(kinds[each.node], kind_of(*each.record));
  std::map<Kind, std::set<std::string>> nodes;
  for (const auto& [node, own] : kinds)
    if (own.known()) nodes[own].insert(node);
  for (const auto& [own, names] : nodes)
    if (!kind.known() || names.size() > nodes.at(kind).size()) kind = own;
  for (const auto& [own, names] : nodes)
    if (own != kind)
      notes.insert(fmt::format(
          "{} of different hardware excluded: {} ({})", several_nodes(names.size()), own.text(),
          fmt::join(names, ", ")));
  std::vector<NodeRecord> kept;
  for (const NodeRecord& each : records)
    if (const Kind& own = kinds.at(each.node); !own.known() || own == kind) kept.push_back(each);
  return kept;
}

void leave_out_impossible(std::vector<ProbeRecord>& records, std::set<Note>& notes) {
  for (ProbeRecord& record : records) {
    std::set<std::pair<std::string, std::string>> told;  // one sentence for all settings of a probe
    std::erase_if(record.results, [&](const ProbeResult& result) {
      const Plausible possible = plausible(result.unit);
      const auto wrong =
          std::find_if(result.raw.begin(), result.raw.end(), [&](double value) { return !possible.holds(value); });
      if (!result.valid() || wrong == result.raw.end()) return false;
      if (told.emplace(result.probe, result.metric).second)
        notes.insert(fmt::format(
            "{}: {} {} of {:g} {} is not possible; excluded", record.node().empty() ? "an unnamed node" : record.node(),
            result.probe, result.metric, *wrong, result.unit));
      return true;
    });
  }
}

void keep_latest(std::vector<ProbeRecord>& records, std::set<Note>& notes) {
  const auto subject = [](const ProbeRecord& record, const ProbeResult& result) {
    return std::make_tuple(record.node(), record.launch.rank, result.probe, result.metric, result.params.dump());
  };
  std::map<std::tuple<std::string, int, std::string, std::string, std::string>, std::string> latest;
  for (const ProbeRecord& record : records)
    for (const ProbeResult& result : record.results)
      if (std::string& created = latest[subject(record, result)]; created < record.created) created = record.created;
  for (ProbeRecord& record : records) {
    if (record.node().empty()) continue;  // may be of any node
    const auto is_old = [&](const ProbeResult& result) { return latest.at(subject(record, result)) != record.created; };
    if (std::erase_if(record.results, is_old) > 0)
      notes.insert(fmt::format("{} was measured more than once; the latest value is used", record.node()));
  }
}

void note_conditions(const std::vector<ProbeRecord>& records, std::set<Note>& notes) {
  for (const ProbeRecord& record : records) {
    const std::string node = record.node().empty() ? "an unnamed node" : record.node();
    if (record.truncated) notes.insert(fmt::format("{}: the probe stopped early", node));
    const auto valid = [](const ProbeResult& result) { return result.valid(); };
    if (std::any_of(record.results.begin(), record.results.end(), valid)) continue;
    if (!record.results.empty())
      notes.insert(fmt::format("{}: all results are marked invalid", node));
    else if (record.errors.empty())
      notes.insert(fmt::format("{}: the record has no results", node));
    else
      notes.insert(fmt::format("{}: {}: {}", node, record.errors.front().probe, record.errors.front().message));
  }
}

void keep_one_mount(std::vector<ProbeRecord>& records, std::set<Note>& notes) {
  const auto mount = [](const ProbeResult& result) {
    if (result.probe.rfind("fs", 0) != 0) return std::string();
    for (const char* key : {"mount", "file_system"})
      if (std::string told = text_of(result.state, key); !told.empty()) return told;
    return std::string();
  };
  std::map<std::string, std::set<std::string>> nodes;
  for (const ProbeRecord& record : records)
    for (const ProbeResult& result : record.results)
      if (const std::string own = mount(result); !own.empty()) nodes[own].insert(record.node());
  if (nodes.size() < 2) return;
  std::string most = nodes.begin()->first;
  for (const auto& [own, names] : nodes)
    if (names.size() > nodes.at(most).size()) most = own;
  notes.insert(fmt::format("only measurements on mount {} are used", most));
  for (ProbeRecord& record : records)
    std::erase_if(
        record.results, [&](const ProbeResult& result) { return !mount(result).empty() && mount(result) != most; });
}

std::string Kind::text() const {
  return fmt::format(
      "{} × {}{}{}", gpus, gpu, driver.empty() ? "" : ", driver " + driver, link.empty() ? "" : ", " + link);
}

}  // namespace llmsize::merging
