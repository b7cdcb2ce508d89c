// SPDX-License-Identifier: Apache-2.0
// FLOPs of a training step and of a whole training.
#pragma once

#include "core/model/flops.hpp"

namespace llmsize::training {

inline constexpr auto sequences_at_once = formula<"training.sequences_at_once", Count>(
    {.symbol = "B_1",
     .title = "Sequences per micro-batch round",
     .why = "One micro-batch on every DP replica. A global batch consists of whole rounds.",
     .source = "Narayanan et al. 2021",
     .whole = true},
    [](const auto& x) { return layout::data(x) * layout::micro_batch(x); });

inline constexpr auto micro_batches = formula<"training.micro_batches", Count>(
    {.symbol = "m",
     .title = "Micro-batches per step",
     .why = "Gradient accumulation: every DP replica processes its part of the global batch one micro-batch at a time.",
     .source = "Narayanan et al. 2021",
     .whole = true},
    [](const auto& x) { return ceil(workload::global_batch(x) / sequences_at_once(x)); });

inline constexpr InputKey attention_count("software.attention_share");  ///< FLOP convention

/// Fraction of a forward pass that weight gradients of frozen weights would take: spared with adapters.
template <class Case>
auto spared_gradients(const Case& x) {
  return 1.0 - workload::adapter_share(x);
}

inline constexpr auto model_flop = formula<"training.model_flop", Flop>(
    {.symbol = "F_model",
     .title = "Model FLOPs per step",
     .why = "Forward once and backward twice through every GEMM, without recomputation. If only a parameter count is "
            "known: six FLOPs per parameter and token. Frozen weights have no gradients: about four FLOPs per "
            "parameter and token with adapters.",
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
     .title = "Recomputation FLOPs per step",
     .why = "Recomputed layers run forward once more, in full or core attention only. Logits are never recomputed.",
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
     .title = "FLOPs per iteration (as reported)",
     .why = "Model FLOPs plus recomputation FLOPs, as papers count them. For the FLOPs that kernels execute, see "
            "training.executed_flop.",
     .source =
         "HPE, Towards training trillion parameter models: 96·B·s·l·h²·(1 + s/6h + V/16lh) with full recomputation",
     .counted_by = attention_count},
    [](const auto& x) { return model_flop(x) + recompute_flop(x); });

inline constexpr auto steps = formula<"training.steps", Count>(
    {.symbol = "n_step",
     .title = "Training steps",
     .why = "Training tokens over tokens per step. A partial last step counts as a fraction.",
     .source = "derived: definition"},
    [](const auto& x) { return workload::tokens(x) / (workload::global_batch(x) * workload::sequence(x)); });

inline constexpr auto work = formula<"training.work", Flop>(
    {.symbol = "C",
     .title = "Training compute",
     .why = "Model FLOPs of all steps, which papers state in PF-days.",
     .source = "derived: steps times model FLOPs per step",
     .counted_by = attention_count},
    [](const auto& x) { return steps(x) * model_flop(x); });

inline constexpr auto work_formulas =
    std::tie(iteration_flop, model_flop, recompute_flop, sequences_at_once, micro_batches, steps, work);

}  // namespace llmsize::training
