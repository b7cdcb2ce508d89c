// SPDX-License-Identifier: Apache-2.0
// One micro-batch on the slowest pipeline stage, part by part.
#pragma once

#include "core/training/exchange.hpp"

namespace llmsize::training {

inline constexpr std::string_view stage_source = "Narayanan et al. 2021: all stages wait for the slowest";

inline constexpr auto layers_compute = formula<"training.layers_compute", Seconds>(
    {.symbol = "t_L",
     .title = "Compute time, all layers (forward and backward)",
     .why = "All passes of linear layers, attention and element-wise kernels, plus casts, gradient accumulation and "
            "kernel launch gaps.",
     .source = layers_source},
    [](const auto& x) {
      const auto passes = 1.0 + workload::backward_passes(x);
      const auto kernels =
          passes * (linear_time(x) + vector_time(x)) + core_time(x) + core_backward_time(x) + cast_time(x);
      const auto unmeasured = where(
          less(0.0, model::unmeasured_layers(x)),
          [&] { return 1.0 + model::unmeasured_layers(x) / model::layers(x) * (software::kind_error(x) - 1.0); }, 1.0);
      return unmeasured * kernels + accumulation_time(x) + model::layers(x) * software::layer_overhead(x);
    });

inline constexpr auto layers_recompute = formula<"training.layers_recompute", Seconds>(
    {.symbol = "t_L,re",
     .title = "Recomputation time, all layers",
     .why = "Recomputed layers run forward again: in full, core attention only, or modules that are cheap to run.",
     .source = "Korthikanti et al. 2022"},
    [](const auto& x) {
      const auto fraction = layout::recompute_fraction(x);
      return fraction * (linear_time(x) + core_time(x) + vector_time(x)) +
             (1.0 - fraction) *
                 (layout::recompute_core(x) * core_time(x) + layout::recompute_modules(x) * modules_time(x));
    });

inline constexpr auto host_wait = formula<"training.host_wait", Seconds>(
    {.symbol = "t_host",
     .title = "CPU-launch-bound time, all MoE layers",
     .why = "MoE layers launch many small kernels. The GPU waits if the CPU needs longer to launch them than the GPU "
            "to run them.",
     .source = "derived: smooth maximum of both times; CPU times fitted to published step times of MoE models"},
    [](const auto& x) {
      const auto device =
          (layers_compute(x) + layers_recompute(x) + tensor_exchange(x) + expert_exchange(x) + context_exchange(x)) /
          model::layers(x);
      const auto passes = (1.0 + workload::backward_passes(x) + layout::recompute_fraction(x)) / 3.0;
      const auto launched = choose(
          software::whole_graph(x), software::whole_graph_time(x),
          choose(software::partial_graphs(x), software::partial_graph_time(x), 1.0) *
              choose(software::overlapped_dispatch(x), software::overlapped_host(x), 1.0));
      const auto host =
          passes * launched *
          (software::host_layer_time(x) + software::host_expert_time(x) * model::experts(x) / layout::expert(x));
      const auto sharp = software::host_sharpness(x);
      const auto longer = power(1.0 + power(host / device, sharp), 1.0 / sharp) - 1.0;
      return choose(less(0.0, model::moe_layers(x)), model::moe_layers(x) * longer * device, 0.0 * second);
    });

inline constexpr auto logits_time = formula<"training.logits_time", Seconds>(
    {.symbol = "t_V",
     .title = "Logits and loss time",
     .why = "Output-head GEMM in 16 bit, plus softmax and gradient traffic, on the last stage.",
     .source = layers_source},
    [](const auto& x) {
      const auto tokens = model::micro_batch_tokens(x), columns = model::vocabulary(x) / layout::tensor(x);
      const auto product = product_time(tokens, columns, model::embedding_width(x), half_rate(x), x);
      const auto one = (1.0 + workload::backward_passes(x)) * product +
                       software::logit_passes(x) * software::loss_bytes(x) * tokens * columns / memory_rate(x);
      return (1.0 + model::further_predictions(x)) * one;
    });

inline constexpr auto layers_time = formula<"training.layers_time", Seconds>(
    {.symbol = "t_all",
     .title = "Micro-batch time, all layers",
     .why = "Compute, recomputation, CPU launch waits and exposed communication.",
     .source = "derived: sum"},
    [](const auto& x) {
      return layers_compute(x) + layers_recompute(x) + host_wait(x) + tensor_exchange(x) + expert_exchange(x) +
             context_exchange(x);
    });

inline constexpr auto last_is_slower = formula<"training.last_is_slower", Count>(
    {.symbol = "last_s",
     .title = "Last stage is the slowest",
     .why = "The last stage adds logits and MTP modules to its layers, of which it may hold fewer.",
     .source = stage_source,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) {
      const auto fewer = memory::stage_layers(x) - memory::last_layers(x) - model::further_predictions(x);
      const auto spared = fewer * layers_time(x) / model::layers(x);
      return choose(less(1.0, layout::pipeline(x)), less(spared, logits_time(x)), 1.0);
    });

inline constexpr auto slowest_share = formula<"training.slowest_share", Count>(
    {.symbol = "λ",
     .title = "Fraction of layers on the slowest stage",
     .why = "Layers of the slowest stage over all layers. MTP modules are on the last stage.",
     .source = stage_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto last = memory::last_layers(x) + model::further_predictions(x);
      return choose(last_is_slower(x), last, memory::stage_layers(x)) / model::layers(x);
    });

inline constexpr auto stage_logits = formula<"training.stage_logits", Seconds>(
    {.symbol = "t_V,s",
     .title = "Logits time on the slowest stage",
     .why = "0 if a stage between the first and the last is slower.",
     .source = stage_source},
    [](const auto& x) { return last_is_slower(x) * logits_time(x); });

inline constexpr auto micro_batch_time = formula<"training.micro_batch_time", Seconds>(
    {.symbol = "t_mb",
     .title = "Micro-batch time on the slowest stage",
     .why = "Its layers, its logits if it is the last stage, and PP communication.",
     .source = stage_source},
    [](const auto& x) { return slowest_share(x) * layers_time(x) + stage_logits(x) + stage_exchange(x); });

inline constexpr auto micro_batch_formulas = std::tie(
    layers_compute, layers_recompute, host_wait, logits_time, layers_time, last_is_slower, slowest_share, stage_logits,
    micro_batch_time);

}  // namespace llmsize::training
