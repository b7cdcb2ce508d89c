// SPDX-License-Identifier: Apache-2.0
// Work of a training step and of a whole training.
#pragma once

#include "core/model/flops.hpp"

namespace llmsize::training {

inline constexpr auto sequences_at_once = formula<"training.sequences_at_once", Count>(
    {.symbol = "B_1",
     .title = "Sequences of one round",
     .why = "One micro-batch of every copy of the model; a global batch is made of whole rounds.",
     .source = "Narayanan et al. 2021",
     .whole = true},
    [](const auto& x) { return layout::data(x) * layout::micro_batch(x); });

inline constexpr auto micro_batches = formula<"training.micro_batches", Count>(
    {.symbol = "m",
     .title = "Micro-batches of a step",
     .why = "Every model copy works through its share of the global batch one micro-batch at a time.",
     .source = "Narayanan et al. 2021",
     .whole = true},
    [](const auto& x) { return ceil(workload::global_batch(x) / sequences_at_once(x)); });

inline constexpr InputKey attention_count("software.attention_share");  ///< convention of counted work

/// Share of a forward pass that weight gradients would take and do not: those of frozen weights, under adapters.
template <class Case>
auto spared_gradients(const Case& x) {
  return 1.0 - workload::adapter_share(x);
}

inline constexpr auto model_flop = formula<"training.model_flop", Flop>(
    {.symbol = "F_model",
     .title = "Model work of a step",
     .why = "Forward once and backward twice through every matrix product, without recomputation; where only a "
            "parameter count is known, six FLOP per parameter and token. Frozen weights have no gradients: under "
            "adapters about four FLOP per parameter and token.",
     .source = "Narayanan et al. 2021; for a dense GPT equal to 72·B·s·l·h²·(1 + s/6h + V/12lh); adapters: as in "
               "NVIDIA's tables of LoRA runs",
     .counted_by = attention_count},
    [](const auto& x) {
      const auto matrices = model::forward_flop(x) - model::cores_flop(x);
      return otherwise(
          3.0 * workload::global_batch(x) * model::forward_flop(x) -
              spared_gradients(x) * workload::global_batch(x) * matrices,
          (6.0 - 2.0 * spared_gradients(x)) * flop * model::parameters_given(x) * workload::global_batch(x) *
              workload::sequence(x));
    });

inline constexpr auto recompute_flop = formula<"training.recompute_flop", Flop>(
    {.symbol = "F_re",
     .title = "Recomputed work of a step",
     .why = "The recomputed share of the layers runs forward once more, or only the attention core; logits are never "
            "recomputed.",
     .source = "Narayanan et al. 2021, Eq. 3; selective: derived, one more pass of scores and context",
     .counted_by = attention_count},
    [](const auto& x) {
      const auto fraction = layout::recompute_fraction(x);
      const auto again =
          fraction * model::layers_flop(x) + (1.0 - fraction) * layout::recompute_core(x) * model::cores_flop(x);
      return otherwise(
          workload::global_batch(x) * again,
          2.0 * flop * fraction * model::parameters_given(x) * workload::global_batch(x) * workload::sequence(x));
    });

inline constexpr auto iteration_flop = formula<"training.iteration_flop", Flop>(
    {.symbol = "F",
     .title = "Counted work of a step",
     .why = "Model work plus what is computed again to save memory, as papers count it: training.executed_flop is what "
            "kernels do.",
     .source =
         "HPE, Towards training trillion parameter models: 96·B·s·l·h²·(1 + s/6h + V/16lh) with full recomputation",
     .counted_by = attention_count},
    [](const auto& x) { return model_flop(x) + recompute_flop(x); });

inline constexpr auto steps = formula<"training.steps", Count>(
    {.symbol = "n_step",
     .title = "Steps of the training",
     .why = "Tokens over tokens of a step; what the last one lacks is not counted.",
     .source = "derived: definition"},
    [](const auto& x) { return workload::tokens(x) / (workload::global_batch(x) * workload::sequence(x)); });

inline constexpr auto work = formula<"training.work", Flop>(
    {.symbol = "C",
     .title = "Model work of the training",
     .why = "Model work of all steps: what papers state in PF-days.",
     .source = "derived: steps times model work of a step",
     .counted_by = attention_count},
    [](const auto& x) { return steps(x) * model_flop(x); });

inline constexpr auto work_formulas =
    std::tie(iteration_flop, model_flop, recompute_flop, sequences_at_once, micro_batches, steps, work);

}  // namespace llmsize::training
