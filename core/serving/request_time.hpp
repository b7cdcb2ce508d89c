// SPDX-License-Identifier: Apache-2.0
// End-to-end latency at a rate, told by the sequences of a step.
#pragma once

#include "core/serving/token_time.hpp"

namespace llmsize::serving {

inline constexpr auto first_square_of = function<"serving.first_square_of", Count(Count, Count)>(
    {.symbol = "q_1",
     .title = "Squared TTFT without queueing",
     .why = "At y times the mean prompt length, over the square at the mean length.",
     .source = "derived: definition",
     .of = "y, B"},
    [](const auto& x, const auto& length, const auto& sequences) {
      return squared(first_token_at(x, length, sequences) / first_token_at(x, 1.0, sequences));
    });
inline constexpr auto first_square_in =
    function<"serving.first_square_in", Count(Count, Count, Count, Count, Count, Count)>(
        {.symbol = "q_1,k",
         .title = "Squared TTFT without queueing in a traffic class",
         .why = "At y times the mean prompt length of the class, over the square at that length.",
         .source = "derived: definition",
         .of = "y, f, c, l, s, B"},
        [](const auto& x, const auto& length, const auto& fresh, const auto& seen, const auto& loaded,
           const auto& longer, const auto& sequences) {
          return squared(
              first_token_in(x, length, fresh, seen, loaded, longer, sequences) /
              first_token_in(x, 1.0, fresh, seen, loaded, longer, sequences));
        });
/// Variability of the TTFT of requests that need `own` without queueing on average, `at_mean` at their mean length, and
/// `squares` times its square on average.
template <class Own, class AtMean, class Squares, class Sequences, class Case>
auto first_spread_from(
    const Own& own, const AtMean& at_mean, const Squares& squares, const Sequences& sequences, const Case& x) {
  const auto rest = residual_at(x, sequences), wait = wait_at(x, sequences);
  const auto waits = waits_at(x, sequences);
  const auto of_lengths = squared(at_mean) * squares - squared(own);
  const auto of_wait = waits * squared(wait) * (wait_spread_at(x, sequences) - waits);
  const auto variance = of_lengths + squared(rest) / 3.0 + of_wait;
  return larger(0.0, variance / squared(own + rest + waits * wait));
}

inline constexpr auto first_spread_at = function<"serving.first_spread_at", Count(Count)>(
    {.symbol = "c_1²",
     .title = "TTFT variability",
     .why = "Variance over squared mean: of prompt lengths, residual step time and queue time.",
     .source = "derived: sum of independent parts",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto own = average(first_token_at, x, input_cv2(x), sequences);
      const auto squares = average(first_square_of, x, input_cv2(x), sequences);
      return first_spread_from(own, first_token_at(x, 1.0, sequences), squares, sequences, x);
    });
/// The same of requests of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto first_spread(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto size = size_in(requests, x);
    const auto at_mean = first_token_in(x, 1.0, size.fresh, size.seen, size.loaded, size.length, sequences);
    const auto squares =
        average(first_square_in, x, input_cv2(requests), size.fresh, size.seen, size.loaded, size.length, sequences);
    return first_spread_from(first_token(requests, sequences, x), at_mean, squares, sequences, x);
  } else {
    return first_spread_at(x, sequences);
  }
}

inline constexpr std::string_view request_source =
    "derived: moments of TTFT and of the decode time; within 5% of step-by-step simulations of chats, RAG and "
    "reasoning, within 13% of long documents, at 40% to 80% utilization";

