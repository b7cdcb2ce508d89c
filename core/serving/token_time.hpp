// SPDX-License-Identifier: Apache-2.0
// Time per token after the first at a rate, on average and of the slowest, told by the sequences of a step.
#pragma once

#include "core/serving/first_token.hpp"

namespace llmsize::serving {

/// Share of token intervals above the P99.
inline constexpr double slowest_intervals = 0.01;
/// Chunks that take the whole token budget, of so many prompts per step.
template <class Prompts, class Bound, class Case>
auto full_chunks(const Prompts& each, const Bound& bound, const Case& x) {
  return each * Lengths{input_cv2(x)}.of_longer(bound) / bound;
}
inline constexpr auto slow_chunk = solve<"serving.slow_chunk", Count(Count, Count)>(
    {.symbol = "y_99",
     .title = "Prefill chunk of the slowest 1% of steps",
     .why = "Over the mean prompt length: 1% of the steps read this much or more. p prompts come per step.",
     .source = "derived: log-normal lengths",
     .of = "p, B"},
    [](const auto&, const auto&...) { return 1e-9; },
    [](const auto& x, const auto&, const auto& sequences) {
      return chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
    },
    [](const auto& x, const auto& each, const auto& sequences, const auto& length) {
      const auto bound = chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
      const auto full = full_chunks(each, bound, x);
      const auto other = reading_share(each, sequences, x) - full;
      return full + other * Lengths{input_cv2(x)}.longer(length) - slowest_intervals;
    });
/// Time that the chunk of the slowest percent of steps adds: a whole token budget where that many have one.
template <class Prompts, class Sequences, class Case>
auto slow_chunk_time(const Prompts& each, const Sequences& sequences, const Case& x) {
  const auto bound = chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
  const auto shorter = where(
      less(0.0, input_cv2(x)), [&] { return otherwise(slow_chunk(x, each, sequences), bound); }, smaller(1.0, bound));
  const auto longest = choose(less(full_chunks(each, bound, x), slowest_intervals), shorter, bound);
  const auto coming = at_random(sequences, x);
  return longest * reading_at(x, sequences, coming.copies, coming.sharing);
}

/// Tokens after the first of an answer y times as long as the mean.
template <class Length, class Case>
auto later_tokens(const Length& length, const Case& x) {
  return larger(1.0, length * output_tokens(x) - 1.0);
}

/// The backlog per token of requests of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto backlog_per_token_of(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  return longer * backlog_at(x, sequences) * (1.0 + output_cv2(requests)) / later_tokens(1.0, requests);
}

inline constexpr auto backlog_per_token = function<"serving.backlog_per_token", Seconds(Count)>(
    {.symbol = "V_t",
     .title = "Prefill backlog per token",
     .why = "Prefills queued behind a request run during its decode. Short outputs have more backlog per token.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return over_requests(x, [&](const auto& each) { return backlog_per_token_of(each, sequences, x); });
    });
