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

/// Requests per second and replica up to which the first token comes in time, with so many running: the queue's wait
/// turned around.
template <class Sequences, class Case>
auto first_token_rate(const Sequences& sequences, const Case& x) {
  const auto ranks = layout::attention_data(x), apart = reads_apart(x);
  const auto step = step_of(sequences, x), work = prompt_time(sequences, x);
  const auto service = service_of(sequences, work, step, x);
  const auto passes = larger(1.0, ceil(fresh_tokens(x) / chunk_room(sequences, x)));
  const auto late = choose(at_tail(x), 1.6, 1.0);
  const auto together = late * 0.5 * step + with_fetching(work, x) + step * passes;
  const auto alone = with_fetching(prefill_time(x), x) + transfer_time(x) + step;
  const auto base = engine::request_time(x) + choose(apart, alone, together);
  const auto left = 2.0 * (ttft_limit(x) / engine::prompt_error(x) - base) / (service * (1.0 + input_cv2(x)));
  const auto mean = left / (1.0 + left);
  const auto once = larger(0.011, 1.0 - natural_log(80.0) / left);
  const auto tail = larger(0.011, 1.0 - natural_log(100.0 * once) / left);
  const auto busy = choose(less(0.0, left), choose(at_tail(x), tail, mean), 0.0);
  return busy / service * ranks * choose(apart, prefill_workers(x) / decode_replicas(x), 1.0);
}

/// The same for a replica with these sequences running, as far as its time per token allows.
template <class Sequences, class Case>
auto rate_within(const Sequences& sequences, const Case& x) {
  const auto running = larger(0.01, sequences);
  const auto by_tokens = sequences / (output_tokens(x) * kept_token_time(running, x));
  return choose(
      less(0.0 * second, otherwise(ttft_limit(x), 0.0 * second)), smaller(by_tokens, first_token_rate(running, x)),
      by_tokens);
}

inline constexpr auto rate_at_limit = formula<"serving.rate_at_limit", PerSecond>(
    {.symbol = "λ_L",
     .title = "Rate within the limits",
     .why = "Most requests per second of all replicas that keep the limits; nine tenths of the capacity where none is "
            "said, because above that waits grow without bounds.",
     .source = limit_source},
    [](const auto& x) {
      const auto limited =
          less(0.0 * second, otherwise(ttft_limit(x), 0.0 * second) + otherwise(tpot_limit(x), 0.0 * second));
      return choose(
          limited, smaller(decode_replicas(x) * rate_within(limit_batch(x), x), capacity(x)),
          sound_load(x) * capacity(x));
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
    batch_between, batch_nearer, limit_batch, rate_at_limit, wanted_rate, replicas_needed, decode_workers_needed,
    prefill_workers_needed, gpus_needed, nodes_needed);

}  // namespace llmsize::serving
