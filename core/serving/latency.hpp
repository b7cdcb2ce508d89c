// SPDX-License-Identifier: Apache-2.0
// Times to the first token and per token at a rate, on average and of the slowest, told by the sequences of a step.
#pragma once

#include "core/serving/running.hpp"

namespace llmsize::serving {

inline constexpr std::string_view tail_source =
    "derived: own prefill time, and a wait that matches the first two moments of the queue; within a few percent of "
    "step-by-step simulations up to 80% utilization";

/// Keys and values of one prompt on a GPU of the replica that has it.
template <class Case>
auto prompt_cache_of_gpu(const Case& x) {
  return spread_cache(layout::attention_data(x), model::cache_of(prompt_tokens(x), x), x) / layout::pipeline(x);
}

inline constexpr auto transfer_time = formula<"serving.transfer_time", Seconds>(
    {.symbol = "t_hand",
     .title = "KV-cache transfer (prefill to decode)",
     .why = "KV cache of one prompt from the prefill worker to the decode worker, GPU to GPU. The side with fewer GPUs "
            "sets the bandwidth.",
     .source = "derived: bytes over network bandwidth"},
    [](const auto& x) {
      const auto bytes = larger(prompt_cache_of_gpu(x), prompt_cache_of_gpu(reader(x)));
      // Both pools take nodes of their own, which lie half the machine apart.
      const auto reached = training::network_rate(x) * fabric::neighbor_share(fabric::job_nodes(x) / 2.0, x);
      return choose(reads_apart(x), bytes / reached, 0.0 * second);
    });

inline constexpr auto lone_reading_at = function<"serving.lone_reading_at", Seconds(Count)>(
    {.symbol = "w_1",
     .title = "Prefill time added to a step, launches not shared",
     .why = "A pass with the prompts that arrive together, each with launches of its own.",
     .source = pass_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return reading_at(x, sequences, at_random(sequences, x).copies, 1.0); });
inline constexpr auto length_share_at = function<"serving.length_share_at", Count(Count)>(
    {.symbol = "φ_s",
     .title = "Fraction of the prefill time that grows with length",
     .why = "The rest is launch time.",
     .source = pass_source,
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return following_length(sequences, at_random(sequences, x), x); });
inline constexpr auto square_share_at = function<"serving.square_share_at", Count(Count)>(
    {.symbol = "φ_ss",
     .title = "Fraction of the prefill work in attention",
     .why = "It grows with the square of the length.",
     .source = pass_source,
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return following_square(sequences, at_random(sequences, x), x); });

inline constexpr auto first_token_at = function<"serving.first_token_at", Seconds(Count, Count)>(
    {.symbol = "t_1",
     .title = "TTFT without queueing",
     .why = "Request overhead, and prefill of a prompt y times the mean length during decode steps of B sequences, "
            "never faster than isolated. With prefill workers, their pass and the KV-cache transfer.",
     .source = queue_source,
     .of = "y, B"},
    [](const auto& x, const auto& length, const auto& sequences) {
      const auto follows = length_share_at(x, sequences), square = square_share_at(x, sequences);
      const auto longer = 1.0 - follows + follows * length * (1.0 - square + square * length);
      const auto reading = lone_reading_at(x, sequences) * longer;
      const auto& first = reader(x);
      const auto fetching = length * kv_load_at(first, all_requests(sequences, x));
      const auto chunks = larger(1.0, length * fresh_tokens(x) / chunk_room(sequences, x) + 0.5);
      const auto alone = larger(prefill_at(first, length * fresh_tokens(x)), fetching);
      const auto together = larger(alone, larger(reading, fetching) + whole_step(sequences, x) * chunks);
      const auto apart = alone + length * transfer_time(x) + whole_step(sequences, x);
      return engine::request_time(x) + choose(reads_apart(x), apart, together);
    });

/// Time that reading a chunk, or a whole shorter prompt, adds to a step.
template <class Sequences, class Case>
auto chunk_time(const Sequences& sequences, const Case& x) {
  const auto coming = at_random(sequences, x);
  const auto piece = smaller(1.0, chunk_room(sequences, x) / larger(1.0, fresh_tokens(x)));
  const auto reading = piece * reading_at(x, sequences, coming.copies, coming.sharing);
  return choose(reads_apart(x), 0.0 * second, reading);
}
/// Share of the steps that read prompts, where a replica has so many running.
template <class Running, class Sequences, class Case>
auto reading_share(const Running& running, const Sequences& sequences, const Case& x) {
  const auto each = running / (output_tokens(x) * at_random(sequences, x).copies);
  return choose(reads_apart(x), 0.0, smaller(1.0, each * chunks_beside(sequences, x)));
}

inline constexpr auto residual_at = function<"serving.residual_at", Seconds(Count)>(
    {.symbol = "t_res",
     .title = "Residual step time",
     .why = "Time until the current step ends when a request arrives. Arrivals hit long prefill steps more often. Zero "
            "for an idle replica.",
     .source = "derived: mean residual of a renewal process",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto plain = whole_step(sequences, x), long_one = plain + chunk_time(sequences, x);
      const auto share = reading_share(sequences * held_back(sequences, x), sequences, x);
      const auto at_work = smaller(1.0, sequences / engine::idle_below(x));
      const auto squares = (1.0 - share) * squared(plain) + share * squared(long_one);
      return at_work * squares / (2.0 * ((1.0 - share) * plain + share * long_one));
    });

inline constexpr auto ttft_at = function<"serving.ttft_at", Seconds(Count)>(
    {.symbol = "TTFT_B",
     .title = "TTFT at batch size B",
     .why = "Residual step time, queue time and prefill, over all prompt lengths.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto own = average(first_token_at, x, input_cv2(x), sequences);
      const auto waiting = waits_at(x, sequences) * wait_at(x, sequences);
      return engine::prompt_error(x) * (own + residual_at(x, sequences) + waiting);
    });

inline constexpr auto wait_spread_at = function<"serving.wait_spread_at", Count(Count)>(
    {.symbol = "1 + c_w²",
     .title = "Variability of the wait per queued prompt",
     .why = "Mean square over squared mean.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto mean = wait_of_one(sequences, x);
      const auto busy = busy_at(x, sequences);
      const auto cube = squared(service_at(x, sequences)) * power(service_spread_at(x, sequences), 3.0);
      return (2.0 * busy * squared(mean) + cube / (3.0 * (1.0 - busy))) / squared(mean);
    });

inline constexpr auto first_within_of = function<"serving.first_within_of", Count(Count, Seconds, Count)>(
    {.symbol = "P_1",
     .title = "Probability of TTFT ≤ t at one length",
     .why = "Probability that residual step time and queue time leave enough time for the prefill.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "y, t, B"},
    [](const auto& x, const auto& length, const auto& time, const auto& sequences) {
      const auto left = time / engine::prompt_error(x) - first_token_at(x, length, sequences);
      const auto rest = residual_at(x, sequences);
      const auto waits = waits_at(x, sequences);
      const auto shape = 1.0 / larger(1e-9, wait_spread_at(x, sequences) - 1.0);
      const auto at_once = smaller(1.0, larger(0.0, left / larger(2.0 * rest, 1e-9 * second)));
      const auto waited = gamma_share(shape, shape * (left - rest) / larger(wait_at(x, sequences), 1e-9 * second));
      return (1.0 - waits) * at_once + waits * waited;
    });
inline constexpr auto first_within = function<"serving.first_within", Count(Seconds, Count)>(
    {.symbol = "P(TTFT ≤ t)",
     .title = "Probability of TTFT ≤ t",
     .why = "Average over all prompt lengths.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "t, B"},
    [](const auto& x, const auto& time, const auto& sequences) {
      return average(first_within_of, x, input_cv2(x), time, sequences);
    });

inline constexpr auto nothing_else = [](const auto&, const auto&...) { return 0.0 * second; };
inline constexpr auto ages = [](const auto&, const auto&...) { return 1e9 * second; };
/// Few requests take many times the mean (Markov): 4 for what its parts are rounded by.
inline constexpr auto most_of_mean = [](const auto& x, const auto& share, const auto& sequences) {
  return 4.0 * ttft_at(x, sequences) / (1.0 - share);
};
inline constexpr auto ttft_quantile = solve<"serving.ttft_quantile", Seconds(Count, Count)>(
    {.symbol = "TTFT_p",
     .title = "TTFT quantile p",
     .why = "TTFT that a fraction p of the requests does not exceed.",
     .source = tail_source,
     .of = "p, B"},
    nothing_else, most_of_mean, [](const auto& x, const auto& share, const auto& sequences, const auto& time) {
      return first_within(x, time, sequences) - share;
    });

/// How prompts lengthen the steps of B sequences: n others whose prompts take w of the replica each.
template <class Sequences, class Others, class Work, class Case>
auto stretch(const Sequences& sequences, const Others& others, const Work& work, const Case& x) {
  return 1.0 + others * work / (output_tokens(x) * own_token_time(sequences, x));
}
/// The longest that a token takes, beside so many sequences: its step reads a whole token budget of prompts, one of
/// each sequence at most.
template <class Sequences, class Case>
auto longest_token(const Sequences& sequences, const Case& x) {
  const auto coming = at_random(sequences, x);
  const auto prompts = smaller(larger(1.0, sequences), chunk(x) / larger(1.0, fresh_tokens(x)));
  const auto reading = prompts * reading_at(x, sequences, coming.copies, coming.sharing);
  return own_token_time(sequences, x) + choose(reads_apart(x), 0.0 * second, reading);
}
/// Tokens after the first of an answer y times as long as the mean.
template <class Length, class Case>
auto later_tokens(const Length& length, const Case& x) {
  return larger(1.0, length * output_tokens(x) - 1.0);
}

inline constexpr auto backlog_per_token = function<"serving.backlog_per_token", Seconds(Count)>(
    {.symbol = "V_t",
     .title = "Prefill backlog per token",
     .why = "Prefills queued behind a request run during its decode. Short outputs have more backlog per token.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
      return longer * backlog_at(x, sequences) * (1.0 + output_cv2(x)) / later_tokens(1.0, x);
    });
inline constexpr auto tpot_at = function<"serving.tpot_at", Seconds(Count)>(
    {.symbol = "TPOT_B",
     .title = "TPOT at batch size B",
     .why = "Step time, prefills of other requests between steps, and prefills queued behind its own: one token budget "
            "of prefill per step at most.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
      const auto mean = own_token_time(sequences, x) * longer + backlog_per_token(x, sequences);
      return smaller(mean, longest_token(sequences, x));
    });

inline constexpr auto step_slope_at = function<"serving.step_slope_at", Seconds(Count)>(
    {.symbol = "dT/dB",
     .title = "Step time added by one more sequence",
     .why = "Difference over one percent of the batch.",
     .source = "derived: definition",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto busy = larger(1.0, sequences);
      return larger(0.0 * second, (token_time_at(x, 1.01 * busy) - token_time_at(x, busy)) / (0.01 * busy));
    });

inline constexpr auto prompt_variance_at = function<"serving.prompt_variance_at", Count(Count, Count, Seconds)>(
    {.symbol = "σ_w²",
     .title = "TPOT variance from prefills, times tokens",
     .why = "Over the squared step time. Prefills of n other requests that take w of the replica each arrive at "
            "random, in bursts that the router "
            "thins. Long prompts add more.",
     .source = "derived: variance of a compound Poisson sum",
     .of = "B, n, w"},
    [](const auto& x, const auto& sequences, const auto& others, const auto& work) {
      const auto longer = stretch(sequences, others, work, x);
      const auto reach = length_share_at(x, sequences) * (1.0 + square_share_at(x, sequences));
      const auto of_lengths = power(1.0 + input_cv2(x), squared(reach));
      const auto of_router = choose(
          equal(router(x), code(Router::random)), squared(longer),
          choose(equal(router(x), code(Router::least)), 1.0, longer));
      const auto more = larger(0.0, arrivals_seen(x) - 1.0);
      const auto bursts = of_router * (1.0 + more / of_lengths);
      return sequences / output_tokens(x) * squared(work / own_token_time(sequences, x)) * of_lengths * bursts;
    });
inline constexpr auto step_variance_at = function<"serving.step_variance_at", Count(Count, Count, Seconds)>(
    {.symbol = "σ_B²",
     .title = "TPOT variance from the batch size",
     .why = "Over the squared step time. The batch size varies at random around B. A router that shares the queue does "
            "not add to it.",
     .source = "derived: variance of the number present",
     .of = "B, n, w"},
    [](const auto& x, const auto& sequences, const auto& others, const auto& work) {
      const auto longer = stretch(sequences, others, work, x);
      const auto of_load = choose(less(1.0, pooled_readers(x)), 1.0, longer);
      return squared(longer * step_slope_at(x, sequences) / own_token_time(sequences, x)) * sequences * of_load;
    });
inline constexpr auto backlog_spread_at = function<"serving.backlog_spread_at", Count(Count)>(
    {.symbol = "c_V²",
     .title = "Squared variability of the backlog",
     .why = "Mean square over squared mean of the wait of all prompts, queued or not, less 1.",
     .source = "derived: definition",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return larger(0.0, wait_spread_at(x, sequences) / larger(1e-9, waits_at(x, sequences)) - 1.0);
    });

inline constexpr auto token_within_of =
    function<"serving.token_within_of", Count(Count, Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_t",
         .title = "Probability of TPOT ≤ t at one length",
         .why = "Prefill time added to a step follows a gamma distribution set by the arrival rate and the backlog V. "
                "It is at most one token budget per step.",
         .source = "derived: moments of the busy period of queued prefills; step-by-step simulation",
         .unit = Unit::ratio,
         .of = "y, t, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& time, const auto& sequences, const auto& others,
           const auto& work, const auto& backlog) {
          const auto step = own_token_time(sequences, x);
          const auto tokens = later_tokens(length, x);
          const auto longer = stretch(sequences, others, work, x);
          const auto mean = step * (longer - 1.0) + longer * backlog / tokens;
          const auto slope = longer * step_slope_at(x, sequences);
          const auto of_steps =
              prompt_variance_at(x, sequences, others, work) / tokens + step_variance_at(x, sequences, others, work);
          const auto variance =
              squared(step) * of_steps + squared(longer * backlog / tokens) * backlog_spread_at(x, sequences);
          // Of a step, what follows its sequences is spread as these are: at random.
          const auto spread = larger(1e-9 * second, mean + slope * sequences);
          const auto above = larger(0.0 * second, time - step + slope * sequences);
          const auto within = gamma_share(
              squared(spread) / larger(variance, 1e-18 * second * second),
              above * spread / larger(variance, 1e-18 * second * second));
          return choose(less(time, longest_token(sequences, x)), within, 1.0);
        });

inline constexpr auto token_within = function<"serving.token_within", Count(Seconds, Count, Count, Seconds, Seconds)>(
    {.symbol = "P(TPOT ≤ t)",
     .title = "Probability of TPOT ≤ t",
     .why = "Average over all output lengths.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "t, B, n, w, V"},
    [](const auto& x, const auto& time, const auto& sequences, const auto& others, const auto& work,
       const auto& backlog) {
      return average(token_within_of, x, output_cv2(x), time, sequences, others, work, backlog);
    });
inline constexpr auto tpot_quantile = solve<"serving.tpot_quantile", Seconds(Count, Count, Count, Seconds, Seconds)>(
    {.symbol = "TPOT_p",
     .title = "TPOT quantile p",
     .why = "TPOT that a fraction p of the requests does not exceed.",
     .source = tail_source,
     .of = "p, B, n, w, V"},
    nothing_else,
    [](const auto& x, const auto&, const auto& sequences, const auto&...) {
      return longest_token(sequences, x) + 1e-9 * second;
    },
    [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
       const auto& backlog,
       const auto& time) { return token_within(x, time, sequences, others, work, backlog) - share; });

inline constexpr auto latency_formulas = std::tie(transfer_time);
inline constexpr auto latency_functions = std::tie(
    lone_reading_at, length_share_at, square_share_at, first_token_at, residual_at, ttft_at, wait_spread_at,
    first_within_of, first_within, ttft_quantile, backlog_per_token, tpot_at, step_slope_at, prompt_variance_at,
    step_variance_at, backlog_spread_at, token_within_of, token_within, tpot_quantile);

}  // namespace llmsize::serving
