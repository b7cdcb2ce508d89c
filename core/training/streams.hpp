// SPDX-License-Identifier: Apache-2.0
// What moves between a GPU and the slower tiers in a step: streams of weights, gradients and activations, and the
// optimizer's states.
#pragma once

#include "core/training/states.hpp"

namespace llmsize::training {

inline constexpr std::string_view offload_source =
    "Rajbhandari et al. 2021 (ZeRO-Infinity); Ren et al. 2021 (ZeRO-Offload)";

/// So many bytes where the condition holds, else none.
template <class Condition, class Size>
auto bytes_where(const Condition& condition, const Size& bytes) {
  return choose(condition, bytes, 0.0 * byte);
}

/// Weights of the stage that one GPU fetches: all copies of the model fetch them together and share them out.
template <class Case>
auto fetched_share(const Case& x) {
  return memory::stage_parameters(x) / memory::shard_ranks(x) +
         memory::routed_on_gpu(x) / memory::expert_shard_ranks(x);
}

inline constexpr auto weights_read = formula<"training.weights_read", Bytes>(
    {.symbol = "V_w",
     .title = "Offloaded weights read per GPU and micro-batch",
     .why = "Each GPU reads its shard of the weights for the forward pass, recomputation and the backward pass, in 16 "
            "bit.",
     .source = offload_source},
    [](const auto& x) {
      const auto reads = (2.0 + layout::recompute_fraction(x)) * 2.0 * byte * fetched_share(x);
      return bytes_where(below(memory::parameters_tier(x), Tier::gpu), reads);
    });

inline constexpr auto gradients_written = formula<"training.gradients_written", Bytes>(
    {.symbol = "V_g",
     .title = "Offloaded gradients written per GPU and micro-batch",
     .why = "Each GPU writes its shard of the gradients, in 16 bit.",
     .source = offload_source},
    [](const auto& x) {
      return bytes_where(
          below(memory::gradients_tier(x), Tier::gpu), workload::trained_share(x) * 2.0 * byte * fetched_share(x));
    });

inline constexpr auto activations_moved = formula<"training.activations_moved", Bytes>(
    {.symbol = "V_a",
     .title = "Offloaded activations per GPU and micro-batch",
     .why =
         "Stored activations are written after the forward pass and read back for the backward pass. Bytes each way.",
     .source = offload_source},
    [](const auto& x) {
      return bytes_where(below(memory::activations_tier(x), Tier::gpu), memory::stored_activations(x));
    });

inline constexpr auto states_swapped = formula<"training.states_swapped", Bytes>(
    {.symbol = "V_o",
     .title = "Optimizer state traffic per GPU and step",
     .why = "Master weights and moments below CPU memory are read and written once per step, and the CPU updates them. "
            "Bytes each way.",
     .source = offload_source},
    [](const auto& x) {
      return bytes_where(
          below(memory::optimizer_tier(x), Tier::cpu),
          updated_weights(x) * (memory::master_bytes(x) + memory::moment_bytes(x)));
    });

/// Whether what lives somewhere has to move when the optimizer runs: not where both are in CPU memory, or both on the
/// GPU. States below CPU memory are updated there.
template <class Lives, class Case>
auto moves_for_optimizer(const Lives& lives, const Case& x) {
  const auto updated = smaller(code(Tier::cpu), memory::optimizer_tier(x));
  return 1.0 - equal(lives, updated);
}

inline constexpr auto gradients_to_optimizer = formula<"training.gradients_to_optimizer", Bytes>(
    {.symbol = "V_go",
     .title = "Gradients sent to the optimizer per GPU and step",
     .why = "To the CPU, from GPU memory or from the offload tier.",
     .source = offload_source},
    [](const auto& x) {
      return bytes_where(
          moves_for_optimizer(memory::gradients_tier(x), x), updated_weights(x) * memory::gradient_bytes(x));
    });

inline constexpr auto weights_from_optimizer = formula<"training.weights_from_optimizer", Bytes>(
    {.symbol = "V_wo",
     .title = "Weights returned by the optimizer per GPU and step",
     .why = "Updated weights return to GPU memory or to the offload tier.",
     .source = offload_source},
    [](const auto& x) {
      return bytes_where(
          moves_for_optimizer(memory::parameters_tier(x), x), updated_weights(x) * memory::weight_bytes(x));
    });

inline constexpr auto stream_time = formula<"training.stream_time", Seconds>(
    {.symbol = "t_str",
     .title = "Offload streaming time per micro-batch",
     .why = "Weights are read and gradients written. Stored activations are written and read back.",
     .source = "Rajbhandari et al. 2021 (ZeRO-Infinity), arithmetic intensity"},
    [](const auto& x) {
      const auto states = tier::reading_time(memory::parameters_tier(x), weights_read(x), x) +
                          tier::writing_time(memory::gradients_tier(x), gradients_written(x), x);
      const auto kept = tier::writing_time(memory::activations_tier(x), activations_moved(x), x) +
                        tier::reading_time(memory::activations_tier(x), activations_moved(x), x);
      return states + choose(is_on(memory::activations_tier(x), Tier::gpu), 0.0 * second, kept);
    });

/// The tier at the other end of a move to or from the optimizer: what is on the GPU passes the link to CPU memory.
template <class Lives>
auto far_end(const Lives& lives) {
  return larger(code(Tier::cpu), lives);
}

inline constexpr auto swap_time = formula<"training.swap_time", Seconds>(
    {.symbol = "t_swap",
     .title = "Optimizer offload time per step",
     .why = "Gradients go to the optimizer, states below CPU memory are read and written, weights come back. Nothing "
            "overlaps with it.",
     .source = offload_source},
    [](const auto& x) {
      const auto optimizer = memory::optimizer_tier(x), from = far_end(memory::gradients_tier(x)),
                 to = far_end(memory::parameters_tier(x));
      const auto offloaded = larger(optimizer, larger(memory::gradients_tier(x), memory::parameters_tier(x)));
      const auto swapped =
          tier::reading_time(optimizer, states_swapped(x), x) + tier::writing_time(optimizer, states_swapped(x), x) +
          tier::reading_time(from, gradients_to_optimizer(x), x) + tier::writing_time(to, weights_from_optimizer(x), x);
      return choose(is_on(offloaded, Tier::gpu), 0.0 * second, swapped);
    });

inline constexpr auto hiding_time = formula<"training.hiding_time", Seconds>(
    {.symbol = "t_hide",
     .title = "Time available to overlap offload streams",
     .why = "Compute and communication of all micro-batches, or the step time at a stated utilization.",
     .source = "Rajbhandari et al. 2021 (ZeRO-Infinity): overlap-centric design"},
    [](const auto& x) {
      const auto stated = iteration_flop(x) / (cluster::gpus(x) * gpu_peak(x) * software::utilisation(x));
      return choose(software::at_utilisation(x), stated, micro_batches(x) * micro_batch_time(x) + exposed_exchange(x));
    });

inline constexpr auto exposed_offload = formula<"training.exposed_offload", Seconds>(
    {.symbol = "t_off",
     .title = "Exposed offload time per step",
     .why =
         "Streams overlap with compute and communication within the prefetch limit. Optimizer states do not overlap.",
     .source = "Rajbhandari et al. 2021 (ZeRO-Infinity)"},
    [](const auto& x) {
      return larger(0.0 * second, micro_batches(x) * stream_time(x) - software::offload_overlap(x) * hiding_time(x)) +
             swap_time(x);
    });

inline constexpr auto stream_formulas = std::tie(
    weights_read, gradients_written, activations_moved, states_swapped, gradients_to_optimizer, weights_from_optimizer,
    stream_time, swap_time, hiding_time, exposed_offload);

}  // namespace llmsize::training