inline constexpr auto request_within_of =
    function<"serving.request_within_of", Count(Count, Seconds, Seconds, Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_r",
         .title = "Probability of E2EL ≤ t at one length",
         .why =
             "TTFT of mean T and variability c, and the decode time of an output of y times the mean length, together "
             "follow a gamma distribution. Requests that queue have a backlog: both vary together.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "y, t, T, c, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& time, const auto& first, const auto& spread,
           const auto& sequences, const auto& others, const auto& work, const auto& backlog) {
          const auto step = own_token_time(sequences, x);
          const auto tokens = larger(0.0, length * output_tokens(x) - 1.0), counted = later_tokens(length, x);
          const auto each = step + added_to_step(counted, sequences, others, work, backlog, x);
          const auto decoding = tokens * smaller(each, longest_token(sequences, x));
          const auto least = engine::prompt_error(x) * first_token_at(x, 0.0, sequences) +
                             tokens * (step - following_batch(sequences, others, work, x));
          const auto excess = larger(1e-9 * second, first + decoding - least);
          const auto of_first = squared(first) * spread;
          const auto longer = stretch(sequences, others, work, x);
          const auto of_backlog = longer * backlog * power(backlog_spread_at(x, sequences), 0.5);
          const auto together = smaller((longer - 1.0) * of_first, first * power(spread, 0.5) * of_backlog);
          const auto variance = of_first + 2.0 * smaller(1.0, tokens) * together +
                                squared(tokens) * token_variance(counted, sequences, others, work, backlog, x);
          const auto above = larger(0.0 * second, time - least);
          return gamma_share(
              squared(excess) / larger(variance, 1e-18 * second * second),
              above * excess / larger(variance, 1e-18 * second * second));
        });
inline constexpr auto request_within_in =
    function<"serving.request_within_in", Count(Count, Count, Seconds, Seconds, Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_r,k",
         .title = "Probability of E2EL ≤ t at one length in a traffic class",
         .why = "The mean output of the class is o times that of all requests. The batch is that of all.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "y, o, t, T, c, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& output, const auto& time, const auto& first,
           const auto& spread, const auto& sequences, const auto& others, const auto& work, const auto& backlog) {
          return request_within_of(x, length * output, time, first, spread, sequences, others, work, backlog);
        });
/// Its mean over all output lengths, of requests of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto request_in_time(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  const auto first = first_share(requests, time, sequences, x);
  return where(
      less(1.0, output_tokens(requests)),
      [&] {
        const auto mean = mean_first(requests, sequences, x);
        const auto spread = first_spread(requests, sequences, x);
        if constexpr (is_class<Requests>) {
          const auto output = output_tokens(requests) / output_tokens(x);
          const auto whole = average(
              request_within_in, x, output_cv2(requests), output, time, mean, spread, sequences, others, work, backlog);
          return smaller(first, whole);
        } else {
          const auto whole =
              average(request_within_of, x, output_cv2(x), time, mean, spread, sequences, others, work, backlog);
          return smaller(first, whole);
        }
      },
      first);
}
inline constexpr auto request_within =
    function<"serving.request_within", Count(Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P(E2EL ≤ t)",
         .title = "Probability of E2EL ≤ t",
         .why = "Average over all output lengths, and never above that of TTFT ≤ t.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "t, B, n, w, V"},
        [](const auto& x, const auto& time, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog) {
          return over_requests(
              x, [&](const auto& each) { return request_in_time(each, time, sequences, others, work, backlog, x); });
        });
inline constexpr auto request_quantile =
    solve<"serving.request_quantile", Seconds(Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "E2EL_p",
         .title = "E2EL quantile p",
         .why = "E2EL that a fraction p of the requests does not exceed.",
         .source = request_source,
         .of = "p, B, n, w, V"},
        nothing_else,
        [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog) {
          const auto longer = stretch(sequences, others, work, x);
          const auto decoding = longer * (output_tokens(x) * own_token_time(sequences, x) + backlog);
          return most_of_mean(x, share, sequences) + 4.0 * decoding / (1.0 - share);
        },
        [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog,
           const auto& time) { return request_within(x, time, sequences, others, work, backlog) - share; });

/// The share of the requests within a time, of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto request_share(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>)
    return request_in_time(requests, time, sequences, others, work, backlog, x);
  else
    return request_within(x, time, sequences, others, work, backlog);
}

}  // namespace llmsize::serving
