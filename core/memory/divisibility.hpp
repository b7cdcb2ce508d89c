// SPDX-License-Identifier: Apache-2.0
// Degrees that do not divide what they split.
#pragma once

#include "core/inputs/workload.hpp"
#include "core/memory/judged.hpp"
#include "core/memory/stages.hpp"
#include "core/work/work.hpp"

namespace llmsize::memory {

/// Negative where something is left over.
template <class Whole, class Parts>
auto divides(const Whole& whole, const Parts& parts) {
  return 0.0 - remainder(whole, parts);
}

inline constexpr Try batch_tries[] = {
    {"Try batch {}", "workload.global_batch", Try::How::multiple, {}, NumberId("training.sequences_at_once")}};

inline constexpr auto heads_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "TP {layout.tensor} does not divide {model.heads} attention heads.",
     .remedy = "Use a TP degree that divides the attention heads.",
     .brief = "model not divisible",
     .check = "Model divisibility"},
    [](const auto& x) { return divides(model::heads(x), layout::tensor(x)); });
inline constexpr auto layers_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "PP {layout.pipeline} × VPP {layout.interleave} does not divide {model.layers} layers.",
     .remedy = "Use a PP degree that divides the layers or leaves some for the last stage.",
     .brief = "model not divisible",
     .check = "Model divisibility"},
    [](const auto& x) {
      const auto ends = choose(less(1.0, layout::pipeline(x)), 2.0 * layout::ends_as_layers(x), 0.0);
      const auto runs = layout::pipeline(x) * layout::interleave(x);
      // A stack that runs uneven stages leaves the last one what remains.
      const auto rest = smaller(0.0, last_layers(x) - 1.0);
      return choose(software::uneven_stages(x), rest, divides(model::layers(x) + ends, runs));
    });
inline constexpr auto batch_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "DP {layout.data} × micro-batch {layout.micro_batch} does not divide the global batch size of "
                 "{workload.global_batch}.",
     .remedy = "Use a global batch size that is a multiple of DP × micro-batch size.",
     .brief = "batch not divisible",
     .check = "Batch divisibility",
     .tries = batch_tries},
    [](const auto& x) { return judged(x, divides(workload::global_batch(x), training::sequences_at_once(x))); });
inline constexpr auto experts_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "EP {layout.expert} does not divide {model.experts} experts.",
     .remedy = "Use an EP degree that divides the experts.",
     .brief = "model not divisible",
     .check = "Model divisibility"},
    [](const auto& x) { return divides(model::experts(x), layout::expert(x)); });
inline constexpr Try expert_tries[] = {{"No expert parallelism", "layout.expert", Try::How::said, "1"}};
inline constexpr auto nothing_to_spread = finding<"layout.indivisible">(
    {.severity = Severity::warning,
     .sentence = "EP {layout.expert} has nothing to spread: the model has no experts.",
     .remedy = "Use EP 1 for dense models (--ep).",
     .brief = "no experts",
     .check = "Expert parallelism",
     .tries = expert_tries},
    [](const auto& x) { return choose(less(0.0, known(model::experts(x))), 0.0, 1.0 - layout::expert(x)); });
inline constexpr auto copies_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "EP {layout.expert} × ETP {layout.expert_tensor} does not divide TP {layout.tensor} × "
                 "CP {layout.context} × DP {layout.data}.",
     .remedy = "Use an EP degree that divides the GPUs of a pipeline stage over ETP.",
     .brief = "model not divisible",
     .check = "Model divisibility"},
    [](const auto& x) {
      const auto stage = layout::tensor(x) * layout::context(x) * layout::data(x);
      return divides(stage, layout::expert(x) * layout::expert_tensor(x));
    });

inline constexpr auto prefill_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "Prefill workers with TP {serving.prefill_tensor}, PP {serving.prefill_pipeline} and EP "
                 "{serving.prefill_expert} do not divide {model.heads} heads, {model.layers} layers and "
                 "{model.experts} experts.",
     .remedy = "Use prefill TP, PP and EP degrees that divide the heads, layers and experts.",
     .brief = "model not divisible",
     .check = "Model divisibility"},
    [](const auto& x) {
      const auto heads = divides(model::heads(x), serving::prefill_tensor(x));
      const auto stages = serving::prefill_pipeline(x);
      const auto last = model::layers(x) - (stages - 1.0) * ceil(model::layers(x) / stages);
      const auto layers =
          choose(software::uneven_stages(x), smaller(0.0, last - 1.0), divides(model::layers(x), stages));
      const auto experts =
          choose(less(0.0, known(model::experts(x))), divides(model::experts(x), serving::prefill_expert(x)), 0.0);
      const auto own = 1.0 - equal(serving::prefill_tensor(x), layout::tensor(x)) *
                                 equal(serving::prefill_pipeline(x), layout::pipeline(x)) *
                                 equal(serving::prefill_expert(x), layout::expert(x));
      return choose(own * less(0.0, serving::prefill_workers(x)), smaller(heads, smaller(layers, experts)), 0.0);
    });

inline constexpr auto divisibility_findings = std::tie(
    heads_indivisible, layers_indivisible, batch_indivisible, experts_indivisible, nothing_to_spread,
    copies_indivisible, prefill_indivisible);

}  // namespace llmsize::memory
