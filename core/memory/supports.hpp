// SPDX-License-Identifier: Apache-2.0
// Layouts that were said and that the software does not run.
#pragma once

#include "core/inputs/layout.hpp"
#include "core/inputs/memory.hpp"
#include "core/inputs/software.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::memory {

/// What a stack for training runs says nothing of serving.
template <class Case, class Margin>
auto while_training(const Case& x, const Margin& margin) {
  return choose(workload::trains(x), margin, 0.0);
}

template <class Case>
auto zero_stage(const Case& x) {
  return layout::shard_optimizer(x) + layout::shard_gradients(x) + layout::shard_parameters(x);
}

inline constexpr Try zero_tries[] = {
    {"Use the highest supported stage: ZeRO {}", "layout.zero", Try::How::reached, {}, NumberId("software.zero_most")}};
inline constexpr auto zero_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} supports at most ZeRO-{software.zero_most}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = zero_tries},
    [](const auto& x) { return while_training(x, software::zero_most(x) - zero_stage(x)); });
inline constexpr Try pipeline_zero_tries[] = {{"Shard the optimizer only", "layout.zero", Try::How::said, "1"}};
inline constexpr auto pipeline_zero_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} supports at most ZeRO-{software.pipeline_zero} with PP {layout.pipeline}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = pipeline_zero_tries},
    [](const auto& x) {
      const auto left = software::pipeline_zero(x) - zero_stage(x);
      return while_training(x, choose(less(1.0, layout::pipeline(x)), left, 0.0));
    });
inline constexpr Try tensor_tries[] = {
    {"Tensor parallel {}", "layout.tensor", Try::How::reached, {}, NumberId("software.tensor_most")}};
inline constexpr auto tensor_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} supports at most TP {software.tensor_most}, not TP {layout.tensor}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = tensor_tries},
    [](const auto& x) { return while_training(x, software::tensor_most(x) - layout::tensor(x)); });
inline constexpr Try pipeline_tries[] = {
    {"Pipeline {}", "layout.pipeline", Try::How::reached, {}, NumberId("software.pipeline_most")}};
inline constexpr auto pipeline_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} supports at most PP {software.pipeline_most}, not PP {layout.pipeline}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = pipeline_tries},
    [](const auto& x) { return while_training(x, software::pipeline_most(x) - layout::pipeline(x)); });
inline constexpr Try context_tries[] = {
    {"Context parallel {}", "layout.context", Try::How::reached, {}, NumberId("software.context_most")}};
inline constexpr auto context_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} supports at most CP {software.context_most}, not CP {layout.context}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = context_tries},
    [](const auto& x) { return while_training(x, software::context_most(x) - layout::context(x)); });
inline constexpr Try interleave_tries[] = {{"No interleave", "layout.interleave", Try::How::said, "1"}};
inline constexpr auto interleave_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "VPP {layout.interleave} exceeds the largest measured with {software.id}: {software.interleave_most}.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = interleave_tries},
    [](const auto& x) { return while_training(x, software::interleave_most(x) - layout::interleave(x)); });
inline constexpr Try sequence_tries[] = {
    {"Without sequence parallelism", "layout.sequence_parallel", Try::How::said, "no"}};
inline constexpr auto sequence_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} does not support sequence parallelism (TP {layout.tensor}).",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = sequence_tries},
    [](const auto& x) {
      const auto split = layout::sequence_parallel(x) * less(1.0, layout::tensor(x));
      return while_training(x, software::splits_sequences(x) - split);
    });
inline constexpr auto stages_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence =
         "PP {layout.pipeline} does not divide {model.layers} layers. {software.id} does not support uneven stages.",
     .remedy = "Use a PP degree that divides the layers.",
     .brief = "not supported by the software",
     .check = "Software support"},
    [](const auto& x) {
      const auto uneven = less(0.0, remainder(model::layers(x), layout::pipeline(x)));
      return while_training(x, software::uneven_stages(x) - uneven);
    });
inline constexpr Try recompute_tries[] = {{"Recompute whole layers", "layout.recompute", Try::How::said, "full"}};
inline constexpr auto recompute_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence =
         "{software.id} does not support selective recomputation (attention only). It recomputes full layers or none.",
     .brief = "not supported by the software",
     .check = "Software support",
     .tries = recompute_tries},
    [](const auto& x) {
      const auto alone = layout::recompute_core(x) * less(layout::recompute_fraction(x), 1.0);
      return while_training(x, software::recomputes_attention(x) - alone);
    });
inline constexpr auto offload_unsupported = finding<"layout.unsupported">(
    {.severity = Severity::warning,
     .sentence = "{software.id} does not support offloading to tiers slower than {software.offload_tier}.",
     .remedy = "Use a faster tier, or software that supports this tier.",
     .brief = "not supported by the software",
     .check = "Software support"},
    [](const auto& x) {
      const auto lowest = larger(larger(parameters_tier(x), gradients_tier(x)), optimizer_tier(x));
      return while_training(x, software::offload_tier(x) - lowest);
    });

inline constexpr auto support_findings = std::tie(
    zero_unsupported, pipeline_zero_unsupported, tensor_unsupported, pipeline_unsupported, context_unsupported,
    interleave_unsupported, sequence_unsupported, stages_unsupported, recompute_unsupported, offload_unsupported);

}  // namespace llmsize::memory
