// SPDX-License-Identifier: Apache-2.0
// Steps of the probe "dram": each memory node alone, then all together.
#include "core/probe/host/host.hpp"
#include "core/probe/host/memory.hpp"
#include "core/probe/host/topology.hpp"
#include "core/probe/host/triad.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace llmsize {
namespace {

constexpr int repeats_kept = 9;              // ten, the first is dropped
constexpr double caches = 4;                 // STREAM: each array is at least four times the last-level cache
constexpr double least_array = 64 << 20;     // bytes, where no cache is told
constexpr double most_of_memory = 0.25;      // of what is available, for three arrays
constexpr double least_rate = 4e9;           // B/s for the plan: slower machines take longer than planned
constexpr double passes = repeats_kept + 5;  // with filling and looking

/// Bytes of one array for a set of cores; smaller where memory is short.
struct Size {
  double bytes = 0;
  bool small = false;  ///< less than the caches call for
};

Size size_of_array(double cache, double available) {
  const double wanted = std::max(caches * cache, least_array);
  const double most = most_of_memory * available / 3;
  return {std::min(wanted, most), wanted > most};
}

std::vector<std::string> flags_of(const Triad& triad, const Size& size, std::size_t cores, std::size_t all_cores) {
  std::vector<std::string> flags;
  if (!triad.verified && triad.seconds.size() == repeats_kept) flags.push_back("invalid");
  if (size.small) flags.push_back("small-arrays");
  if (!triad.bound) flags.push_back("unbound");
  if (cores < all_cores) flags.push_back("some-cores");
  return flags;
}

/// What one step measures: the memory of one node, or of all.
struct Subject {
  Json numa;                    ///< number of the node or "all"
  std::vector<unsigned> cores;  ///< that this process may use
  Size size;
  std::size_t all_cores = 0;  ///< of the machine, where all nodes are meant
};

void measure(const Topology& topology, const Subject& subject, const Running& running) {
  const auto start = std::chrono::steady_clock::now();
  const auto elements = static_cast<std::size_t>(subject.size.bytes / sizeof(double));
  const Triad triad = run_triad(topology, subject.cores, elements, repeats_kept, running.stop, running.told);
  if (triad.seconds.empty()) return;
  const Json params{
      {"numa", subject.numa}, {"threads", subject.cores.size()}, {"array_bytes", elements * sizeof(double)}};
  ProbeResult result{"dram", params, "bandwidth", "B/s"};
  for (const double seconds : triad.seconds)
    result.raw.push_back(triad_bytes * static_cast<double>(elements) / seconds);
  result.verified = triad.verified;
  result.flags = flags_of(triad, subject.size, subject.cores.size(), subject.all_cores);
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  running.record.results.push_back(std::move(result));
}

ProbeStep step_of(
    const std::shared_ptr<const Topology>& topology, const Subject& subject, const std::string& where, int weight) {
  const double seconds = 0.5 + passes * 3 * subject.size.bytes / least_rate /
                                   static_cast<double>(std::min<std::size_t>(subject.cores.size(), 8));
  ProbeStep step;
  step.probe = "dram";
  step.what = fmt::format("triad of {} threads on {}", subject.cores.size(), where);
  step.seconds = seconds;
  step.weight = weight;
  step.run = [topology, subject](const Running& running) { measure(*topology, subject, running); };
  return step;
}

std::vector<ProbeStep> dram_steps(const ProbeOptions& options) {
  const auto topology = std::make_shared<const Topology>();
  const double available = available_memory();
  const auto nodes = topology->nodes();
  Subject all{"all", {}, {}, static_cast<std::size_t>(topology->cores())};
  double cache = 0;
  std::vector<ProbeStep> steps;
  for (const NumaNode& node : nodes) {
    all.cores.insert(all.cores.end(), node.cores.begin(), node.cores.end());
    cache += node.cache;
    const Subject subject{node.number, node.cores, size_of_array(node.cache, available)};
    if (nodes.size() > 1 && options.preset != Preset::quick)
      steps.push_back(step_of(topology, subject, fmt::format("memory node {}", node.number), 3));
  }
  if (all.cores.empty() || available <= 0)
    throw ProbeFailure(ProbeFailure::Kind::failed, "no CPUs or memory found to measure");
  all.size = size_of_array(cache, available);
  steps.push_back(step_of(topology, all, nodes.size() > 1 ? "all memory nodes" : "the memory", 8));
  return steps;
}

}  // namespace

const HostProbe dram_probe{"dram", dram_steps};

}  // namespace llmsize