template <class Requests, class Sequences, class Case>
auto backlog_share(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return backlog_per_token_of(requests, sequences, x);
  else
    return backlog_per_token(x, sequences);
}
/// Mean TPOT of requests with such a backlog per token.
template <class Backlog, class Sequences, class Case>
auto tpot_from(const Backlog& backlog, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  const auto mean = own_token_time(sequences, x) * longer + backlog;
  return smaller(mean, longest_token(sequences, x));
}
inline constexpr auto tpot_at = function<"serving.tpot_at", Seconds(Count)>(
    {.symbol = "TPOT_B",
     .title = "TPOT at batch size B",
     .why = "Step time, prefills of other requests between steps, and prefills queued behind its own: one token budget "
            "of prefill per step at most.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return tpot_from(backlog_per_token(x, sequences), sequences, x); });

/// The mean time of a token after the first, over all tokens: of those of long outputs, the backlog has less each.
template <class Requests, class Sequences, class Case>
auto mean_token_of(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  const auto behind = backlog_share(requests, sequences, x) / (1.0 + output_cv2(requests));
  return smaller(own_token_time(sequences, x) * longer + behind, longest_token(sequences, x));
}
template <class Sequences, class Case>
auto mean_token(const Sequences& sequences, const Case& x) {
  return over_running(x, [&](const auto& each) { return mean_token_of(each, sequences, x); });
}

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
      const auto of_lengths = over_requests(x, [&](const auto& each) {
        if constexpr (is_class<std::decay_t<decltype(each)>>) {
          const auto own = work_in(each, length_share_at(x, sequences), square_share_at(x, sequences), x);
          return squared(own.mean) * power(1.0 + input_cv2(each), squared(own.power));
        } else {
          const auto reach = length_share_at(x, sequences) * (1.0 + square_share_at(x, sequences));
          return power(1.0 + input_cv2(x), squared(reach));
        }
      });
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

/// What the prompts of others and the backlog add to the step of a token, on average over so many tokens.
template <class Tokens, class Sequences, class Others, class Work, class Backlog, class Case>
auto added_to_step(
    const Tokens& tokens, const Sequences& sequences, const Others& others, const Work& work, const Backlog& backlog,
    const Case& x) {
  const auto longer = stretch(sequences, others, work, x);
  return own_token_time(sequences, x) * (longer - 1.0) + longer * backlog / tokens;
}
/// Variance of the time per token of so many tokens.
template <class Tokens, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_variance(
    const Tokens& tokens, const Sequences& sequences, const Others& others, const Work& work, const Backlog& backlog,
    const Case& x) {
  const auto longer = stretch(sequences, others, work, x);
  const auto of_steps =
      prompt_variance_at(x, sequences, others, work) / tokens + step_variance_at(x, sequences, others, work);
  return squared(own_token_time(sequences, x)) * of_steps +
         squared(longer * backlog / tokens) * backlog_spread_at(x, sequences);
}
/// What of a token's time follows the sequences beside it, which vary at random.
template <class Sequences, class Others, class Work, class Case>
auto following_batch(const Sequences& sequences, const Others& others, const Work& work, const Case& x) {
  return stretch(sequences, others, work, x) * step_slope_at(x, sequences) * sequences;
}

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
          const auto mean = added_to_step(tokens, sequences, others, work, backlog, x);
          const auto variance = token_variance(tokens, sequences, others, work, backlog, x);
          const auto random = following_batch(sequences, others, work, x);
          const auto spread = larger(1e-9 * second, mean + random);
          const auto above = larger(0.0 * second, time - step + random);
          const auto within = gamma_share(
              squared(spread) / larger(variance, 1e-18 * second * second),
              above * spread / larger(variance, 1e-18 * second * second));
          return choose(less(time, longest_token(sequences, x)), within, 1.0);
        });

inline constexpr auto token_within_in =
    function<"serving.token_within_in", Count(Count, Count, Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_t,k",
         .title = "Probability of TPOT ≤ t at one length in a traffic class",
         .why = "The mean output of the class is o times that of all requests. The batch is that of all.",
         .source = tail_source,
         .unit = Unit::ratio,
         .of = "y, o, t, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& output, const auto& time, const auto& sequences,
           const auto& others, const auto& work, const auto& backlog) {
          return token_within_of(x, length * output, time, sequences, others, work, backlog);
        });
/// Its mean over all output lengths, of requests of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_in_time(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto output = output_tokens(requests) / output_tokens(x);
    return average(token_within_in, x, output_cv2(requests), output, time, sequences, others, work, backlog);
  } else {
    return average(token_within_of, x, output_cv2(x), time, sequences, others, work, backlog);
  }
}

inline constexpr auto token_within = function<"serving.token_within", Count(Seconds, Count, Count, Seconds, Seconds)>(
    {.symbol = "P(TPOT ≤ t)",
     .title = "Probability of TPOT ≤ t",
     .why = "Average over all output lengths.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "t, B, n, w, V"},
    [](const auto& x, const auto& time, const auto& sequences, const auto& others, const auto& work,
       const auto& backlog) {
      return over_requests(
          x, [&](const auto& each) { return token_in_time(each, time, sequences, others, work, backlog, x); });
    });
/// Mean TPOT, and the share of the requests within a time per token, of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto mean_tpot(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return tpot_from(backlog_per_token_of(requests, sequences, x), sequences, x);
  else
    return tpot_at(x, sequences);
}
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_share(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>)
    return token_in_time(requests, time, sequences, others, work, backlog, x);
  else
    return token_within(x, time, sequences, others, work, backlog);
}
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

}  // namespace llmsize::serving
