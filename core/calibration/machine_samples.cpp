// SPDX-License-Identifier: Apache-2.0
// Shares of data sheets that GPUs, links and memories reach.
#include "core/calibration/samples.hpp"

#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

namespace llmsize::merging {
namespace {

constexpr double largest_latency_bytes = 8 * 1024.0, least_rate_bytes = 256 * 1024.0 * 1024.0;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// A precision, the share that large products sustain of its peak, and the peak.
struct Precision {
  std::string_view dtype;
  InputKey share, peak;
};
constexpr Precision precisions[] = {
    {"bf16", "accelerator.sustained_16", "accelerator.peak_bf16"},
    {"fp16", "accelerator.sustained_16", "accelerator.peak_fp16"},
    {"fp8", "accelerator.sustained_8", "accelerator.peak_fp8"},
    {"fp4", "accelerator.sustained_4", "accelerator.peak_fp4"},
};

/// The best of several settings of each GPU of each node: of shapes, sizes or kernels.
class Best {
 public:
  void take(const Sample& sample, const std::string& direction = {}) {
    const auto [found, fresh] = best_.try_emplace(sample.node + "\n" + sample.gpu + "\n" + direction, sample);
    if (!fresh && sample.value > found->second.value) found->second = sample;
  }
  const std::map<std::string, Sample>& all() const { return best_; }

