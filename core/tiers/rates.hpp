// SPDX-License-Identifier: Apache-2.0
// How fast the slower tiers are: what shared storage gives to the nodes of a job, and what one GPU reads and writes
// when all do so at once.
#pragma once

#include "core/inputs/cluster.hpp"
#include "core/inputs/path.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/storage.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::tier {

inline constexpr std::string_view path_source =
    "derived: the narrowest part of the path, shared by the GPUs of the node or of the job";
inline constexpr std::string_view curve_source =
    "derived: X(n) = [(n·x1)^-p + Xmax^-p]^(-1/p); p = 1 is Hockney's half-performance form, a large p the smaller of "
    "both";

/// A curve that is so sharp or sharper is taken for the smaller of both: records say so of what a fit cannot tell
/// apart.
inline constexpr double sharpest = 16;

/// What a ceiling lets through of what clients ask for together: a curve that bends the more gently the smaller its
/// sharpness, and from the sharpest on simply the smaller of both.
template <class Asked, class Ceiling, class Sharpness>
auto saturating(const Asked& asked, const Ceiling& ceiling, const Sharpness& sharpness) {
  const auto bend = power(power(asked / ceiling, 0.0 - sharpness) + 1.0, 0.0 - 1.0 / sharpness);
  return choose(less(sharpness, sharpest), ceiling * bend, smaller(asked, ceiling));
}

/// What one node moves: its threads together, against what its NICs and its client carry.
template <class Client, class Thread, class Sharpness, class Case>
auto client_rate(const Client& client, const Thread& thread, const Sharpness& sharpness, const Case& x) {
  const auto nics = node::storage_nics(x) * node::storage_nic_rate(x);
  const auto ceiling = smaller(otherwise(client, nics), otherwise(nics, client));
  return otherwise(saturating(storage::threads(x) * thread, ceiling, sharpness), ceiling);
}
inline constexpr auto client_read_rate = formula<"tier.client_read_rate", Bandwidth>(
    {.symbol = "R_node",
     .title = "Shared storage read bandwidth per node",
     .why = "The minimum of thread demand, storage client and storage NICs.",
     .source = curve_source},
    [](const auto& x) {
      return client_rate(storage::client_read(x), storage::thread_read(x), storage::read_sharpness(x), x);
    });
inline constexpr auto client_write_rate = formula<"tier.client_write_rate", Bandwidth>(
    {.symbol = "Q_node",
     .title = "Shared storage write bandwidth per node",
     .why = "The minimum of thread demand, storage client and storage NICs.",
     .source = curve_source},
    [](const auto& x) {
      return client_rate(storage::client_write(x), storage::thread_write(x), storage::write_sharpness(x), x);
    });

inline constexpr auto supply_read = formula<"tier.supply_read", Bandwidth>(
    {.symbol = "R_max",
     .title = "Appliance read bandwidth",
     .why = "Maximum that shared storage delivers to this job as one of its tenants.",
     .source = "derived: definition"},
    [](const auto& x) { return storage::count(x) * storage::read(x) / storage::tenants(x); });
inline constexpr auto supply_write = formula<"tier.supply_write", Bandwidth>(
    {.symbol = "Q_max",
     .title = "Appliance write bandwidth",
     .why = "Maximum that shared storage accepts from this job as one of its tenants.",
     .source = "derived: definition"},
    [](const auto& x) { return storage::count(x) * storage::write(x) / storage::tenants(x); });

/// What so many nodes read or write together. Where nothing is known of NICs and clients, the appliances alone decide.
template <class Nodes, class Case>
auto store_reading(const Nodes& nodes, const Case& x) {
  return otherwise(saturating(nodes * client_read_rate(x), supply_read(x), storage::read_sharpness(x)), supply_read(x));
}
template <class Nodes, class Case>
auto store_writing(const Nodes& nodes, const Case& x) {
  return otherwise(
      saturating(nodes * client_write_rate(x), supply_write(x), storage::write_sharpness(x)), supply_write(x));
}
inline constexpr auto store_read_rate = formula<"tier.store_read_rate", Bandwidth>(
    {.symbol = "R_all",
     .title = "Shared storage read bandwidth (job)",
     .why = "The minimum of the clients of all nodes and the appliances.",
     .source = curve_source},
    [](const auto& x) { return store_reading(cluster::nodes(x), x); });
