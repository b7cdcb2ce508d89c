// SPDX-License-Identifier: Apache-2.0
// The question read the other way: how many requests per second keep the limits, and what it takes for a wanted rate.
#pragma once

#include "core/serving/load.hpp"

namespace llmsize::serving {

inline constexpr std::string_view limit_source =
    "derived: the time per token of so many sequences tells the rate that keeps them running: B/(s_o·T), no fixed "
    "point";

/// Time per token of so many sequences at the rate that keeps them running.
template <class Sequences, class Case>
auto kept_token_time(const Sequences& sequences, const Case& x) {
  return token_time_of(sequences, x) +
         sequences * prompt_time(sequences, x) / (layout::attention_data(x) * output_tokens(x));
}

/// The time per token that is allowed on average.
template <class Case>
auto mean_limit(const Case& x) {
  return tpot_limit(x) / choose(at_tail(x), token_tail(x), 1.0);
}

/// One step of Newton's method towards the sequences whose time per token is allowed.
template <class Sequences, class Case>
auto nearer_limit(const Sequences& sequences, const Case& x) {
  const auto here = kept_token_time(sequences, x);
  const auto slope = (kept_token_time(1.01 * sequences, x) - here) / (0.01 * sequences);
  const auto next = sequences + (mean_limit(x) - here) / slope;
  return larger(1.0, smaller(next, max_batch(x)));
}

/// The same on a line from the time per token of one sequence to that of so many.
template <class Sequences, class Case>
auto on_chord(const Sequences& most, const Case& x) {
  const auto far = larger(1.01, most);
  const auto one = kept_token_time(1.0, x);
  const auto share = (mean_limit(x) - one) / (kept_token_time(far, x) - one);
  return larger(1.0, smaller(1.0 + share * (far - 1.0), max_batch(x)));
}

inline constexpr auto batch_between = formula<"serving.batch_between", Count>(
    {.symbol = "B_L0",
     .title = "Sequences within the limit, first guess",
     .why = "On a line from the time per token of one sequence to that of as many as fit.",
     .source = limit_source},
    [](const auto& x) { return on_chord(max_batch(x), x); });

inline constexpr auto batch_nearer = formula<"serving.batch_nearer", Count>(
    {.symbol = "B_L1",
     .title = "Sequences within the limit, improved",
     .why =
         "Experts make steps of few sequences grow fast: a shorter line comes nearer, then a step of Newton's method.",
     .source = limit_source},
    [](const auto& x) { return nearer_limit(on_chord(batch_between(x), x), x); });

inline constexpr auto limit_batch = formula<"serving.limit_batch", Count>(
    {.symbol = "B_L",
     .title = "Sequences within the limit",
     .why = "Most running sequences of a replica whose time per token is allowed; none where one alone takes too long.",
     .source = limit_source},
    [](const auto& x) {
      const auto next = nearer_limit(batch_nearer(x), x);
      // Stages that are not all at work make a bend; behind it the method may end too far.
      const auto found = choose(less(1.02 * mean_limit(x), kept_token_time(next, x)), on_chord(next, x), next);
      const auto any = choose(less(mean_limit(x), kept_token_time(1.0, x)), 0.0, found);
      return choose(less(0.0 * second, otherwise(tpot_limit(x), 0.0 * second)), any, max_batch(x));
    });

/// Requests per second of a replica that keep so many sequences running.
template <class Sequences, class Case>
auto keeping_rate(const Sequences& sequences, const Case& x) {
  return sequences / (output_tokens(x) * kept_token_time(sequences, x));
}

/// How much later than allowed a first token comes with so many sequences running, times the share of its time that the
/// queue's server is idle: below nothing where it comes in time, and smooth where waits have a pole.
template <class Sequences, class Case>
auto lateness(const Sequences& sequences, const Case& x) {
  const auto step = step_of(sequences, x), work = prompt_time(sequences, x);
  const auto each = keeping_rate(sequences, x);
  const auto service = service_of(sequences, work, step, x);
  const auto busy = each * decode_replicas(x) / queues(x) * service;
  const auto idle = 1.0 - busy;
  const auto before = residual_of(sequences, step, work, each / layout::attention_data(x), x);
  const auto first = first_beside(before, step, work, chunks_beside(sequences, x), x);
  const auto slow = choose(at_tail(x), first + 0.6 * before, first);
  const auto waiting = service * (1.0 + input_cv2(x)) / 2.0 * busy * choose(at_tail(x), late(busy), 1.0);
  const auto left = ttft_limit(x) / engine::prompt_error(x) - slow;
  const auto open = less(0.0, idle) * less(0.0 * second, left);
  return choose(open, waiting - left * idle, waiting);
}
/// Whether a first token comes in time with so many running.
template <class Sequences, class Case>
auto in_time(const Sequences& sequences, const Case& x) {
  return less(lateness(sequences, x), 0.0 * second);
}

inline constexpr std::string_view search_source =
    "bisection between all sequences within the limit per token and one in 16,384 of them, on a logarithmic scale";
/// Halves what is left of the search: more sequences where a first token comes in time, fewer where it does not.
template <class Sequences, class Case>
auto halved(const Sequences& sequences, double factor, const Case& x) {
  return sequences * choose(in_time(sequences, x), factor, 1.0 / factor);
}
inline constexpr auto first_batch_1 = formula<"serving.first_batch_1", Count>(
    {.symbol = "B_F1",
     .title = "Sequences within the limit of first tokens, first guess",
     .why =
         "More than a 128th of those within the limit per token where first tokens come in time with it, else fewer.",
     .source = search_source},
    [](const auto& x) { return halved(limit_batch(x) / 128.0, 11.3137085, x); });
inline constexpr auto first_batch_2 = formula<"serving.first_batch_2", Count>(
    {.symbol = "B_F2",
     .title = "Sequences within the limit of first tokens, second guess",
     .why = "Half of the way on.",
     .source = search_source},
    [](const auto& x) { return halved(first_batch_1(x), 3.36358566, x); });
inline constexpr auto first_batch_3 = formula<"serving.first_batch_3", Count>(
    {.symbol = "B_F3",
     .title = "Sequences within the limit of first tokens, third guess",
     .why = "Half of the way on.",
     .source = search_source},
    [](const auto& x) { return halved(first_batch_2(x), 1.83400809, x); });
inline constexpr auto first_batch_4 = formula<"serving.first_batch_4", Count>(
    {.symbol = "B_F4",
     .title = "Sequences within the limit of first tokens, fourth guess",
     .why = "Half of the way on.",
     .source = search_source},
    [](const auto& x) { return halved(first_batch_3(x), 1.35425555, x); });
inline constexpr auto first_batch_5 = formula<"serving.first_batch_5", Count>(
    {.symbol = "B_F5",
     .title = "Sequences within the limit of first tokens, fifth guess",
     .why = "Half of the way on.",
     .source = search_source},
    [](const auto& x) { return halved(first_batch_4(x), 1.16372485, x); });
inline constexpr auto first_batch = formula<"serving.first_batch", Count>(
    {.symbol = "B_F",
     .title = "Sequences within all limits",
     .why = "Most running sequences of a replica whose first token comes in time, too; a step of Newton's method from "
            "the last guess.",
     .source = search_source},
    [](const auto& x) {
      const auto limited = less(0.0 * second, otherwise(ttft_limit(x), 0.0 * second)) * less(0.0, limit_batch(x));
      return where(
          limited,
          [&] {
            constexpr double reach = 1.17;  // what the last guess leaves
            const auto guess = first_batch_5(x);
            const auto here = lateness(guess, x);
            const auto slope = (lateness(1.01 * guess, x) - here) / (0.01 * guess);
            const auto next = larger(guess / reach, smaller(guess - here / slope, reach * guess));
            const auto any = choose(in_time(limit_batch(x) / 16384.0, x), next, 0.0);
            return choose(in_time(limit_batch(x), x), limit_batch(x), any);
          },
          limit_batch(x));
    });

inline constexpr auto limit_token_time = formula<"serving.limit_token_time", Seconds>(
    {.symbol = "τ_L",
     .title = "Step per token within all limits",
     .why = "With as many sequences as the limits allow.",
     .source = load_source},
    [](const auto& x) { return token_time_of(larger(1e-6, first_batch(x)), x); });
inline constexpr auto limit_prefill_work = formula<"serving.limit_prefill_work", Seconds>(
    {.symbol = "w_L",
     .title = "Reading a prompt within all limits",
     .why = "Beside as many sequences as the limits allow.",
     .source = load_source},
    [](const auto& x) { return prompt_time(larger(1e-6, first_batch(x)), x); });

inline constexpr auto rate_at_limit = formula<"serving.rate_at_limit", PerSecond>(
    {.symbol = "λ_L",
     .title = "Rate within the limits",
     .why = "Most requests per second of all replicas that keep the limits; nine tenths of the capacity where none is "
            "said, because above that waits grow without bounds.",
     .source = limit_source},
    [](const auto& x) {
      const auto kept = rate_of_replica(first_batch(x), limit_token_time(x), limit_prefill_work(x), x);
      const auto limited =
          less(0.0 * second, otherwise(ttft_limit(x), 0.0 * second) + otherwise(tpot_limit(x), 0.0 * second));
      return choose(limited, smaller(decode_replicas(x) * kept, capacity(x)), sound_load(x) * capacity(x));
    });

inline constexpr auto wanted_rate = formula<"serving.wanted_rate", PerSecond>(
    {.symbol = "λ_want",
     .title = "Wanted rate",
     .why = "Requests per second, or those that put out the wanted tokens per second; else those that come in.",
     .source = "derived: definition"},
    [](const auto& x) {
      return otherwise(goal::request_rate(x), otherwise(goal::tokens_per_second(x) / output_tokens(x), rate(x)));
    });

inline constexpr auto replicas_needed = formula<"serving.replicas_needed", Count>(
    {.symbol = "n_need",
     .title = "Replicas needed",
     .why = "For the wanted rate within the limits; those that only read prompts come beside them.",
     .source = "derived: the wanted rate over that of a replica, rounded up",
     .whole = true},
    [](const auto& x) { return ceil(wanted_rate(x) * decode_replicas(x) / rate_at_limit(x)); });

inline constexpr auto decode_workers_needed = formula<"serving.decode_workers_needed", Count>(
    {.symbol = "n_d,need",
     .title = "Decode workers needed",
     .why = "Replicas that decode for the wanted rate within the limits.",
     .source = "derived: as replicas",
     .whole = true},
    [](const auto& x) { return replicas_needed(x); });

inline constexpr auto prefill_workers_needed = formula<"serving.prefill_workers_needed", Count>(
    {.symbol = "n_p,need",
     .title = "Prefill workers needed",
     .why = "Replicas that read the prompts of the wanted rate, were they apart from those that decode.",
     .source = "derived: prompts per second times the time of one, at nine tenths of the load",
     .whole = true},
    [](const auto& x) { return ceil(wanted_rate(x) * prefill_time(x) / (sound_load(x) * layout::attention_data(x))); });

inline constexpr auto gpus_needed = formula<"serving.gpus_needed", Count>(
    {.symbol = "g_need",
     .title = "GPUs needed",
     .why = "Of all replicas for the wanted rate.",
     .source = "derived: replicas times their GPUs",
     .whole = true},
    [](const auto& x) {
      const auto each = layout::tensor(x) * layout::pipeline(x) * layout::attention_data(x);
      const auto readers = choose(reads_apart(x), prefill_workers_needed(x), 0.0);
      return (replicas_needed(x) + readers) * each;
    });

inline constexpr auto nodes_needed = formula<"serving.nodes_needed", Count>(
    {.symbol = "N_need",
     .title = "Nodes needed",
     .why = "That hold the GPUs for the wanted rate.",
     .source = "derived: GPUs over those of a node, rounded up",
     .whole = true},
    [](const auto& x) { return ceil(gpus_needed(x) / node::gpus(x)); });

inline constexpr auto limit_formulas = std::tie(
    batch_between, batch_nearer, limit_batch, first_batch_1, first_batch_2, first_batch_3, first_batch_4, first_batch_5,
    first_batch, limit_token_time, limit_prefill_work, rate_at_limit, wanted_rate, replicas_needed,
    decode_workers_needed, prefill_workers_needed, gpus_needed, nodes_needed);

}  // namespace llmsize::serving
