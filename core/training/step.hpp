// SPDX-License-Identifier: Apache-2.0
// Step time: parts on the critical path that add up, in the order they are printed. At a stated utilization the FLOPs
// give the time, and it contains all other parts.
#pragma once

#include "core/training/streams.hpp"

namespace llmsize::training {

inline constexpr std::string_view step_source = "derived: part of the critical path; Narayanan et al. 2021";

/// By how much parts are off: of any run, and of one unlike those that were measured.
template <class Case>
auto fitted_error(const Case& x) {
  return software::model_error(x) * software::distance_error(x);
}

/// A part that the FLOPs give at a stated utilization.
template <class Part, class Work, class Case>
auto part_of_step(const Part& part, const Work& its_work, const Case& x) {
  const auto stated = its_work / (cluster::gpus(x) * gpu_peak(x) * software::utilisation(x));
  return choose(software::at_utilisation(x), stated, fitted_error(x) * part);
}
/// A part that a stated utilization contains.
template <class Part, class Case>
auto part_of_step(const Part& part, const Case& x) {
  return choose(software::at_utilisation(x), 0.0 * second, fitted_error(x) * part);
}

/// What takes so long for all layers and one micro-batch, over all micro-batches on the slowest stage.
template <class Part, class Case>
auto over_step(const Part& all_layers, const Case& x) {
  return micro_batches(x) * slowest_share(x) * all_layers;
}

inline constexpr auto compute_time = formula<"training.compute_time", Seconds>(
    {.symbol = "T_comp",
     .title = "Compute",
     .why = "Forward and backward pass of the slowest stage over all micro-batches, including logits and kernel launch "
            "gaps.",
     .source = step_source},
    [](const auto& x) {
      const auto computing = over_step(layers_compute(x) + host_wait(x), x) + micro_batches(x) * stage_logits(x);
      return part_of_step(computing, model_flop(x), x);
    });

inline constexpr auto recompute_time = formula<"training.recompute_time", Seconds>(
    {.symbol = "T_re",
     .title = "Recomputation",
     .why = "Activation recomputation over all micro-batches.",
     .source = step_source},
    [](const auto& x) { return part_of_step(over_step(layers_recompute(x), x), recompute_flop(x), x); });

inline constexpr auto tensor_time = formula<"training.tensor_time", Seconds>(
    {.symbol = "T_tp",
     .title = "TP communication",
     .why = "Exposed communication of activations within TP groups.",
     .source = step_source},
    [](const auto& x) { return part_of_step(over_step(tensor_exchange(x), x), x); });

inline constexpr auto expert_time = formula<"training.expert_time", Seconds>(
    {.symbol = "T_ep",
     .title = "EP communication (all-to-all)",
     .why = "Exposed all-to-all of tokens, including the permutation by expert.",
     .source = step_source},
    [](const auto& x) { return part_of_step(over_step(expert_exchange(x), x), x); });

inline constexpr auto context_time = formula<"training.context_time", Seconds>(
    {.symbol = "T_cp",
     .title = "CP communication",
     .why = "Exposed communication of keys and values.",
     .source = step_source},
    [](const auto& x) { return part_of_step(over_step(context_exchange(x), x), x); });

inline constexpr auto pipeline_time = formula<"training.pipeline_time", Seconds>(
    {.symbol = "T_pp",
     .title = "PP communication (send/recv)",
     .why = "Exposed transfer of activations and gradients between pipeline stages.",
     .source = step_source},
    [](const auto& x) { return part_of_step(micro_batches(x) * stage_exchange(x), x); });

inline constexpr auto bubble_time = formula<"training.bubble_time", Seconds>(
    {.symbol = "T_bub",
     .title = "Pipeline bubble",
     .why = "While the pipeline fills and drains, every stage waits for one virtual stage of each other stage.",
     .source = "Narayanan et al. 2021: (p − 1)/(v·m) of the ideal time"},
    [](const auto& x) {
      const auto stage = memory::stage_layers(x) / model::layers(x) * layers_time(x) + stage_exchange(x);
      const auto bubble = (layout::pipeline(x) - 1.0) / layout::interleave(x) * stage;
      return part_of_step(choose(less(1.0, layout::pipeline(x)), bubble, 0.0 * second), x);
    });

inline constexpr auto data_time = formula<"training.data_time", Seconds>(
    {.symbol = "T_dp",
     .title = "DP communication",
     .why = "Exposed communication of gradients and weights between DP replicas.",
     .source = step_source},
    [](const auto& x) { return part_of_step(exposed_exchange(x), x); });

inline constexpr auto offload_time = formula<"training.offload_time", Seconds>(
    {.symbol = "T_off",
     .title = "Offload transfers",
     .why = "Exposed transfer of states and activations on slower tiers.",
     .source = step_source},
    [](const auto& x) { return part_of_step(exposed_offload(x), x); });

inline constexpr auto optimizer_time = formula<"training.optimizer_time", Seconds>(
    {.symbol = "T_opt", .title = "Optimizer", .why = "Weight update, once per step.", .source = step_source},
    [](const auto& x) { return part_of_step(update_time(x), x); });

inline constexpr auto slowdown = formula<"training.slowdown", Count>(
    {.symbol = "κ",
     .title = "Straggler slowdown",
     .why = "All ranks wait for the slowest: step time on many GPUs over step time on few.",
     .source = "form: judgment; exponent fitted to published scaling series",
     .unit = Unit::ratio},
    [](const auto& x) {
      return power(larger(1.0, cluster::gpus(x) / software::straggling_gpus(x)), software::straggling(x));
    });

inline constexpr auto straggler_time = formula<"training.straggler_time", Seconds>(
    {.symbol = "T_str",
     .title = "Stragglers and step overhead",
     .why = "All ranks wait for the slowest GPU. Logging, data loading and synchronization add time once per step.",
     .source = "form: judgment; exponent and overhead fitted to published scaling series"},
    [](const auto& x) {
      const auto together = compute_time(x) + recompute_time(x) + tensor_time(x) + expert_time(x) + context_time(x) +
                            pipeline_time(x) + bubble_time(x) + data_time(x) + offload_time(x) + optimizer_time(x);
      return choose(
          software::at_utilisation(x), 0.0 * second,
          (slowdown(x) - 1.0) * together + fitted_error(x) * software::step_overhead(x));
    });

inline constexpr auto search_margin_time = formula<"training.search_margin_time", Seconds>(
    {.symbol = "T_srch",
     .title = "Search margin",
     .why = "A search favors layouts with underestimated step times (winner's curse). The margin is what published "
            "runs took beyond the best layout found for them. 0 if you set the layout.",
     .source = "form: Smith and Winkler 2006 (The optimizer's curse); factor fitted to published runs"},
    [](const auto& x) {
      const auto parts = compute_time(x) + recompute_time(x) + tensor_time(x) + expert_time(x) + context_time(x) +
                         pipeline_time(x) + bubble_time(x) + data_time(x) + offload_time(x) + optimizer_time(x) +
                         straggler_time(x);
      const auto kept_back = (software::search_margin(x) - 1.0) * parts;
      return choose(
          software::at_utilisation(x), 0.0 * second, choose(less(1.0, layout::searched(x)), kept_back, 0.0 * second));
    });

inline constexpr auto step_time = formula<"training.step_time", Seconds>(
    {.symbol = "t_step",
     .title = "Step time",
     .why = "Sum of the exposed parts. With a stated utilization: FLOPs over achieved FLOP/s of all GPUs.",
     .source = "derived: sum of the parts; HPE, Towards training trillion parameter models: TFLOP/s per GPU = F / "
               "(GPUs · seconds)"},
    [](const auto& x) {
      return compute_time(x) + recompute_time(x) + tensor_time(x) + expert_time(x) + context_time(x) +
             pipeline_time(x) + bubble_time(x) + data_time(x) + offload_time(x) + optimizer_time(x) +
             straggler_time(x) + search_margin_time(x);
    });

inline constexpr auto step_formulas = std::tie(
    step_time, compute_time, recompute_time, tensor_time, expert_time, context_time, pipeline_time, bubble_time,
    data_time, offload_time, optimizer_time, slowdown, straggler_time, search_margin_time);

}  // namespace llmsize::training
