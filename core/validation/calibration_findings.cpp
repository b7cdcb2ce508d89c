// SPDX-License-Identifier: Apache-2.0
#include "core/validation/calibration_findings.hpp"

#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace llmsize {
namespace {

namespace told = calibration_told;
const std::vector<Remedy> no_remedy;

/// Each slow node once, with all that it is slow at.
void add_stragglers(Findings& findings, const Comparison& all) {
  const MergedRecords& merged = *all.measured().merged;
  for (const std::string& node : merged.slow_nodes()) {
    std::vector<std::string> at;
    for (const Straggler& slow : merged.stragglers)
      if (slow.node == node)
        at.push_back(fmt::format(
            "{} {} vs. {}{}", lower_first(measured_label(slow.key)), shown_value(slow.key, slow.value),
            shown_value(slow.key, slow.median), slow.gpu.empty() ? "" : ", slowest GPU " + slow.gpu));
    findings.emplace_back(
        found(told::straggler, {node, some_of(at)}),
        std::vector<Remedy>{{fmt::format("Exclude {}", node), {{}, {{std::string(leave_out_key), node}}}}});
  }
}

/// What a flag of a measured point means.
struct FlagWords {
  std::string_view flag, head, meaning;
  const FindingAbout& about;
};
constexpr FlagWords flag_words[] = {
    {"invalid", "Invalid", "data or results failed verification", told::left_out},
    {"memory", "In memory", "the folder is in main memory (tmpfs)", told::left_out},
    {"burst", "Short bursts", "short writes may be cached, short runs may use boost clocks", told::flagged},
    {"buffered", "Buffered", "the file system does not support direct I/O; caches may raise the result", told::flagged},
    {"cpu-bound", "CPU-bound", "CPU saturated; faster storage would not raise the result", told::flagged},
    {"noisy", "Noisy", "repeats vary more than usual", told::flagged},
    {"unsteady", "Unsteady", "the rate did not reach a steady state", told::flagged},
    {"short", "Short", "smaller data size than requested", told::flagged},
};

void add_flags(Findings& findings, const Measured& measured) {
  for (const FlagWords& words : flag_words) {
    std::map<std::string, std::size_t> points;
    std::size_t all = 0;
    for (const ProbeRecord& record : measured.records)
      for (const ProbeResult& result : record.results)
        if (std::find(result.flags.begin(), result.flags.end(), words.flag) != result.flags.end())
          ++points[result.probe], ++all;
    if (all == 0) continue;
    std::vector<std::string> probes;
    probes.reserve(points.size());
    for (const auto& [probe, count] : points) probes.push_back(probe_label(probe));
    findings.emplace_back(
        found(
            words.about, {std::string(words.head), counted_text(static_cast<double>(all), "point"), some_of(probes),
                          std::string(words.meaning)}),
        no_remedy);
  }
}

/// What the scenario says itself, so that nothing measured takes its place.
void add_said(Findings& findings, const Comparison& all) {
  for (const auto* readings : {&all.efficiencies(), &all.rates()})
    for (const Reading& each : *readings)
      if (each.said && each.measured)
        findings.emplace_back(
            found(
                told::said, {std::string(each.label), shown_value(each.key, each.before),
                             shown_value(each.key, each.measured->value)}),
            std::vector<Remedy>{{"Use the measured value", {{}, {{std::string(each.key), ""}}}}});
}

void add_errors(Findings& findings, const Measured& measured) {
  std::map<std::string, std::vector<std::string>> nodes;
  std::vector<std::string> stopped;
  for (const ProbeRecord& record : measured.records) {
    if (record.truncated) stopped.push_back(record.node());
    for (const ProbeError& error : record.errors)
      nodes[probe_label(error.probe) + ": " + error.message].push_back(record.node());
  }
  if (!stopped.empty())
    findings.emplace_back(
        found(told::truncated, {stopped.size() == 1 ? "" : "s", some_of(stopped), stopped.size() == 1 ? "s" : ""}),
        no_remedy);
  for (const auto& [message, names] : nodes)
    findings.emplace_back(found(told::missing, {some_of(names), message}), no_remedy);
}

void add_unmeasured(Findings& findings, const Comparison& all) {
  std::vector<std::string> kept;
  for (const auto* readings : {&all.efficiencies(), &all.rates()})
    for (const Reading& each : *readings)
      if (!each.measured) kept.push_back(lower_first(std::string(each.label)));
  if (!kept.empty())
    findings.emplace_back(found(told::defaults, {fmt::format("{}", fmt::join(kept, ", "))}), no_remedy);
}

/// Whether all nodes that tell what they have tell that they have no GPU.
bool has_no_gpu(const std::vector<ProbeRecord>& records) {
  bool told = false;
  for (const ProbeRecord& record : records) {
    const auto gpus = record.host.find("gpus");
    if (gpus == record.host.end() || !gpus->is_array()) continue;
    if (!gpus->empty()) return false;
    told = true;
  }
  return told;
}

/// Beyond this factor of its data sheet a bandwidth is not that of a slow node but of another machine.
constexpr double plainly_other = 3;
bool is_far_off(const Reading& reading) {
  if (!reading.measured || is_absent(reading.before)) return false;
  const double ratio = reading.measured->value / reading.before;
  return ratio > plainly_other || ratio < 1 / plainly_other;
}

/// "local write: short writes may have gone to a cache."
std::string in_words(const Note& note) {
  const std::string head = note.probe.empty() ? std::string() : probe_label(note.probe) + ": ";
  return head + note.text + (note.text.ends_with('.') ? "" : ".");
}

}  // namespace