inline constexpr auto store_write_rate = formula<"tier.store_write_rate", Bandwidth>(
    {.symbol = "Q_all",
     .title = "Shared storage write bandwidth (job)",
     .why = "The minimum of the clients of all nodes and the appliances.",
     .source = curve_source},
    [](const auto& x) { return store_writing(cluster::nodes(x), x); });

/// What the threads of a node get of its drives; all of it where nothing is known of a thread.
template <class Drives, class Thread, class Case>
auto drives_rate(const Drives& drives, const Thread& thread, const Case& x) {
  return otherwise(saturating(storage::threads(x) * thread, drives, node::nvme_sharpness(x)), drives);
}
inline constexpr auto local_read_rate = formula<"tier.local_read_rate", Bandwidth>(
    {.symbol = "R_loc",
     .title = "Local NVMe read bandwidth per node",
     .why = "The minimum of thread demand and the local NVMe drives.",
     .source = curve_source},
    [](const auto& x) { return drives_rate(node::nvme_read(x), node::nvme_thread_read(x), x); });
inline constexpr auto local_write_rate = formula<"tier.local_write_rate", Bandwidth>(
    {.symbol = "Q_loc",
     .title = "Local NVMe write bandwidth per node",
     .why = "The minimum of thread demand and the local NVMe drives.",
     .source = curve_source},
    [](const auto& x) { return drives_rate(node::nvme_write(x), node::nvme_thread_write(x), x); });

inline constexpr auto gpus_in_node = formula<"tier.gpus_in_node", Count>(
    {.symbol = "g_use",
     .title = "Participating GPUs per node",
     .why = "These GPUs share the node's resources. The others are idle.",
     .source = "derived: GPUs of the job over its nodes"},
    [](const auto& x) { return cluster::gpus(x) / cluster::nodes(x); });

inline constexpr auto link_rate = formula<"tier.link_rate", Bandwidth>(
    {.symbol = "r_link",
     .title = "Host link bandwidth per GPU",
     .why = "Every slower tier is reached over the CPU–GPU link. Oversubscribed PCIe switches limit it to the GPU's "
            "share of the CPU links.",
     .source = "derived: data sheet; ZeRO-Infinity 2021: 16 GPUs of a DGX-2 read 3.0 GB/s each, a single GPU 12"},
    [](const auto& x) {
      const auto link = accelerator::host_link(x) / accelerator::devices(x);
      const auto uplinks = node::host_uplinks(x) * accelerator::host_link(x) / gpus_in_node(x);
      return smaller(link, otherwise(uplinks, link));
    });
inline constexpr auto dram_rate = formula<"tier.dram_rate", Bandwidth>(
    {.symbol = "r_dram",
     .title = "CPU memory bandwidth per GPU",
     .why = "The GPU's share of CPU memory bandwidth, before its link.",
     .source = path_source},
    [](const auto& x) { return node::host_bandwidth(x) / gpus_in_node(x); });
/// What a GPU's way from CPU memory carries: its link or its share of the memory, as far as the engine uses them.
template <class Case>
auto crossing_rate(const Case& x) {
  return path::efficiency(x) * smaller(link_rate(x), dram_rate(x));
}

/// What a path carries, bounded by the rate of the engine where that is known (`path.rate`).
template <class Rate, class Case>
auto by_engine(const Rate& rate, const Case& x) {
  return smaller(rate, path::rate(x));
}

inline constexpr auto cpu_rate = formula<"tier.cpu_rate", Bandwidth>(
    {.symbol = "r_cpu",
     .title = "Effective bandwidth, CPU memory to GPU",
     .why = "Engine efficiency times the minimum of the host link and the GPU's share of CPU memory bandwidth.",
     .source = path_source},
    [](const auto& x) { return by_engine(crossing_rate(x), x); });

