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
    {"Serve 8-bit weights", "serving.weight_dtype", Try::How::said, "fp8"},
    {"Keep 8-bit caches", "serving.kv_dtype", Try::How::said, "fp8"},
    {"Split over twice as many GPUs", "layout.tensor", Try::How::doubled, {}, {}, 2}};
inline constexpr auto does_not_fit = finding<"serving.does_not_fit">(
    {.severity = Severity::error,
     .sentence = "Not one sequence of {model.kv_bytes_per_sequence} fits beside {serving.weights_per_gpu} of weights "
                 "and {serving.reserve_per_gpu} of reserve in the {memory.gpu_capacity} of a GPU.",
     .remedy = "More GPUs per replica, fewer bits per weight or cached value, or shorter sequences.",
     .brief = "does not fit",
     .tries = fit_tries,
     .effect = ResultKey("serving.max_batch"),
     .effect_words = "{} sequences fit"},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0));
      return judged_here(x, choose(asked, max_batch(x) - 1.0, 0.0));
    });

inline constexpr auto prefill_does_not_fit = finding<"serving.does_not_fit">(
    {.severity = Severity::error,
     .sentence = "A prefill worker of tensor {serving.prefill_tensor} and pipeline {serving.prefill_pipeline} has no "
                 "room for one sequence of {model.kv_bytes_per_sequence} beside its weights.",
     .remedy = "More GPUs per prefill worker, or fewer bits per weight or cached value.",
     .brief = "prefill workers do not fit"},
    [](const auto& x) {
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0)) * reads_apart(x);
      return judged_here(x, choose(asked, max_batch(reader(x)) - 1.0, 0.0));
    });

inline constexpr auto over_capacity = finding<"serving.over_capacity">(
    {.severity = Severity::error,
     .sentence = "{serving.rate} requests are more than the {serving.capacity} that these replicas can answer: the "
                 "queue grows without end.",
     .remedy = "More replicas, or fewer requests.",
     .brief = "too many requests"},
    [](const auto& x) { return judged_here(x, (1.0 + last_digits) * capacity(x) - rate(x)); });

inline constexpr auto near_capacity = finding<"serving.near_capacity">(
    {.severity = Severity::warning,
     .sentence =
         "Requests come at {serving.utilisation} times the rate that is possible: near that, a few percent move "
         "latencies by factors. {serving.rate_at_limit} keep the limits.",
     .remedy = "Ask for the rate within limits instead of the latency at a rate.",
     .brief = "near capacity"},
    [](const auto& x) { return judged_here(x, choose(has_rate(x), sound_load(x) - utilisation(x), 0.0)); });

inline constexpr auto token_limit_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence =
         "A token takes {serving.tpot} on average, {serving.tpot_p99} at p99; {serving.tpot_limit} are allowed.",
     .remedy = "More replicas, more GPUs per replica, or fewer sequences together.",
     .brief = "tokens come too slowly"},
    [](const auto& x) {
      const auto judged = tpot_limit(x) - tpot(x);
      const auto at_p99 = where(
          has_rate(x), [&] { return tpot_limit(x) * kept(token_left(step_batch(x), x)); }, tpot_limit(x) - tpot_p99(x));
      return judged_here(x, choose(at_tail(x), at_p99, kept_time(tpot_limit(x), judged)));
    });
inline constexpr std::string_view first_remedy = "More replicas, replicas that only read prompts, or shorter prompts.";
inline constexpr auto first_limit_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "The first token takes {serving.ttft} on average; {serving.ttft_limit} are allowed.",
     .remedy = first_remedy,
     .brief = "the first token comes too late"},
    [](const auto& x) {
      const auto judged = kept_time(ttft_limit(x), ttft_limit(x) - ttft(x));
      return judged_here(x, choose(at_tail(x) * has_rate(x), 0.0 * judged, judged));
    });
inline constexpr auto slow_first_missed = finding<"serving.limit_missed">(
    {.severity = Severity::error,
     .sentence = "The first token takes {serving.ttft_p99} at p99, {serving.ttft} on average; {serving.ttft_limit} are "
                 "allowed.",
     .remedy = first_remedy,
     .brief = "the first token comes too late"},
    [](const auto& x) {
      const auto judged = ttft_limit(x) * kept(first_left(step_batch(x), x));
      return judged_here(x, choose(at_tail(x) * has_rate(x), judged, 0.0 * judged));
    });

inline constexpr auto heads_replicated = finding<"serving.kv_heads_replicated">(
    {.severity = Severity::info,
     .sentence = "Tensor parallel {layout.tensor} is more than the heads that keys and values can be split by "
                 "({model.kv_heads}, "
                 "or one latent): every GPU beyond holds a copy.",
     .remedy = "Fewer GPUs per replica, or copies of attention that share the experts."},
    [](const auto& x) {
      const auto heads = choose(less(0.0, model::kv_rank(x)), 1.0, model::kv_heads(x));
      const auto asked = less(0.0, otherwise(input_tokens(x), 0.0));
      return judged_here(x, choose(asked, heads - layout::tensor(x), 0.0));
    });

inline constexpr auto reuse_slower = finding<"serving.reuse_slower_than_recompute">(
    {.severity = Severity::warning,
     .sentence = "Kept keys and values are read slower than they are computed: a replica has to read "
                 "{serving.kv_breakeven_rate}.",
     .remedy = "A faster tier for caches, or none.",
     .brief = "reading is slower than computing"},
    [](const auto& x) {
      const auto asked = less(0.0, prefix_hit(x)) * below(store_tier(x), Tier::gpu);
      return judged_here(x, choose(asked, replica_read_rate(x) - kv_breakeven_rate(x), 0.0 * replica_read_rate(x)));
    });

inline constexpr auto store_too_small = finding<"serving.store_too_small">(
    {.severity = Severity::error,
     .sentence =
         "Kept caches need {serving.kv_store_capacity}; the tier that they rest on has {serving.kv_store_room}.",
     .remedy = "A larger tier, more nodes, or a shorter residence.",
     .brief = "kept caches do not fit"},
    [](const auto& x) {
      const auto asked = less(0.0, prefix_hit(x));
      const auto left = kv_store_room(x) - kv_store_capacity(x);
      return judged_here(x, choose(asked, left, 0.0 * left));
    });
inline constexpr auto longer_than_model = finding<"serving.longer_than_model">(
    {.severity = Severity::warning,
     .sentence =
         "A prompt of {serving.input_tokens} tokens and its output of {serving.output_tokens} are more than the "
         "{model.max_sequence} tokens that the model takes.",
     .remedy = "Shorter requests, or a model with a longer context.",
     .brief = "longer than the model takes"},
    [](const auto& x) { return judged_here(x, model::max_sequence(x) - input_tokens(x) - output_tokens(x)); });

inline constexpr auto load_findings = std::tie(
    does_not_fit, prefill_does_not_fit, over_capacity, near_capacity, token_limit_missed, first_limit_missed,
    slow_first_missed, heads_replicated, reuse_slower, store_too_small, longer_than_model);

}  // namespace llmsize::serving
