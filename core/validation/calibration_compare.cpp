// SPDX-License-Identifier: Apache-2.0
// The scenario without and with what was measured, and nodes beside each other.
#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/validation/calibration.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

struct Labelled {
  InputKey key;
  std::string_view label;
  bool always = true;  ///< a row also where nothing was measured
};
constexpr Labelled efficiency_keys[] = {
    {"accelerator.sustained_16", "16-bit GEMM"},
    {"accelerator.sustained_8", "8-bit GEMM"},
    {"accelerator.sustained_4", "4-bit GEMM", false},
    {"accelerator.memory_efficiency", "GPU memory bandwidth"},
    {"node.scale_up_efficiency", "Ring collectives within a node"},
    {"node.scale_up_reduction", "In-switch all-reduce (NVLS)", false},
    {"node.scale_up_exchange", "All-to-all within a node", false},
    {"network.efficiency", "Collectives between nodes"},
    {"accelerator.host_link", "CPU to GPU, all GPUs"},
    {"node.host_bandwidth", "CPU memory"},
    {"software.tensor_latency", "Collective latency"},
    {"network.latency", "Network latency", false},
};
constexpr Labelled rate_keys[] = {
    {"node.nvme_read", "Local read"},
    {"node.nvme_write", "Local write"},
    {"storage.client_read", "Shared read per node"},
    {"storage.client_write", "Shared write per node"},
    {"storage.thread_read", "Shared read per thread", false},
    {"storage.thread_write", "Shared write per thread", false},
    {"storage.read", "Shared read per appliance"},
    {"storage.write", "Shared write per appliance"},
    {"storage.iops_read", "Shared random reads", false},
    {"storage.iops_write", "Shared random writes", false},
};

/// Inputs at which nodes are compared: what a straggler is slow at.
bool is_compared(std::string_view key) {
  return key.find("sharpness") == key.npos && key.find("storage.thread") == key.npos;
}

bool is_time(std::string_view key) { return find_input(key)->unit == Unit::seconds; }

}  // namespace

std::string measured_label(std::string_view key) {
  for (const Labelled& each : efficiency_keys)
    if (each.key == key) return std::string(each.label);
  for (const Labelled& each : rate_keys)
    if (each.key == key) return std::string(each.label);
  const InputAbout* about = find_input(key);
  return std::string(about ? about->label : key);
}

std::string some_of(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  const std::size_t shown = most - 1;
  return fmt::format(
      "{} and {} more", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
      names.size() - shown);
}

std::string shown_value(std::string_view key, double value) {
  if (key.find("efficiency") == key.npos && find_input(key)->unit != Unit::ratio)
    return pretty(value, find_input(key)->unit);
  return is_absent(value) ? "–" : fmt::format("{:.2f}", value);
}

Measured measured_by(std::vector<ProbeRecord> records, const Catalog& catalog, const Scenario& said) {
  Measured measured{std::move(records), {}, {}};
  if (measured.records.empty()) return measured;
  try {
    measured.merged = std::make_shared<const MergedRecords>(merge_records(measured.records, catalog, said));
  } catch (const BadInput& error) {
    measured.trouble = error.what();
  }
  return measured;
}

Comparison::Comparison(const Subject& subject, const Catalog& catalog, const Measured& measured)
    : measured_(measured), bare_(catalog), calibrated_(catalog), applied_(!catalog.calibration().empty()) {
  bare_.calibrate({});
  std::vector<Fact> facts = catalog.calibration();
  if (!facts.empty()) origin_ = facts.front().source;
  if (measured.merged) {
    // As a calibration file holds them, so that what is shown is what applying it brings.
    std::vector<Fact> told = read_calibration(write_calibration(*measured.merged), "records");
    const auto same = [](const Fact& a, const Fact& b) { return a.key == b.key && a.number == b.number; };
    current_ = applied_ && std::all_of(told.begin(), told.end(), [&](const Fact& fact) {
                 return std::any_of(facts.begin(), facts.end(), [&](const Fact& other) { return same(fact, other); });
               });
    facts = std::move(told);
    origin_ = measured.merged->origin;
  }
  calibrated_.calibrate(std::move(facts));
  before_.emplace(subject.scenario, bare_);
  after_.emplace(subject.scenario, calibrated_);
  const auto take = [&](std::vector<Reading>& readings, const auto& keys) {
    for (const Labelled& each : keys)
      if (Reading found = reading(each.key, each.label); each.always || found.measured)
        readings.push_back(std::move(found));
  };
  take(efficiencies_, efficiency_keys);
  take(rates_, rate_keys);
}

Reading Comparison::reading(InputKey key, std::string_view label) const {
  Reading reading{key, label, before_->input(key)};
  reading.said = before_->scenario().find(key) != nullptr;
  for (const Fact& fact : calibrated_.calibration())
    if (fact.key == key) reading.measured = FittedValue{*fact.number, fact.spread};
  if (!measured_.merged) return reading;
  for (const MeasuredInput& input : measured_.merged->inputs)
    if (input.key == key) reading.how = input.rule;
  return reading;
}

const Reading* Comparison::find(InputKey key) const {
  for (const auto* readings : {&efficiencies_, &rates_})
    for (const Reading& each : *readings)
      if (each.key == key) return &each;
  return nullptr;
}

Source Comparison::source(const Reading& reading) const {
  Source source{std::string(reading.key.text()), {}};
  const bool there = !reading.measured || (applied_ && current_ && !reading.said);
  if (!there) source.changes = {{std::string(reading.key.text()), text_of(reading.key, reading.measured->value)}};
  return source;
}

std::vector<NodeReading> node_readings(const Measured& measured, const Catalog& catalog, const Scenario& said) {
  std::vector<NodeReading> nodes;
  if (!measured.merged || measured.merged->nodes.size() < 2) return nodes;
  Scenario alone = said;
  alone.set("cluster.nodes", "1", {"one node"});
  std::map<std::string, std::vector<double>> values;
  for (const std::string& name : measured.merged->nodes) {
    std::vector<ProbeRecord> own;
    for (const ProbeRecord& record : measured.records)
      if (record.node() == name) own.push_back(record);
    for (ProbeRecord& record : own) record.launch.size = 1;
    const Measured told = measured_by(std::move(own), catalog, alone);
    NodeReading node{name, {}};
    if (told.merged)
      for (const MeasuredInput& input : told.merged->inputs)
        if (is_compared(input.key)) {
          values[input.key].push_back(input.fitted.value);
          node.inputs.push_back(input);
        }
    nodes.push_back(std::move(node));
  }
  const std::vector<std::string> slow = measured.merged->slow_nodes();
  for (NodeReading& node : nodes) {
    node.slow = std::find(slow.begin(), slow.end(), node.node) != slow.end();
    for (const MeasuredInput& input : node.inputs) {
      const double share = input.fitted.value / median(values.at(input.key)) - 1;
      node.behind = std::max(node.behind, is_time(input.key) ? share : -share);
    }
  }
  std::stable_sort(
      nodes.begin(), nodes.end(), [](const NodeReading& a, const NodeReading& b) { return a.slow && !b.slow; });
  return nodes;
}

}  // namespace llmsize
