// SPDX-License-Identifier: Apache-2.0
// The share of the requests within each SLO, and all formulas of latencies.
#pragma once

#include "core/serving/request_time.hpp"

namespace llmsize::serving {

/// Whether there is such a limit.
template <class Limit>
auto is_set(const Limit& limit) {
  return less(0.0 * second, otherwise(limit, 0.0 * second));
}
/// Whether there is a limit per token, and a token after the first.
template <class Requests>
auto limits_tokens(const Requests& requests) {
  return is_set(tpot_limit(requests)) * less(1.0, output_tokens(requests));
}
template <class Case>
auto has_limits(const Case& x) {
  return less(0.0, is_set(ttft_limit(x)) + limits_tokens(x) + is_set(latency_limit(x)));
}
/// Of requests, those of a class where they are of several, the share within each of their limits, beside so many
/// sequences; all of them where there is none.
template <class Requests, class Sequences, class Case>
auto within_first(const Requests& requests, const Sequences& sequences, const Case& x) {
  return where(
      is_set(ttft_limit(requests)), [&] { return first_share(requests, ttft_limit(requests), sequences, x); }, 1.0);
}
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_token(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return where(
      limits_tokens(requests),
      [&] { return token_share(requests, tpot_limit(requests), sequences, others, work, backlog, x); }, 1.0);
}
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_request(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return where(
      is_set(latency_limit(requests)),
      [&] { return request_share(requests, latency_limit(requests), sequences, others, work, backlog, x); }, 1.0);
}
/// The share within all of them.
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_all(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return within_first(requests, sequences, x) * within_token(requests, sequences, others, work, backlog, x) *
         within_request(requests, sequences, others, work, backlog, x);
}

inline constexpr auto latency_formulas = std::tie(transfer_time);
inline constexpr auto latency_functions = std::tie(
    lone_reading_at, length_share_at, square_share_at, first_token_at, first_token_in, chunks_at, slow_chunk,
    residual_at, ttft_at, wait_spread_at, first_within_of, first_within_in, first_within, ttft_quantile,
    backlog_per_token, tpot_at, step_slope_at, prompt_variance_at, step_variance_at, backlog_spread_at, token_within_of,
    token_within_in, token_within, tpot_quantile, first_square_of, first_square_in, first_spread_at, request_within_of,
    request_within_in, request_within, request_quantile);

}  // namespace llmsize::serving
