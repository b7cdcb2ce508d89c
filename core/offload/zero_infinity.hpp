// SPDX-License-Identifier: Apache-2.0
// The closed forms that the ZeRO-Infinity paper prints: arithmetic intensity of each kind of state, and what follows
// from it without overlap. They know no logits and no exchange; `offload.gpu_efficiency` does.
#pragma once

#include "core/offload/efficiency.hpp"
#include "core/training/results.hpp"

namespace llmsize::offload {

inline constexpr std::string_view intensity_source = "Rajbhandari et al. 2021 (ZeRO-Infinity), section 4";

inline constexpr auto compute_rate = formula<"offload.compute_rate", FlopRate>(
    {.symbol = "p_tp",
     .title = "Achieved FLOP/s without offload stalls",
     .why = "FLOPs per GPU over the step time without offload stalls.",
     .source = intensity_source},
    [](const auto& x) { return training::iteration_flop(x) / (cluster::gpus(x) * own_time(x)); });

inline constexpr auto parameters_intensity = formula<"offload.parameters_intensity", Intensity>(
    {.symbol = "A_w",
     .title = "Arithmetic intensity, weights and gradients",
     .why = "FLOPs per byte: each pass loads the 16-bit weights and stores the gradients once, for the tokens of a "
            "micro-batch.",
     .source = intensity_source},
    [](const auto& x) { return workload::sequence(x) * layout::micro_batch(x) * (flop / byte); });
inline constexpr auto optimizer_intensity = formula<"offload.optimizer_intensity", Intensity>(
    {.symbol = "A_o",
     .title = "Arithmetic intensity, optimizer states",
     .why = "FLOPs per byte: each step reads and writes 16 bytes per parameter once.",
     .source = intensity_source},
    [](const auto& x) {
      const auto tokens = workload::sequence(x) * workload::global_batch(x) / layout::data(x);
      return (6.0 + 2.0 * layout::recompute_fraction(x)) / 32.0 * tokens * (flop / byte);
    });
inline constexpr auto activations_intensity = formula<"offload.activations_intensity", Intensity>(
    {.symbol = "A_a",
     .title = "Arithmetic intensity, activation checkpoints",
     .why = "FLOPs per byte: each layer input is stored and read once in 16 bits.",
     .source = intensity_source,
     .assumes = "full recomputation, one checkpoint per layer"},
    [](const auto& x) { return 24.0 * model::hidden(x) * (flop / byte); });

/// Share of the time that computes when every byte is waited for.
template <class Kind, class Rate, class Case>
auto without_overlap(const Kind& intensity, const Rate& rate, const Case& x) {
  return intensity * rate / (intensity * rate + compute_rate(x));
}
/// Rate per GPU at which the wanted share of the time computes although every byte is waited for.
template <class Kind, class Case>
auto rate_without_overlap(const Kind& intensity, const Case& x) {
  return goal::efficiency(x) / (1.0 - goal::efficiency(x)) * compute_rate(x) / intensity;
}
/// What all copies of the model fetch together for one GPU from the tier.
template <class Lives, class Case>
auto rate_of(const Lives& lives, const Case& x) {
  const auto slower = choose(is_on(lives, Tier::nvme), tier::nvme_read_rate(x), tier::shared_read_rate(x));
  return memory::shard_ranks(x) * choose(above(lives, Tier::nvme), tier::cpu_rate(x), slower);
}

inline constexpr auto parameters_efficiency = formula<"offload.parameters_efficiency", Count>(
    {.symbol = "e_w",
     .title = "Efficiency without overlap, weights",
     .why = "A·bw/(A·bw + p) at the bandwidth of the tier with the weights and gradients.",
     .source = intensity_source,
     .unit = Unit::ratio},
    [](const auto& x) { return without_overlap(parameters_intensity(x), rate_of(memory::parameters_tier(x), x), x); });
inline constexpr auto optimizer_efficiency = formula<"offload.optimizer_efficiency", Count>(
    {.symbol = "e_o",
     .title = "Efficiency without overlap, optimizer states",
     .why = "A·bw/(A·bw + p) at the bandwidth of the tier with the optimizer states.",
     .source = intensity_source,
     .unit = Unit::ratio},
    [](const auto& x) { return without_overlap(optimizer_intensity(x), rate_of(memory::optimizer_tier(x), x), x); });
inline constexpr auto overlapped_efficiency = formula<"offload.overlapped_efficiency", Count>(
    {.symbol = "e_w,over",
     .title = "Efficiency with full overlap, weights",
     .why = "Compute and transfer run at the same time, and the slower one sets the pace.",
     .source = intensity_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      return smaller(1.0, parameters_intensity(x) * rate_of(memory::parameters_tier(x), x) / compute_rate(x));
    });

inline constexpr auto parameters_bandwidth = formula<"offload.parameters_bandwidth", Bandwidth>(
    {.symbol = "bw_w",
     .title = "Target bandwidth without overlap, weights",
     .why = "e/(1 − e) · p/A per GPU.",
     .source = intensity_source},
    [](const auto& x) { return rate_without_overlap(parameters_intensity(x), x); });
inline constexpr auto optimizer_bandwidth = formula<"offload.optimizer_bandwidth", Bandwidth>(
    {.symbol = "bw_o",
     .title = "Target bandwidth without overlap, optimizer",
     .why = "e/(1 − e) · p/A per GPU.",
     .source = intensity_source},
    [](const auto& x) { return rate_without_overlap(optimizer_intensity(x), x); });
inline constexpr auto activations_bandwidth = formula<"offload.activations_bandwidth", Bandwidth>(
    {.symbol = "bw_a",
     .title = "Target bandwidth without overlap, activations",
     .why = "e/(1 − e) · p/A per GPU.",
     .source = intensity_source},
    [](const auto& x) { return rate_without_overlap(activations_intensity(x), x); });

inline constexpr auto optimizer_moved = formula<"offload.optimizer_moved", Bytes>(
    {.symbol = "V_o,2",
     .title = "Optimizer traffic (closed form)",
     .why = "All GPUs read and write the model states once per step: 2 · 16 bytes per parameter.",
     .source = intensity_source},
    [](const auto& x) { return 2.0 * memory::model_states(x); });
inline constexpr auto checkpoints_moved = formula<"offload.checkpoints_moved", Bytes>(
    {.symbol = "V_a,2",
     .title = "Activation-checkpoint traffic",
     .why = "All GPUs store and load the 16-bit input of every layer.",
     .source = intensity_source},
    [](const auto& x) {
      return 4.0 * byte * model::layers(x) * model::hidden(x) * workload::sequence(x) * workload::global_batch(x);
    });

inline constexpr auto infinity_formulas = std::tie(
    compute_rate, parameters_intensity, optimizer_intensity, activations_intensity, parameters_efficiency,
    optimizer_efficiency, overlapped_efficiency, parameters_bandwidth, optimizer_bandwidth, activations_bandwidth,
    optimizer_moved, checkpoints_moved);

}  // namespace llmsize::offload
