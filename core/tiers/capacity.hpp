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
     .title = "GPU memory of a node",
     .why = "Memory of all accelerators of a node.",
     .source = "derived: definition"},
    [](const auto& x) { return node::accelerators(x) * accelerator::memory(x); });

inline constexpr auto host_bytes = formula<"capacity.host_bytes", Bytes>(
    {.symbol = "C_cpu",
     .title = "CPU memory of a node beside its GPU memory",
     .why = "Nothing where CPU and GPU share one memory.",
     .source = "derived: definition"},
    [](const auto& x) { return choose(node::unified_memory(x), 0.0 * byte, node::host_memory(x)); });

inline constexpr auto cpu_bytes = formula<"capacity.cpu_bytes", Bytes>(
    {.symbol = "C_1",
     .title = "GPU and CPU memory of a node",
     .why = "CPU memory stacked with GPU memory; one and the same where memory is unified.",
     .source = "derived: definition"},
    [](const auto& x) { return gpu_bytes(x) + host_bytes(x); });

inline constexpr auto nvme_bytes = formula<"capacity.nvme_bytes", Bytes>(
    {.symbol = "C_2",
     .title = "GPU and CPU memory and NVMe of a node",
     .why = "Local NVMe stacked with every faster tier.",
     .source = "derived: definition"},
    [](const auto& x) { return cpu_bytes(x) + node::nvme_capacity(x); });

inline constexpr auto shared_bytes = formula<"capacity.shared_bytes", Bytes>(
    {.symbol = "C_3",
     .title = "Shared storage",
     .why = "All appliances together; it does not grow with the number of nodes.",
     .source = "derived: definition"},
    [](const auto& x) { return storage::count(x) * storage::capacity(x); });

inline constexpr auto node_bytes = formula<"capacity.node_bytes", Bytes>(
    {.symbol = "C_node",
     .title = "What a node holds down to the target tier",
     .why = "The chosen tier stacked with every faster one of the node.",
     .source = "DDN, LLM offloading"},
    [](const auto& x) {
      return choose(
          is_on(memory::target_tier(x), Tier::gpu), gpu_bytes(x),
          choose(is_on(memory::target_tier(x), Tier::cpu), cpu_bytes(x), nvme_bytes(x)));
    });

/// Shared storage where it is the target, else nothing.
inline constexpr auto common_bytes = formula<"capacity.common_bytes", Bytes>(
    {.symbol = "C_com",
     .title = "What the cluster holds besides its nodes",
     .why = "Shared storage counts once, and only when it is the target.",
     .source = "DDN, LLM offloading"},
    [](const auto& x) { return choose(is_on(memory::target_tier(x), Tier::shared), shared_bytes(x), 0.0 * byte); });

inline constexpr auto tier_formulas =
    std::tie(gpu_bytes, host_bytes, cpu_bytes, nvme_bytes, shared_bytes, node_bytes, common_bytes);

}  // namespace llmsize::capacity
