// SPDX-License-Identifier: Apache-2.0
// Bytes that a node reads from and writes to each slower tier in a step of training or a pass of inference.
#pragma once

#include "core/serving/streamed.hpp"

namespace llmsize::offload {

inline constexpr std::string_view traffic_source =
    "derived: bytes of one GPU over all micro-batches, times the GPUs of a node";

/// `bytes` where what they belong to lives on `tier`.
template <class Lives, class Size>
auto on(Tier tier, const Lives& lives, const Size& bytes) {
  return training::bytes_where(is_on(lives, tier), bytes);
}

/// What a node reads from `tier`, of which `further` bytes per GPU and step come on top in training.
template <class Size, class Case>
auto node_reads(Tier tier, const Size& further, const Case& x) {
  const auto streams = on(tier, memory::parameters_tier(x), training::weights_read(x)) +
                       on(tier, memory::activations_tier(x), training::activations_moved(x));
  const auto optimizer = on(tier, memory::optimizer_tier(x), training::states_swapped(x)) +
                         on(tier, memory::gradients_tier(x), training::gradients_to_optimizer(x));
  const auto pass =
      on(tier, memory::parameters_tier(x), pass_read(x)) + on(tier, memory::activations_tier(x), cache_read(x));
  return tier::gpus_in_node(x) *
         choose(workload::trains(x), training::micro_batches(x) * streams + optimizer + further, pass);
}
template <class Size, class Case>
auto node_writes(Tier tier, const Size& further, const Case& x) {
  const auto streams = on(tier, memory::gradients_tier(x), training::gradients_written(x)) +
                       on(tier, memory::activations_tier(x), training::activations_moved(x));
  const auto optimizer = on(tier, memory::optimizer_tier(x), training::states_swapped(x)) +
                         on(tier, memory::parameters_tier(x), training::weights_from_optimizer(x));
  return tier::gpus_in_node(x) * choose(
                                     workload::trains(x), training::micro_batches(x) * streams + optimizer + further,
                                     on(tier, memory::activations_tier(x), cache_written(x)));
}

inline constexpr auto cpu_read = formula<"offload.cpu_read", Bytes>(
    {.symbol = "V_cpu",
     .title = "CPU memory reads per node",
     .why = "Bytes per step or pass, including weights updated by a CPU optimizer.",
     .source = traffic_source},
    [](const auto& x) {
      return node_reads(Tier::cpu, on(Tier::gpu, memory::parameters_tier(x), training::weights_from_optimizer(x)), x);
    });
inline constexpr auto cpu_written = formula<"offload.cpu_written", Bytes>(
    {.symbol = "Y_cpu",
     .title = "CPU memory writes per node",
     .why = "Bytes per step or pass, including gradients for a CPU optimizer.",
     .source = traffic_source},
    [](const auto& x) {
      return node_writes(Tier::cpu, on(Tier::gpu, memory::gradients_tier(x), training::gradients_to_optimizer(x)), x);
    });
inline constexpr auto nvme_read = formula<"offload.nvme_read", Bytes>(
    {.symbol = "V_nvme",
     .title = "Local NVMe reads per node",
     .why = "Bytes per step or pass.",
     .source = traffic_source},
    [](const auto& x) { return node_reads(Tier::nvme, 0.0 * byte, x); });
inline constexpr auto nvme_written = formula<"offload.nvme_written", Bytes>(
    {.symbol = "Y_nvme",
     .title = "Local NVMe writes per node",
     .why = "Bytes per step or pass.",
     .source = traffic_source},
    [](const auto& x) { return node_writes(Tier::nvme, 0.0 * byte, x); });
inline constexpr auto shared_read = formula<"offload.shared_read", Bytes>(
    {.symbol = "V_sto",
     .title = "Shared storage reads per node",
     .why = "Bytes per step or pass.",
     .source = traffic_source},
    [](const auto& x) { return node_reads(Tier::shared, 0.0 * byte, x); });
inline constexpr auto shared_written = formula<"offload.shared_written", Bytes>(
    {.symbol = "Y_sto",
     .title = "Shared storage writes per node",
     .why = "Bytes per step or pass.",
     .source = traffic_source},
    [](const auto& x) { return node_writes(Tier::shared, 0.0 * byte, x); });

inline constexpr auto read_bytes = formula<"offload.read_bytes", Bytes>(
    {.symbol = "V",
     .title = "Offload reads per node and step",
     .why =
         "Bytes from all slower tiers per training step or inference pass. Inference reads, training reads and writes.",
     .source = "derived: sum over the tiers; DDN, LLM offloading"},
    [](const auto& x) { return cpu_read(x) + nvme_read(x) + shared_read(x); });
inline constexpr auto write_bytes = formula<"offload.write_bytes", Bytes>(
    {.symbol = "Y",
     .title = "Offload writes per node and step",
     .why = "Bytes to all slower tiers per training step or inference pass.",
     .source = "derived: sum over the tiers; DDN, LLM offloading"},
    [](const auto& x) { return cpu_written(x) + nvme_written(x) + shared_written(x); });

inline constexpr auto traffic_formulas =
    std::tie(read_bytes, write_bytes, cpu_read, cpu_written, nvme_read, nvme_written, shared_read, shared_written);

}  // namespace llmsize::offload