std::string probe_label(const std::string& probe) {
  constexpr std::pair<std::string_view, std::string_view> labels[] = {
      {"gemm", "GEMMs"},
      {"gemm-soak", "sustained GEMMs"},
      {"hbm", "GPU memory"},
      {"h2d", "copies to the GPU"},
      {"d2h", "copies from the GPU"},
      {"bidir", "copies to and from the GPU"},
      {"p2p", "copies between GPUs"},
      {"coll-local", "collectives within a node"},
      {"coll-multi", "collectives between nodes"},
      {"rdma", "network"},
      {"dram", "CPU memory"},
      {"gpu", "GPUs"},
  };
  for (const auto& [id, label] : labels)
    if (id == probe) return std::string(label);
  const std::string storage = storage_label(probe);
  return storage.empty() ? probe : storage;
}

OtherMachine other_machine(const Comparison& all) {
  const Measured& measured = all.measured();
  if (!measured.merged) return {};
  const std::string own = all.before().word("accelerator.id"), &theirs = measured.merged->accelerator;
  const Catalog& catalog = all.before().catalog();
  if (!own.empty() && !theirs.empty() && own != theirs)
    return {
        "Different hardware", fmt::format(
                                  "The records are of {}, the scenario has {}. The measurements do not apply.",
                                  catalog.entry("accelerators", theirs).name, catalog.entry("accelerators", own).name)};
  std::vector<std::string> here, there;
  if (all.before().input("node.gpus") > 0 && has_no_gpu(measured.records)) {
    here.push_back("no GPU");
    there.push_back(all.before().shown("node.gpus"));
  }
  for (const auto& [key, of] :
       {std::pair{InputKey("node.host_bandwidth"), "of CPU memory"},
        std::pair{InputKey("accelerator.host_link"), "to its GPUs"}})
    if (const Reading* reading = all.find(key); reading && is_far_off(*reading)) {
      here.push_back(fmt::format("{} {}", shown_value(key, reading->measured->value), of));
      there.push_back(shown_value(key, reading->before));
    }
  if (here.empty()) return {};
  return {
      "Hardware mismatch", fmt::format(
                               "The measured node has {}. Nodes of this system have {}.", fmt::join(here, " and "),
                               fmt::join(there, " and "))};
}

Findings calibration_findings(const Comparison& all, const std::vector<NodeReading>& nodes) {
  Findings findings;
  const Measured& measured = all.measured();
  if (measured.records.empty()) {
    if (all.applied()) {
      add_said(findings, all);
      add_unmeasured(findings, all);
    }
    return findings;
  }
  if (const OtherMachine other = other_machine(all); !other.why.empty())
    findings.emplace_back(found(told::machine, {lower_first(other.why)}), no_remedy);
  if (measured.merged) {
    add_stragglers(findings, all);
    add_said(findings, all);
  }
  add_flags(findings, measured);
  add_errors(findings, measured);
  if (measured.merged) {
    const bool several = nodes.size() > 1;
    for (const Note& note : measured.merged->notes)
      if (!several || !note.of_one_node) findings.emplace_back(found(told::note, {in_words(note)}), no_remedy);
    add_unmeasured(findings, all);
  }
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) {
    return a.first.severity > b.first.severity;
  });
  return findings;
}

}  // namespace llmsize
