// SPDX-License-Identifier: Apache-2.0
// What speaks against a served model as it is asked for.
#pragma once

#include "core/serving/store.hpp"

namespace llmsize::serving {

/// Nothing is said of a training.
template <class Case, class Margin>
auto judged_here(const Case& x, const Margin& margin) {
  return choose(workload::trains(x), 0.0 * margin, margin);
}

/// The rate within limits is found to the last digits, and asked for again: that is no breach.
inline constexpr double last_digits = 1e-9;
template <class Share>
auto kept(const Share& left) {
  return left + last_digits;
}
template <class Limit, class Left>
auto kept_time(const Limit& limit, const Left& left) {
  return left + last_digits * limit;
}

inline constexpr Try fit_tries[] = {
    {"Use FP8 weights", "serving.weight_dtype", Try::How::said, "fp8"},
    {"Use an FP8 KV cache", "serving.kv_dtype", Try::How::said, "fp8"},
    {"Double tensor parallelism", "layout.tensor", Try::How::doubled, {}, {}, 2}};
inline constexpr auto does_not_fit = finding<"serving.does_not_fit">(
    {.severity = Severity::error,
     .sentence = "No KV cache of {model.kv_bytes_per_sequence} fits: {serving.weights_per_gpu} of weights and "
                 "{serving.reserve_per_gpu} of runtime overhead leave too little of {memory.gpu_capacity} GPU memory.",
     .remedy =
         "Increase tensor parallelism, use 8-bit or 4-bit weights or an 8-bit KV cache, or shorten the sequences.",
     .brief = "GPU memory exceeded",
     .check = "GPU memory",
     .tries = fit_tries,
     .effect = ResultKey("serving.max_batch"),
     .effect_words = "max batch size {}"},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0));
      return judged_here(x, choose(asked, max_batch(x) - 1.0, 0.0));
    });

inline constexpr auto prefill_does_not_fit = finding<"serving.does_not_fit">(
    {.severity = Severity::error,
     .sentence = "No KV cache of {model.kv_bytes_per_sequence} fits on a prefill worker with TP "
                 "{serving.prefill_tensor} and PP {serving.prefill_pipeline}.",
     .remedy = "Increase the TP of prefill workers, or use 8-bit or 4-bit weights or an 8-bit KV cache.",
     .brief = "GPU memory exceeded (prefill)",
     .check = "GPU memory of prefill workers"},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0)) * reads_apart(x);
      return judged_here(x, choose(asked, max_batch(reader(x)) - 1.0, 0.0));
    });

inline constexpr auto over_capacity = finding<"serving.over_capacity">(
    {.severity = Severity::error,
     .sentence =
         "The request rate of {serving.rate} exceeds the capacity of {serving.capacity}. The queue is unstable.",
     .remedy = "Add replicas or lower the request rate.",
     .brief = "overloaded",
     .check = "Request rate"},
    [](const auto& x) { return judged_here(x, (1.0 + last_digits) * capacity(x) - rate(x)); });

inline constexpr auto near_capacity = finding<"serving.near_capacity">(
    {.severity = Severity::warning,
     .sentence = "Utilization is {serving.utilisation}. Latency is very sensitive near saturation. Goodput is "
                 "{serving.rate_at_limit}.",
     .remedy = "Lower the request rate to the goodput, or add replicas.",
     .brief = "near saturation",
     .check = "Utilization"},
    [](const auto& x) { return judged_here(x, choose(has_rate(x), max_utilization(x) - utilisation(x), 0.0)); });

