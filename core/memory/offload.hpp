// SPDX-License-Identifier: Apache-2.0
// What lives on the slower tiers: CPU memory, local NVMe, shared storage.
#pragma once

#include "core/memory/gpu.hpp"
#include "core/tiers/capacity.hpp"

namespace llmsize::memory {

inline constexpr auto kv_cache = formula<"memory.kv_cache", Bytes>(
    {.symbol = "M_kv",
     .title = "KV cache (batch)",
     .why = "KV cache of all sequences of the batch, on any tier.",
     .source = "derived: definition",
     .unit = Unit::memory},
    [](const auto& x) { return serving::batch(x) * model::kv_bytes_per_sequence(x); });

/// Bytes of the whole job that live on a tier. Offloaded states exist once: every implementation shares them out over
/// the data-parallel copies. Weights that stay in GPU memory need no room on the tier.
template <class Case>
auto on_tier(Tier tier, const Case& x) {
  const auto none = 0.0 * byte;
  const auto per_parameter =
      choose(is_on(parameters_tier(x), tier), (1.0 - resident_share(x)) * mean_weight_bytes(x), none) +
      workload::trained_share(x) * (choose(is_on(gradients_tier(x), tier), gradient_bytes(x), none) +
                                    choose(is_on(optimizer_tier(x), tier), master_bytes(x) + moment_bytes(x), none));
  const auto kept =
      choose(workload::trains(x), cluster::gpus(x) * first_in_flight(x) * stored_activations(x), kv_cache(x));
  const auto stored = choose(is_on(activations_tier(x), tier), kept, none);
  return choose(less(none, per_parameter), per_parameter * model::parameters(x), none) + stored;
}

/// A node's share of what the job keeps on a tier of its nodes; nothing is nothing, however many nodes there are.
template <class Size, class Case>
auto per_node(const Size& bytes, const Case& x) {
  return choose(less(0.0 * byte, bytes), bytes / cluster::nodes(x), 0.0 * byte);
}

inline constexpr auto cpu_total = formula<"memory.cpu_total", Bytes>(
    {.symbol = "M_cpu,used",
     .title = "CPU memory used per node",
     .why = "States and activations offloaded to CPU memory, per node. Pinned weights are excluded.",
     .source = zero_source},
    [](const auto& x) { return per_node(on_tier(Tier::cpu, x), x); });

inline constexpr auto nvme_total = formula<"memory.nvme_total", Bytes>(
    {.symbol = "M_nvme,used",
     .title = "NVMe used per node",
     .why = "States and activations offloaded to local NVMe, per node. Pinned weights are excluded.",
     .source = zero_source},
    [](const auto& x) { return per_node(on_tier(Tier::nvme, x), x); });

inline constexpr auto shared_total = formula<"memory.shared_total", Bytes>(
    {.symbol = "M_sto,used",
     .title = "Shared storage used",
     .why = "States and activations of all nodes offloaded to shared storage. Pinned weights are excluded.",
     .source = zero_source},
    [](const auto& x) { return on_tier(Tier::shared, x); });

inline constexpr auto fitting_sequence = formula<"memory.fitting_sequence", Count>(
    {.symbol = "s_fit",
     .title = "Max sequence length that fits",
     .why = "Tokens per sequence at which the KV cache of the batch fills the GPU memory left by the weights. The "
            "sequence length itself if nothing is cached.",
     .source = "derived: free memory over the KV cache per token",
     .assumes = "KV cache proportional to sequence length",
     .whole = true},
    [](const auto& x) {
      const auto none = 0.0 * byte;
      const auto cache = gpu_part_of_cache(x);
      const auto room = larger(none, gpu_capacity(x) - (gpu_total(x) - cache));
      const auto fitting = floor(workload::sequence(x) * room / cache);
      const auto caches = (1.0 - workload::trains(x)) * less(none, cache);
      return choose(caches, fitting, workload::sequence(x));
    });

inline constexpr Try cache_tries[] = {
    {"Try sequence {}", "workload.sequence", Try::How::reached, {}, NumberId("memory.fitting_sequence")},
    {"Keep the KV cache in CPU memory", "memory.offload_activations", Try::How::said, "cpu"}};
inline constexpr auto cache_overflow = finding<"memory.cache_overflow">(
    {.severity = Severity::info,
     .sentence = "The KV cache needs {memory.kv_cache} at batch size {serving.batch}, more than the GPU memory left by "
                 "the weights. The maximum sequence length is {memory.fitting_sequence} tokens.",
     .remedy = "Shorten the sequences, reduce the batch size, or offload the KV cache to CPU memory.",
     .brief = "KV cache too large",
     .tries = cache_tries},
    [](const auto& x) {
      const auto none = 0.0 * byte;
      const auto over = gpu_total(x) - gpu_capacity(x);
      const auto holds_weights = less(over, gpu_part_of_cache(x)) * is_on(activations_tier(x), Tier::gpu);
      const auto blamed = (1.0 - workload::trains(x)) * less(none, over) * holds_weights;
      return judged(x, choose(blamed, none - over, none));
    });

inline constexpr Try slower_tries[] = {
    {"Offload to local NVMe", "memory.offload", Try::How::said, "nvme"},
    {"Offload to shared storage", "memory.offload", Try::How::said, "shared"}};
inline constexpr Try appliance_tries[] = {{"Try {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto cpu_overflow = finding<"memory.cpu_overflow">(
    {.severity = Severity::error,
     .sentence = "CPU memory exceeded: offloading needs {memory.cpu_total} per node, {capacity.host_bytes} available.",
     .remedy = "Add nodes, or offload to NVMe or shared storage.",
     .brief = "CPU memory exceeded",
     .check = "CPU memory",
     .tries = slower_tries},
    [](const auto& x) { return judged(x, capacity::host_bytes(x) - cpu_total(x)); });
inline constexpr auto nvme_overflow = finding<"memory.nvme_overflow">(
    {.severity = Severity::error,
     .sentence = "Local NVMe exceeded: offloading needs {memory.nvme_total} per node, {node.nvme_capacity} available.",
     .remedy = "Add nodes, or offload to shared storage.",
     .brief = "local NVMe exceeded",
     .check = "Local NVMe capacity",
     .tries = std::span(slower_tries).subspan(1)},
    [](const auto& x) { return judged(x, node::nvme_capacity(x) - nvme_total(x)); });
inline constexpr auto shared_overflow = finding<"memory.shared_overflow">(
    {.severity = Severity::error,
     .sentence = "Shared storage exceeded: offloading needs {memory.shared_total}, {capacity.shared_bytes} available.",
     .remedy = "Add appliances.",
     .brief = "shared storage exceeded",
     .check = "Shared storage capacity",
     .tries = appliance_tries},
    [](const auto& x) { return judged(x, capacity::shared_bytes(x) - shared_total(x)); });

inline constexpr auto offload_formulas = std::tie(cpu_total, nvme_total, shared_total, kv_cache, fitting_sequence);

inline constexpr auto offload_findings = std::tie(cpu_overflow, nvme_overflow, shared_overflow, cache_overflow);

}  // namespace llmsize::memory
