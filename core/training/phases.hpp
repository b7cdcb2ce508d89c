// SPDX-License-Identifier: Apache-2.0
// Phases of a recipe that differ from the rest of a training: batch ramp-up at the start, long context at the end.
// Their extra time over the same tokens in the main phase.
#pragma once

#include "core/training/step.hpp"

#include <numbers>

namespace llmsize::training {

inline constexpr auto ramp_steps = formula<"training.ramp_steps", Count>(
    {.symbol = "n_ramp",
     .title = "Extra steps from batch-size ramp-up",
     .why = "The batch size grows linearly with the tokens seen. Smaller batches need more steps.",
     .source = "derived: integral of 1/B over a linearly growing batch size B"},
    [](const auto& x) {
      const auto whole = workload::global_batch(x), first = smaller(workload::ramp_batch(x), whole);
      const auto growing = std::numbers::ln2 * log2(whole / first) / larger(1e-9, whole - first);
      return workload::ramp_tokens(x) / workload::sequence(x) * choose(less(first, whole), growing - 1.0 / whole, 0.0);
    });

inline constexpr auto ramp_time = formula<"training.ramp_time", Seconds>(
    {.symbol = "T_ramp",
     .title = "Extra time from batch-size ramp-up",
     .why = "Every step fills and drains the pipeline, reduces gradients and updates weights, however few sequences it "
            "has.",
     .source = "derived: extra steps times the parts of a step that do not shrink with it"},
    [](const auto& x) { return ramp_steps(x) * slowdown(x) * (bubble_time(x) + data_time(x) + optimizer_time(x)); });

/// Forward work of attention that long sequences add to a sequence's worth of tokens, where kernels compute this share
/// of the pairs of tokens.
template <class Share, class Case>
auto long_flop(const Share& share, const Case& x) {
  const auto longer = larger(0.0, workload::long_sequence(x) / workload::sequence(x) - 1.0);
  const auto pairs = model::full_pairs_at(share, x), none = 0.0 * pairs;
  return longer * (model::scores_of(pairs, none, x) + model::context_of(pairs, none, x));
}

inline constexpr auto long_time = formula<"training.long_time", Seconds>(
    {.symbol = "T_long",
     .title = "Extra time from the long-context phase",
     .why = "Full attention takes more time per token in longer sequences. All other costs per token stay the same. CP "
            "communication overlaps with that attention.",
     .source = "derived: attention cost per token is linear in the sequence length"},
    [](const auto& x) {
      const auto passes =
          1.0 + core_backward_passes(x) + larger(layout::recompute_fraction(x), layout::recompute_core(x));
      const auto all_layers = passes * share_of_sequence(x) * long_flop(software::computed_share(x), x) / core_rate(x);
      const auto counted = 3.0 * workload::global_batch(x) * long_flop(software::attention_share(x), x);
      const auto sequences = workload::long_tokens(x) / workload::sequence(x);
      const auto all_wait = choose(software::at_utilisation(x), 1.0, slowdown(x));
      return choose(
          less(0.0, workload::long_tokens(x)),
          sequences / workload::global_batch(x) * all_wait * part_of_step(over_step(all_layers, x), counted, x),
          0.0 * second);
    });

inline constexpr auto phase_formulas = std::tie(ramp_steps, ramp_time, long_time);

}  // namespace llmsize::training