/// A margin where all requests are alike: of several traffic classes each is judged by itself.
template <class Case, class Margin>
auto of_one_class(const Case& x, const Margin& margin) {
  return x.classes().empty() ? margin : Margin(0.0 * margin);
}
/// Nothing is said of one SLO where a share of the requests within all of them is wanted.
template <class Case, class Margin>
auto judged_alone(const Case& x, const Margin& margin) {
  return judged_here(x, of_one_class(x, choose(has_attainment_goal(x) * has_rate(x), 0.0 * margin, margin)));
}
inline constexpr auto attainment_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "{serving.attainment} of the requests are within all SLOs, below the goal of "
                 "{serving.attainment_goal}.",
     .remedy = "Add replicas, increase tensor parallelism, or relax the SLOs.",
     .brief = "SLO attainment missed",
     .check = "SLO attainment"},
    [](const auto& x) {
      const auto left = where(
          has_attainment_goal(x) * has_rate(x), [&] { return kept(attainment_left(x, step_batch(x), x)); },
          of<Count>(absent));
      return judged_here(x, of_one_class(x, left));
    });

inline constexpr auto token_limit_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "TPOT is {serving.tpot} on average, and {serving.tail_share} of the requests have up to "
                 "{serving.tpot_limited}, above the SLO of {serving.tpot_limit}.",
     .remedy = "Add replicas, increase tensor parallelism, or lower the batch size.",
     .brief = "TPOT SLO missed",
     .check = "TPOT SLO"},
    [](const auto& x) {
      const auto judged = tpot_limit(x) - tpot(x);
      const auto in_flight = where(
          1.0 - has_rate(x), [&] { return tpot_limit(x) - tpot_limited(x); }, 0.0 * second);
      const auto at_percentile = where(
          has_rate(x), [&] { return tpot_limit(x) * kept(token_left(x, step_batch(x), x)); }, in_flight);
      const auto margin = choose(at_tail(x), at_percentile, kept_time(tpot_limit(x), judged));
      return judged_alone(x, choose(less(1.0, output_tokens(x)), margin, 0.0 * margin));
    });
inline constexpr std::string_view first_remedy = "Add replicas or prefill workers, or shorten the prompts.";
inline constexpr auto first_limit_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "TTFT is {serving.ttft} on average, above the SLO of {serving.ttft_limit}.",
     .remedy = first_remedy,
     .brief = "TTFT SLO missed",
     .check = "TTFT SLO"},
    [](const auto& x) {
      const auto judged = kept_time(ttft_limit(x), ttft_limit(x) - ttft(x));
      return judged_alone(x, choose(at_tail(x) * has_rate(x), 0.0 * judged, judged));
    });
inline constexpr auto slow_first_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "TTFT is {serving.ttft} on average, and {serving.tail_share} of the requests have up to "
                 "{serving.ttft_limited}, above the SLO of {serving.ttft_limit}.",
     .remedy = first_remedy,
     .brief = "TTFT SLO missed",
     .check = "TTFT SLO"},
    [](const auto& x) {
      const auto judged = ttft_limit(x) * kept(first_left(x, step_batch(x), x));
      return judged_alone(x, choose(at_tail(x) * has_rate(x), judged, 0.0 * judged));
    });
inline constexpr std::string_view request_remedy = "Add replicas, increase tensor parallelism, or shorten the outputs.";
inline constexpr auto request_limit_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "E2EL is {serving.request_latency} on average, above the SLO of {serving.latency_limit}.",
     .remedy = request_remedy,
     .brief = "E2EL SLO missed",
     .check = "E2EL SLO"},
    [](const auto& x) {
      const auto judged = kept_time(latency_limit(x), latency_limit(x) - request_latency(x));
      return judged_alone(x, choose(at_tail(x) * has_rate(x), 0.0 * judged, judged));
    });
inline constexpr auto slow_request_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "E2EL is {serving.request_latency} on average, and {serving.tail_share} of the requests have up to "
                 "{serving.latency_limited}, above the SLO of {serving.latency_limit}.",
     .remedy = request_remedy,
     .brief = "E2EL SLO missed",
     .check = "E2EL SLO"},
    [](const auto& x) {
      const auto judged = latency_limit(x) * kept(request_left(x, step_batch(x), x));
      return judged_alone(x, choose(at_tail(x) * has_rate(x), judged, 0.0 * judged));
    });

