// SPDX-License-Identifier: Apache-2.0
// The question read the other way: how many requests per second keep the limits, and what it takes for a wanted rate.
#pragma once

#include "core/serving/load.hpp"

namespace llmsize::serving {

inline constexpr std::string_view limit_source =
    "derived: latency grows with batch size, and batch size sets the rate; no fixed-point iteration";

/// What is left of a limit, as a share of it.
template <class Limit, class Value>
auto left_of(const Limit& limit, const Value& value) {
  return (limit - value) / limit;
}

/// What the limit of the first token, that per token and that of the whole request leave requests, those of a class
/// where they are of several, beside so many sequences of a step: of the time on average, or of the requests at the
/// percentile. All of it where there is none.
template <class Requests, class Sequences, class Case>
auto first_left(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto limit = ttft_limit(requests);
  return where(
      is_set(limit),
      [&] {
        const auto of_mean = where(
            1.0 - at_tail(x), [&] { return left_of(limit, mean_first(requests, sequences, x)); }, 0.0);
        return where(
            at_tail(x), [&] { return first_share(requests, limit, sequences, x) - tail_share(x); }, of_mean);
      },
      1.0);
}
template <class Requests, class Sequences, class Case>
auto token_left(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto limit = tpot_limit(requests);
  return where(
      limits_tokens(requests),
      [&] {
        const auto work = prompt_time_at(x, sequences), behind = backlog_at(x, sequences);
        const auto of_mean = where(
            1.0 - at_tail(x), [&] { return left_of(limit, mean_tpot(requests, sequences, x)); }, 0.0);
        return where(
            at_tail(x),
            [&] { return token_share(requests, limit, sequences, sequences, work, behind, x) - tail_share(x); },
            of_mean);
      },
      1.0);
}

/// Mean time of requests, those of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto mean_request(const Requests& requests, const Sequences& sequences, const Case& x) {
  return mean_first(requests, sequences, x) + (output_tokens(requests) - 1.0) * mean_token_of(requests, sequences, x);
}
template <class Requests, class Sequences, class Case>
auto request_left(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto limit = latency_limit(requests);
  return where(
      is_set(limit),
      [&] {
        const auto work = prompt_time_at(x, sequences), behind = backlog_at(x, sequences);
        const auto of_mean = where(
            1.0 - at_tail(x), [&] { return left_of(limit, mean_request(requests, sequences, x)); }, 0.0);
        return where(
            at_tail(x),
            [&] { return request_share(requests, limit, sequences, sequences, work, behind, x) - tail_share(x); },
            of_mean);
      },
      1.0);
}

/// Whether so many requests shall be within all limits together.
template <class Case>
auto has_attainment_goal(const Case& x) {
  return less(0.0, otherwise(attainment_goal(x), 0.0)) * has_limits(x);
}
/// The requests within all limits beside so many sequences, above those wanted.
template <class Requests, class Sequences, class Case>
auto attainment_left(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto work = prompt_time_at(x, sequences), behind = backlog_at(x, sequences);
  return within_all(requests, sequences, sequences, work, behind, x) - attainment_goal(x);
}
/// What all limits leave requests: of them where a share of them is wanted, else the least of each.
template <class Requests, class Sequences, class Case>
auto left_to(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto wanted = has_attainment_goal(x);
  const auto each = where(
      1.0 - wanted,
      [&] {
        return smaller(
            first_left(requests, sequences, x),
            smaller(token_left(requests, sequences, x), request_left(requests, sequences, x)));
      },
      1.0);
  return where(
      wanted, [&] { return attainment_left(requests, sequences, x); }, each);
}
/// Of several traffic classes what they leave the one that has least.
template <class Sequences, class Case>
auto all_left(const Sequences& sequences, const Case& x) {
  return least_of_classes(x, [&](const auto& each) { return left_to(each, sequences, x); });
}

inline constexpr auto limits_at = function<"serving.limits_at", Count(Count)>(
    {.symbol = "u_L",
     .title = "SLO margin at batch size B",
     .why = "The smallest margin left by the queue, the KV cache and the SLOs. Negative if one of them is violated.",
     .source = limit_source,
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto room = room_at(x, sequences);
      return where(
          1.0 - less(room, 0.0), [&] { return smaller(room, all_left(sequences, x)); }, room);
    });

inline constexpr auto step_batch_within = solve<"serving.step_batch_within", Count()>(
    {.symbol = "B_L",
     .title = "Max batch size within SLO",
     .why = "The largest batch size that violates no SLO.",
     .source = limit_source},
    least_sequences, most_sequences, [](const auto& x, const auto& sequences) { return limits_at(x, sequences); });