/// What reaches a GPU of what a slower tier delivers: through CPU memory both hops overlap as far as blocks are fetched
/// ahead; drives and NICs that write to the GPU themselves wait for its link alone.
template <class Rate, class Case>
auto through_node(const Rate& delivered, const Case& x) {
  const auto ahead = choose(workload::trains(x), 1.0, serving::prefetch(x));
  const auto sharpness = 1.0 + ahead * (path::sharpness(x) - 1.0);
  const auto link = accelerator::host_link(x) / accelerator::devices(x);
  const auto crossing = saturating(crossing_rate(x), delivered, sharpness);
  const auto carried = choose(path::direct(x), smaller(delivered, link), crossing);
  return choose(less(0.0 * delivered, delivered), by_engine(carried, x), delivered);
}

inline constexpr auto nvme_read_rate = formula<"tier.nvme_read_rate", Bandwidth>(
    {.symbol = "r_nvme",
     .title = "Local NVMe read bandwidth per GPU",
     .why = "The GPU's share of the node's drives, and the path from CPU memory without GPUDirect Storage.",
     .source = path_source},
    [](const auto& x) { return through_node(local_read_rate(x) / gpus_in_node(x), x); });
inline constexpr auto nvme_write_rate = formula<"tier.nvme_write_rate", Bandwidth>(
    {.symbol = "q_nvme",
     .title = "Local NVMe write bandwidth per GPU",
     .why = "The path to CPU memory without GPUDirect Storage, and the GPU's share of the node's drives.",
     .source = path_source},
    [](const auto& x) { return through_node(local_write_rate(x) / gpus_in_node(x), x); });

inline constexpr auto shared_read_rate = formula<"tier.shared_read_rate", Bandwidth>(
    {.symbol = "r_sto",
     .title = "Shared storage read bandwidth per GPU",
     .why = "The GPU's share of the offload bandwidth of shared storage, and the path through CPU memory without "
            "GPUDirect Storage.",
     .source = path_source},
    [](const auto& x) { return through_node(storage::offload_share(x) * store_read_rate(x) / cluster::gpus(x), x); });
inline constexpr auto shared_write_rate = formula<"tier.shared_write_rate", Bandwidth>(
    {.symbol = "q_sto",
     .title = "Shared storage write bandwidth per GPU",
     .why = "The GPU's share of the offload bandwidth of shared storage, and the path through CPU memory without "
            "GPUDirect Storage.",
     .source = path_source},
    [](const auto& x) { return through_node(storage::offload_share(x) * store_write_rate(x) / cluster::gpus(x), x); });

/// Rate at which a GPU reads from a tier below its own memory.
template <class Lives, class Case>
auto reading_rate(const Lives& lives, const Case& x) {
  const auto slower = choose(is_on(lives, Tier::nvme), nvme_read_rate(x), shared_read_rate(x));
  return choose(is_on(lives, Tier::cpu), cpu_rate(x), slower);
}

/// Time to read or write so many bytes on a tier; nothing on the GPU itself.
template <class Lives, class Size, class Case>
auto reading_time(const Lives& lives, const Size& bytes, const Case& x) {
  return choose(is_on(lives, Tier::gpu), 0.0 * second, bytes / reading_rate(lives, x));
}
template <class Lives, class Size, class Case>
auto writing_time(const Lives& lives, const Size& bytes, const Case& x) {
  const auto slower = choose(is_on(lives, Tier::nvme), bytes / nvme_write_rate(x), bytes / shared_write_rate(x));
  const auto offloaded = choose(is_on(lives, Tier::cpu), bytes / cpu_rate(x), slower);
  return choose(is_on(lives, Tier::gpu), 0.0 * second, offloaded);
}

inline constexpr auto rate_formulas = std::tie(
    client_read_rate, client_write_rate, supply_read, supply_write, store_read_rate, store_write_rate, local_read_rate,
    local_write_rate, gpus_in_node, link_rate, dram_rate, cpu_rate, nvme_read_rate, nvme_write_rate, shared_read_rate,
    shared_write_rate);

}  // namespace llmsize::tier
