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
     .sentence = "Tensor parallel {layout.tensor} does not divide {model.heads} heads.",
     .remedy = "A tensor-parallel degree that divides the heads.",
     .brief = "model cannot be split"},
    [](const auto& x) { return divides(model::heads(x), layout::tensor(x)); });
inline constexpr auto layers_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence =
         "Pipeline {layout.pipeline} times interleave {layout.interleave} does not divide {model.layers} layers.",
     .remedy = "A pipeline degree that divides the layers, or one that leaves the last stage some of them.",
     .brief = "model cannot be split"},
    [](const auto& x) {
      const auto ends = choose(less(1.0, layout::pipeline(x)), 2.0 * layout::ends_as_layers(x), 0.0);
      const auto runs = layout::pipeline(x) * layout::interleave(x);
      // A stack that runs uneven stages leaves the last one what remains.
      const auto rest = smaller(0.0, last_layers(x) - 1.0);
      return choose(software::uneven_stages(x), rest, divides(model::layers(x) + ends, runs));
    });
inline constexpr auto batch_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "Data parallel {layout.data} times micro-batch {layout.micro_batch} does not divide a global batch of "
                 "{workload.global_batch}.",
     .remedy = "A global batch that is a multiple of both.",
     .brief = "batch cannot be split",
     .tries = batch_tries},
    [](const auto& x) { return judged(x, divides(workload::global_batch(x), training::sequences_at_once(x))); });
inline constexpr auto experts_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "Expert parallel {layout.expert} does not divide {model.experts} experts.",
     .remedy = "An expert-parallel degree that divides the experts.",
     .brief = "model cannot be split"},
    [](const auto& x) { return divides(model::experts(x), layout::expert(x)); });
inline constexpr auto copies_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "Expert parallel {layout.expert} does not divide data parallel {layout.data} times context parallel "
                 "{layout.context}.",
     .remedy = "Expert parallelism lies inside data and context parallelism.",
     .brief = "model cannot be split"},
    [](const auto& x) { return divides(layout::data(x) * layout::context(x), layout::expert(x)); });

inline constexpr auto prefill_indivisible = finding<"layout.indivisible">(
    {.severity = Severity::error,
     .sentence = "Prefill workers of tensor {serving.prefill_tensor}, pipeline {serving.prefill_pipeline} and expert "
                 "parallel {serving.prefill_expert} do not divide {model.heads} heads, {model.layers} layers and "
                 "{model.experts} experts.",
     .remedy = "Degrees of prefill workers that divide these.",
     .brief = "model cannot be split"},
    [](const auto& x) {
      const auto heads = divides(model::heads(x), serving::prefill_tensor(x));
      const auto layers = divides(model::layers(x), serving::prefill_pipeline(x));
      const auto experts =
          choose(less(0.0, known(model::experts(x))), divides(model::experts(x), serving::prefill_expert(x)), 0.0);
      const auto own = 1.0 - equal(serving::prefill_tensor(x), layout::tensor(x)) *
                                 equal(serving::prefill_pipeline(x), layout::pipeline(x)) *
                                 equal(serving::prefill_expert(x), layout::expert(x));
      return choose(own * less(0.0, serving::prefill_workers(x)), smaller(heads, smaller(layers, experts)), 0.0);
    });

inline constexpr auto divisibility_findings = std::tie(
    heads_indivisible, layers_indivisible, batch_indivisible, experts_indivisible, copies_indivisible,
    prefill_indivisible);

}  // namespace llmsize::memory
