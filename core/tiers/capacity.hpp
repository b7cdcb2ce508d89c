// SPDX-License-Identifier: Apache-2.0
// What the four memory tiers of a node and its shared storage hold, fastest first: GPU memory, CPU memory, local NVMe,
// shared storage.
#pragma once

#include "core/inputs/accelerator.hpp"
#include "core/inputs/memory.hpp"
#include "core/inputs/node.hpp"
#include "core/inputs/storage.hpp"

namespace llmsize::capacity {

inline constexpr auto gpu_bytes = formula<"capacity.gpu_bytes", Bytes>(
    {.symbol = "C_0",
     .title = "GPU memory per node",
     .why = "Memory of all accelerators of a node.",
     .source = "derived: definition"},
    [](const auto& x) { return node::accelerators(x) * accelerator::memory(x); });

inline constexpr auto host_bytes = formula<"capacity.host_bytes", Bytes>(
    {.symbol = "C_cpu",
     .title = "CPU memory per node (not unified)",
     .why = "CPU memory separate from GPU memory. Zero with unified memory.",
     .source = "derived: definition"},
    [](const auto& x) { return choose(node::unified_memory(x), 0.0 * byte, node::host_memory(x)); });

inline constexpr auto cpu_bytes = formula<"capacity.cpu_bytes", Bytes>(
    {.symbol = "C_1",
     .title = "GPU and CPU memory per node",
     .why = "Sum of GPU and CPU memory, counted once with unified memory.",
     .source = "derived: definition"},
    [](const auto& x) { return gpu_bytes(x) + host_bytes(x); });

inline constexpr auto nvme_bytes = formula<"capacity.nvme_bytes", Bytes>(
    {.symbol = "C_2",
     .title = "GPU memory, CPU memory and NVMe per node",
     .why = "Local NVMe plus every faster tier.",
     .source = "derived: definition"},
    [](const auto& x) { return cpu_bytes(x) + node::nvme_capacity(x); });

inline constexpr auto shared_bytes = formula<"capacity.shared_bytes", Bytes>(
    {.symbol = "C_3",
     .title = "Shared storage capacity",
     .why = "Capacity of all appliances, independent of the node count.",
     .source = "derived: definition"},
    [](const auto& x) { return storage::count(x) * storage::capacity(x); });

inline constexpr auto node_bytes = formula<"capacity.node_bytes", Bytes>(
    {.symbol = "C_node",
     .title = "Node capacity down to the target tier",
     .why = "The target tier plus every faster tier of the node.",
     .source = "DDN, LLM offloading"},
    [](const auto& x) {
      return choose(
          is_on(memory::target_tier(x), Tier::gpu), gpu_bytes(x),
          choose(is_on(memory::target_tier(x), Tier::cpu), cpu_bytes(x), nvme_bytes(x)));
    });

/// Shared storage where it is the target, else nothing.
inline constexpr auto common_bytes = formula<"capacity.common_bytes", Bytes>(
    {.symbol = "C_com",
     .title = "Cluster capacity outside the nodes",
     .why = "Shared storage counts once, if it is the target tier.",
     .source = "DDN, LLM offloading"},
    [](const auto& x) { return choose(is_on(memory::target_tier(x), Tier::shared), shared_bytes(x), 0.0 * byte); });

inline constexpr auto tier_formulas =
    std::tie(gpu_bytes, host_bytes, cpu_bytes, nvme_bytes, shared_bytes, node_bytes, common_bytes);

}  // namespace llmsize::capacity