 private:
  std::map<std::string, Sample> best_;
};

/// Flags that stay with a value; the others are what the merge itself looks at.
constexpr std::string_view told_on[] = {"noisy", "in-use", "small-arrays", "some-cores", "unbound"};

Sample sample_of(const NodeRecord& from, const ProbeResult& result) {
  const double gpu = parameter(result, "gpu", -1);
  Sample sample{
      from.node, median(result.raw), spread_of(result.raw), gpu >= 0 ? fmt::format("{}", gpu) : std::string{}};
  for (const std::string_view flag : told_on)
    if (is_flagged(result.flags, flag)) sample.flags.emplace(flag);
  return sample;
}

/// A share of what the data sheet promises, or a note why it is none.
void add_share(
    Collection& collection, const std::string& key, Rule rule, Sample sample, double whole, std::string_view of) {
  if (!(whole > 0))
    return collection.note(fmt::format("{}: the data sheet has no {}; set --accelerator or --system", key, of));
  sample.value /= whole;
  if (sample.value > 1)
    return collection.note(
        fmt::format("{}: {} measured {:.2f} of the data-sheet {}; value not used", key, sample.node, sample.value, of));
  collection.add(key, rule, std::move(sample));
}

void collect_products(Collection& collection, const std::vector<NodeRecord>& records) {
  for (const Precision& precision : precisions) {
    Best soaked, short_runs;
    for (const NodeRecord& from : records)
      for (const ProbeResult& result : from.record->results) {
        const bool soak = result.probe == "gemm-soak";
        if (!result.valid() || (!soak && result.probe != "gemm") || result.unit != "FLOP/s") continue;
        if (word_parameter(result, "dtype") != precision.dtype) continue;
        Sample sample = sample_of(from, result);
        if (!soak) sample.flags.insert("burst");
        (soak ? soaked : short_runs).take(sample);
      }
    // Two types of the same width would tell the same input twice.
    if (collection.inputs.contains(std::string(precision.share.text()))) continue;
    const double peak = collection.known(precision.peak) / collection.known("accelerator.devices");
    for (const auto& [subject, sample] : (soaked.all().empty() ? short_runs : soaked).all())
      add_share(collection, std::string(precision.share.text()), Rule::slowest, sample, peak, "peak");
  }
}

void collect_memory(Collection& collection, const std::vector<NodeRecord>& records) {
  Best triads, copies, hosts;
  std::map<std::string, Sample> parts;
  for (const NodeRecord& from : records)
    for (const ProbeResult& result : from.record->results) {
      if (!result.valid() || result.unit != "B/s") continue;
      Sample sample = sample_of(from, result);
      if (result.probe == "hbm") (word_parameter(result, "kernel") == "copy" ? copies : triads).take(sample);
      if (result.probe != "dram") continue;
      const auto numa = result.params.find("numa");
      if (numa == result.params.end() || numa->is_string())
        hosts.take(sample);
      else if (auto [part, fresh] = parts.try_emplace(from.node, sample); !fresh)
        part->second.value += sample.value;
    }
  const double whole = collection.known("accelerator.memory_bandwidth") / collection.known("accelerator.devices");
  for (const auto& [subject, sample] : (triads.all().empty() ? copies : triads).all())
    add_share(collection, "accelerator.memory_efficiency", Rule::median, sample, whole, "memory bandwidth");
  // Memory nodes one after the other are no measure of all at once, but of what they are together at most.
  for (const auto& [node, sample] : hosts.all()) collection.add("node.host_bandwidth", Rule::median, sample);
  if (hosts.all().empty())
    for (auto [node, sample] : parts) {
      sample.flags.insert("alone");
      collection.add("node.host_bandwidth", Rule::median, sample);
    }
}

/// The slower direction of the slowest GPU of each node, while all GPUs copy.
void collect_host_links(Collection& collection, const std::vector<NodeRecord>& records) {
  Best together, alone;
  for (const NodeRecord& from : records)
    for (const ProbeResult& result : from.record->results) {
      const bool copies = result.probe == "h2d" || result.probe == "d2h";
      if (!result.valid() || !copies || result.unit != "B/s") continue;
      if (word_parameter(result, "memory") == "pageable") continue;
      const bool at_once = result.params.value("together", Json(false)) == Json(true);
      Sample sample = sample_of(from, result);
      if (!at_once) sample.flags.insert("alone");
      (at_once ? together : alone).take(sample, result.probe);
    }
  const double devices = collection.known("accelerator.devices");
  std::map<std::string, Sample> slowest;
  for (const auto& [subject, sample] : (together.all().empty() ? alone : together).all()) {
    const auto [found, fresh] = slowest.try_emplace(sample.node, sample);
    if (!fresh && sample.value < found->second.value) found->second = sample;
  }
  for (auto& [node, sample] : slowest) {
    sample.value *= is_absent(devices) ? 1 : devices;
    // What one GPU does alone is what several do together only where there is one.
    if (collection.gpus == 1) sample.flags.erase("alone");
    collection.add("accelerator.host_link", Rule::median, sample);
  }
}

bool is_rate_of_links(const ProbeResult& result) {
  return result.unit == "B/s" && result.metric.find("alg") == std::string::npos;
}

/// The first of some collectives that was measured, else any.
template <class ByCollective>
std::string preferred(const ByCollective& measured, std::initializer_list<const char*> order) {
  for (const char* collective : order)
    if (measured.contains(collective)) return collective;
  return measured.empty() ? std::string{} : measured.begin()->first;
}

/// Shares of the local fabric by the bus bandwidths of large collectives. Where switches add, an all-reduce is no ring
/// unless it is as slow as one.
void collect_local_shares(Collection& collection, const std::map<std::string, Best>& rates, const Best& additions) {
  const double whole = collection.known("node.scale_up_bandwidth") / collection.known("accelerator.devices");
  const auto tell = [&](const char* key, const Best& measured, double most = 1) {
    for (const auto& [node, sample] : measured.all())
      if (!(sample.value > most * whole))
        add_share(collection, key, Rule::slowest, sample, whole, "scale-up bandwidth");
  };
  const bool adds = collection.known("node.scale_up_reduction") > 0;
  if (adds) tell("node.scale_up_reduction", additions);
  if (rates.contains("alltoall")) tell("node.scale_up_exchange", rates.at("alltoall"));
  const std::string ring = adds ? preferred(rates, {"all_gather", "reduce_scatter", "all_reduce"})
                                : preferred(rates, {"all_reduce", "all_gather", "reduce_scatter"});
  const bool may_add = adds && ring == "all_reduce";
  tell("node.scale_up_efficiency", rates.at(ring), may_add ? collection.known("node.scale_up_efficiency") : infinite);
}

/// Bandwidth of large exchanges and time of small ones, by node.
void collect_exchanges(Collection& collection, const std::vector<NodeRecord>& records) {
  std::map<std::string, Best> rates;
  Best additions;
  std::map<std::string, std::map<std::string, std::vector<const ProbeResult*>>> small;
  bool smaller_only = false;
  for (const NodeRecord& from : records)
    for (const ProbeResult& result : from.record->results) {
      if (!result.valid() || result.probe != "coll-local") continue;
      const std::string collective = word_parameter(result, "collective");
      const double bytes = parameter(result, "bytes", 0), ranks = parameter(result, "ranks", collection.gpus);
      if (is_rate_of_links(result) && bytes >= least_rate_bytes) {
        Sample sample = sample_of(from, result);
        rates[collective].take(sample);
        // As training.tensor_rate counts what switches add.
        sample.value *= (ranks + 1) / (2 * (ranks - 1));
        if (collective == "all_reduce" && ranks > 1) additions.take(sample);
      }
      smaller_only = smaller_only || is_rate_of_links(result);
      if (result.unit == "s" && bytes <= largest_latency_bytes) small[collective][from.node].push_back(&result);
    }
  if (!rates.empty())
    collect_local_shares(collection, rates, additions);
  else if (smaller_only)
    collection.note("node.scale_up_efficiency: needs collectives of 256 MiB or more; none was measured");
  if (small.empty()) return;
  const std::string collective = preferred(small, {"all_reduce", "all_gather", "reduce_scatter"});
  // An all-reduce is two of the exchanges that the latency stands for.
  const double exchanges = collective == "all_reduce" ? 2 : 1;
  for (const auto& [node, results] : small.at(collective)) {
    std::vector<double> times, spreads;
    for (const ProbeResult* result : results) {
      times.push_back(median(result->raw));
      spreads.push_back(spread_of(result->raw));
    }
    collection.add("software.tensor_latency", Rule::longest, {node, median(times) / exchanges, median(spreads)});
  }
}

/// Between nodes: rings through all NICs, else one port by itself.
void collect_network(Collection& collection, const std::vector<NodeRecord>& records) {
  Best rings, ports;
  const double nics = collection.known("node.compute_nics"), rate = collection.known("node.nic_rate"),
               gpus = collection.gpus;
  for (const NodeRecord& from : records)
    for (const ProbeResult& result : from.record->results) {
      if (!result.valid()) continue;
      const double bytes = parameter(result, "bytes", 0);
      if (result.probe == "coll-multi" && is_rate_of_links(result) && bytes >= least_rate_bytes) {
        const double ranks = parameter(result, "ranks", absent) / parameter(result, "nodes", absent);
        if (is_absent(nics * rate) || !(gpus > 0) || is_absent(ranks)) {
          collection.note("network.efficiency: needs the NICs per node; set --system");
          continue;
        }
        Sample sample = sample_of(from, result);
        sample.value *= gpus / (ranks * nics * rate);
        rings.take(sample);
      }
      if (result.probe == "rdma" && result.unit == "B/s" && bytes >= 65536) {
        const double line = is_absent(rate) ? collection.known("network.rate") : rate;
        if (is_absent(line)) {
          collection.note("network.efficiency: needs the line rate of a port; set --system or --network");
          continue;
        }
        Sample sample = sample_of(from, result);
        sample.value /= line * parameter(result, "directions", 1);
        ports.take(sample);
      }
      if (result.probe == "rdma" && result.unit == "s" && bytes <= largest_latency_bytes)
        collection.add("network.latency", Rule::longest, sample_of(from, result));
    }
  for (const auto& [node, sample] : (rings.all().empty() ? ports : rings).all())
    add_share(collection, "network.efficiency", Rule::slowest, sample, 1, "line rate");
}

}  // namespace

void collect_machine(Collection& collection, const std::vector<NodeRecord>& records) {
  collect_products(collection, records);
  collect_memory(collection, records);
  collect_host_links(collection, records);
  collect_exchanges(collection, records);
  collect_network(collection, records);
}

}  // namespace llmsize::merging