inline constexpr std::string_view replicated_remedy = "Reduce tensor parallelism, or use DP attention.";
inline constexpr auto heads_replicated = finding<"serving.kv_heads_replicated">(
    {.severity = Severity::info,
     .sentence = "TP {layout.tensor} exceeds the {model.kv_heads} KV heads. GPUs beyond that hold copies of the KV "
                 "cache.",
     .remedy = replicated_remedy},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0)) * (1.0 - less(0.0, model::kv_rank(x)));
      const auto several = less(1.0, model::kv_heads(x));
      return judged_here(x, choose(asked * several, model::kv_heads(x) - layout::tensor(x), 0.0));
    });
inline constexpr auto one_head_replicated = finding<"serving.kv_heads_replicated">(
    {.severity = Severity::info,
     .sentence = "With TP {layout.tensor}, every GPU holds a copy of the only KV head: its KV cache.",
     .remedy = replicated_remedy},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0)) * (1.0 - less(0.0, model::kv_rank(x)));
      return judged_here(x, choose(asked * less(model::kv_heads(x), 2.0), 1.0 - layout::tensor(x), 0.0));
    });
inline constexpr auto latent_replicated = finding<"serving.kv_heads_replicated">(
    {.severity = Severity::info,
     .sentence = "With TP {layout.tensor}, every GPU holds a copy of the MLA latents: its KV cache.",
     .remedy = replicated_remedy},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0)) * less(0.0, model::kv_rank(x));
      return judged_here(x, choose(asked, 1.0 - layout::tensor(x), 0.0));
    });

inline constexpr auto reuse_slower = finding<"serving.reuse_slower_than_recompute">(
    {.severity = Severity::warning,
     .sentence = "Loading cached KV blocks is slower than recomputing them. Break-even bandwidth is "
                 "{serving.kv_breakeven_rate} per replica.",
     .remedy = "Use a faster KV offload tier, or keep the KV cache on the GPU.",
     .brief = "KV load slower than recompute",
     .check = "KV cache load"},
    [](const auto& x) {
      return judged_here(
          x, where(
                 loads_hits(x) * less(0.0, loaded_tokens(x)),
                 [&] { return replica_load_rate(x) - kv_breakeven_rate(x); }, 0.0 * kv_breakeven_rate(x)));
    });

inline constexpr auto store_too_small = finding<"serving.store_too_small">(
    {.severity = Severity::error,
     .sentence = "KV offload needs {serving.kv_store_capacity}, and its tier has {serving.kv_store_room}.",
     .remedy = "Use a larger tier, add nodes, or shorten the retention time.",
     .brief = "KV offload tier too small",
     .check = "KV cache offload capacity"},
    [](const auto& x) {
      const auto asked = less(0.0, prefix_hit(x));
      const auto left = kv_store_room(x) - kv_store_capacity(x);
      return judged_here(x, choose(asked, left, 0.0 * left));
    });
inline constexpr auto longer_than_model = finding<"serving.longer_than_model">(
    {.severity = Severity::warning,
     .sentence = "Prompt and output of {serving.input_tokens} + {serving.output_tokens} tokens exceed the model's "
                 "maximum sequence length of {model.max_sequence}.",
     .remedy = "Shorten the requests, or select a model with a longer context.",
     .brief = "exceeds max model length",
     .check = "Max model length"},
    [](const auto& x) {
      const auto left = least_of_classes(
          x, [&](const auto& each) { return model::max_sequence(x) - input_tokens(each) - output_tokens(each); });
      return judged_here(x, left);
    });

inline constexpr auto load_findings = std::tie(
    does_not_fit, prefill_does_not_fit, over_capacity, near_capacity, token_limit_missed, first_limit_missed,
    slow_first_missed, attainment_missed, request_limit_missed, slow_request_missed, heads_replicated,
    one_head_replicated, latent_replicated, reuse_slower, store_too_small, longer_than_model);

}  // namespace llmsize::serving