inline constexpr auto rate_at_limit = formula<"serving.rate_at_limit", PerSecond>(
    {.symbol = "λ_L",
     .title = "Goodput (req/s within SLO)",
     .why = "Highest request rate of all replicas that meets the SLOs, as long as the prefix cache sustains its hit "
            "rate. Without an SLO, the utilization threshold times the capacity, because queue times diverge near "
            "saturation.",
     .source = limit_source,
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      const auto most = where(
          has_limits(x),
          [&] {
            const auto batch = otherwise(most_with(step_batch_within, limits_at, x), 0.0);
            const auto kept = inside * decode_replicas(x) * kept_rate_at(x, batch);
            return choose(holds_none(x), of<PerSecond>(absent), smaller(kept, capacity(x)));
          },
          max_utilization(x) * capacity(x));
      return smaller(most, otherwise(traffic::reuse_rate(x), most));
    });

inline constexpr auto wanted_rate = formula<"serving.wanted_rate", PerSecond>(
    {.symbol = "λ_want",
     .title = "Request rate to size for",
     .why = "The target requests per second, the target tokens per second divided by the output length, or the request "
            "rate.",
     .source = "derived: definition",
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      return otherwise(goal::request_rate(x), otherwise(goal::tokens_per_second(x) / output_tokens(x), rate(x)));
    });

inline constexpr auto replicas_needed = formula<"serving.replicas_needed", Count>(
    {.symbol = "n_need",
     .title = "Replicas needed",
     .why = "Replicas that meet the target request rate within the SLOs. Prefill workers are additional. Unknown above "
            "the rate that the prefix cache sustains: more replicas keep more prefixes.",
     .source = "derived: target rate over goodput per replica, rounded up",
     .whole = true},
    [](const auto& x) {
      const auto forgets = otherwise(less(traffic::reuse_rate(x), wanted_rate(x)), 0.0);
      return choose(forgets, of<Count>(absent), ceil(wanted_rate(x) * decode_replicas(x) / rate_at_limit(x)));
    });

inline constexpr auto decode_workers_needed = formula<"serving.decode_workers_needed", Count>(
    {.symbol = "n_d,need",
     .title = "Decode workers needed",
     .why = "Decode replicas that meet the target request rate within the SLOs.",
     .source = "derived: same as replicas needed",
     .whole = true},
    [](const auto& x) { return replicas_needed(x); });

inline constexpr auto prefill_rate = formula<"serving.prefill_rate", PerSecond>(
    {.symbol = "λ_p",
     .title = "Prefill throughput per worker",
     .why = "Prompts per second of one prefill worker with a prompt waiting on every attention-DP rank.",
     .source = pass_source,
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      const auto& reading = reader(x);
      return 1.0 / time_per_prompt(0.0, from_crowd(reading), reading);
    });

inline constexpr auto prefill_workers_needed = formula<"serving.prefill_workers_needed", Count>(
    {.symbol = "n_p,need",
     .title = "Prefill workers needed",
     .why = "Prefill workers that process the prompts of the target request rate with disaggregation.",
     .source = "derived: prompts per second × prefill time, at the utilization threshold",
     .whole = true},
    [](const auto& x) { return ceil(wanted_rate(x) / (max_utilization(x) * prefill_rate(x))); });

/// GPUs of a replica, those of context parallelism apart.
template <class Case>
auto gpus_of_replica(const Case& x) {
  return layout::tensor(x) * layout::pipeline(x) * layout::attention_data(x);
}
/// Prefill workers that the wanted rate needs; none where the same replicas do both.
template <class Case>
auto readers_needed(const Case& x) {
  return choose(reads_apart(x), prefill_workers_needed(x), 0.0);
}
/// Nodes that hold so many replicas of these GPUs.
template <class Replicas, class Gpus, class Case>
auto nodes_holding(const Replicas& replicas, const Gpus& each, const Case& x) {
  const auto beside = larger(1.0, floor(domain(x) / each)), full = floor(larger(0.0, replicas - 1.0) / beside);
  return (full * domain(x) * ceil(each / domain(x)) + (replicas - beside * full) * each) / node::gpus(x);
}

inline constexpr auto gpus_needed = formula<"serving.gpus_needed", Count>(
    {.symbol = "g_need",
     .title = "GPUs needed",
     .why = "GPUs of all replicas and prefill workers for the target request rate.",
     .source = "derived: replicas × GPUs per replica",
     .whole = true},
    [](const auto& x) {
      return replicas_needed(x) * gpus_of_replica(x) + readers_needed(x) * gpus_of_replica(reader(x));
    });

inline constexpr auto nodes_needed = formula<"serving.nodes_needed", Count>(
    {.symbol = "N_need",
     .title = "Nodes needed",
     .why = "Nodes that hold all replicas for the target request rate. Replicas share a scale-up domain where they "
            "fit, or span whole domains.",
     .source = "derived: GPUs over GPUs per node, rounded up",
     .whole = true},
    [](const auto& x) {
      const auto decoding = nodes_holding(replicas_needed(x), gpus_of_replica(x), x);
      return ceil(decoding + nodes_holding(readers_needed(x), gpus_of_replica(reader(x)), x));
    });

inline constexpr auto limit_formulas = std::tie(
    rate_at_limit, wanted_rate, replicas_needed, decode_workers_needed, prefill_rate, prefill_workers_needed,
    gpus_needed, nodes_needed);
inline constexpr auto limit_functions = std::tie(limits_at, step_batch_within);

}  // namespace llmsize::serving
