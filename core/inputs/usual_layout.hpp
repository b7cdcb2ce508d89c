// SPDX-License-Identifier: Apache-2.0
// Inputs of the layout that follow from the work and the software unless they are said: how experts are split, and how
// often a pipeline is interleaved.
#pragma once

#include "core/inputs/software_supports.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::layout {

inline constexpr auto expert_tensor = input<"layout.expert_tensor", Count>(
    {.symbol = "t_e",
     .label = "Expert tensor-parallel size (ETP)",
     .help = "Tensor-parallel size of the experts (Megatron-LM --expert-tensor-parallel-size). Default: 1 in training "
             "with software that folds experts over TP, CP and DP, else TP. Serving: TP × DP-attention ranks over EP.",
     .flags = "--etp,--expert-tensor-parallel",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) {
      const auto trained = choose(software::folds_experts(x), 1.0, tensor(x));
      const auto served = larger(1.0, floor(tensor(x) * attention_data(x) / expert(x)));
      return choose(workload::trains(x), trained, served);
    });

inline constexpr auto interleave = input<"layout.interleave", Count>(
    {.symbol = "v",
     .label = "Virtual pipeline size (VPP)",
     .help = "Virtual pipeline stages per rank (VPP). Default: 1, or stages of two layers if the software usually "
             "interleaves and PP divides layers and micro-batches.",
     .flags = "--interleave",
     .least = 1,
     .most = 1e4,
     .whole = true},
    [](const auto& x) {
      const auto run = model::layers(x) / pipeline(x), together = larger(1.0, software::virtual_layers(x));
      // Twice as many layers as often as the stack would else run more virtual stages than it does.
      const auto doublings = larger(0.0, ceil(log2(larger(1.0, run / (together * software::interleave_most(x))))));
      const auto layers_each = together * power(2.0, doublings);
      const auto at_once = pipeline(x) * data(x) * micro_batch(x);
      const auto even = equal(remainder(run, layers_each), 0.0) *
                        equal(remainder(workload::global_batch(x), at_once), 0.0) *
                        less(0.0, software::virtual_layers(x)) * workload::trains(x);
      return choose(otherwise(even, 0.0) * less(1.0, pipeline(x)), run / layers_each, 1.0);
    });

inline constexpr auto usual_inputs = std::tie(expert_tensor, interleave);

}  // namespace llmsize::layout
