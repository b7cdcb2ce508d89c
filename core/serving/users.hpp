// SPDX-License-Identifier: Apache-2.0
// What the load means in people: requests in flight, sessions and active users by Little's law.
#pragma once

#include "core/serving/limits.hpp"

namespace llmsize::traffic {

inline constexpr std::string_view users_source = "Little 1961: people = rate × time; derived";

/// Requests per second and the time that each takes, answered or not.
template <class Case>
auto in_flight_of(const Case& x) {
  return serving::requests_per_second(x) * serving::request_latency(x);
}

inline constexpr auto in_flight = formula<"traffic.in_flight", Count>(
    {.symbol = "C_fly",
     .title = "Concurrent requests",
     .why = "Requests per second times the time that each takes, queueing included.",
     .source = users_source},
    [](const auto& x) { return in_flight_of(x); });

inline constexpr auto open_sessions = formula<"traffic.open_sessions", Count>(
    {.symbol = "n_open",
     .title = "Open sessions",
     .why = "Sessions between their first request and their last answer: concurrent requests, and sessions between an "
            "answer and the next request.",
     .source = users_source},
    [](const auto& x) {
      const auto thinking = serving::sum_of_classes(x, [](const auto& each) {
        return serving::requests_per_second(each) * (1.0 - 1.0 / turns(each)) * think_time(each);
      });
      return in_flight_of(x) + thinking;
    });

inline constexpr auto active_users = formula<"traffic.active_users", Count>(
    {.symbol = "U_act",
     .title = "Active users at the request rate",
     .why = "Users that send a request, wait for its answer and think, again and again.",
     .source = users_source},
    [](const auto& x) { return in_flight_of(x) + serving::requests_per_second(x) * think_time(x); });

inline constexpr auto active_share = formula<"traffic.active_share", Count>(
    {.symbol = "a_λ",
     .title = "Active share of the users at the request rate",
     .why = "Active users at the request rate over all users. Above 1, the request rate needs more users.",
     .source = users_source,
     .unit = Unit::ratio},
    [](const auto& x) { return active_users(x) / users(x); });

inline constexpr auto mean_rate = formula<"traffic.mean_rate", PerSecond>(
    {.symbol = "λ_day",
     .title = "Daily mean request rate",
     .why = "Requests per day over the seconds of a day.",
     .source = "derived: definition",
     .unit = Unit::requests_per_second},
    [](const auto& x) { return requests_per_day(x) / (86400.0 * second); });

inline constexpr auto tokens_per_user = formula<"traffic.tokens_per_user", Count>(
    {.symbol = "n_tok,U",
     .title = "Tokens per user and day",
     .why = "Prompt and output tokens of a user's requests per day, over all users.",
     .source = "derived: definition"},
    [](const auto& x) {
      return requests_per_day(x) * (serving::input_tokens(x) + serving::output_tokens(x)) / users(x);
    });

inline constexpr auto formulas =
    std::tie(in_flight, open_sessions, active_users, active_share, mean_rate, tokens_per_user);

/// How many times as much one of two estimates of a load may be.
inline constexpr double far_apart = 3;

inline constexpr auto estimates_differ = finding<"traffic.estimates_differ">(
    {.severity = Severity::warning,
     .sentence = "{traffic.requests_per_day} requests per day, with their peak, and active users with a think time of "
                 "{traffic.think_time} give request rates that differ by more than a factor of 3. The larger one, "
                 "{serving.rate}, is sized for.",
     .remedy = "Check --active, --think-time and the sessions per day.",
     .brief = "load estimates differ"},
    [](const auto& x) {
      const auto by_day = daily_rate(x), by_active_users = serving::active_rate(x);
      const auto ratio = larger(by_day / by_active_users, by_active_users / by_day);
      return otherwise(far_apart - ratio, 0.0);
    });

inline constexpr auto long_pauses = finding<"traffic.unusual">(
    {.severity = Severity::warning,
     .sentence = "A think time of {traffic.think_time} is longer than an hour.",
     .remedy = "Count a later request as a new session.",
     .brief = "unusual traffic"},
    [](const auto& x) {
      return serving::least_of_classes(x, [](const auto& each) { return 3600.0 * second - think_time(each); });
    });
inline constexpr auto many_turns = finding<"traffic.unusual">(
    {.severity = Severity::warning,
     .sentence = "{traffic.turns} turns per session are more than agents make in public traces.",
     .remedy = "Use the mean number of requests per session: 4 in chats, 70 with coding agents.",
     .brief = "unusual traffic"},
    [](const auto& x) { return serving::least_of_classes(x, [](const auto& each) { return 500.0 - turns(each); }); });
inline constexpr auto steep_peak = finding<"traffic.unusual">(
    {.severity = Severity::warning,
     .sentence = "A peak factor of {traffic.peak} is above those of public traces, 1.4 to 3.5.",
     .remedy = "Use the busiest hour over the mean hour. Bursts within seconds belong to --arrival-cv2.",
     .brief = "unusual traffic"},
    [](const auto& x) { return 5.0 - peak(x); });
inline constexpr auto bursty = finding<"traffic.unusual">(
    {.severity = Severity::warning,
     .sentence = "An arrival variability of {serving.arrival_cv2} is more than bursts of a few clients cause.",
     .remedy = "Use the variance over the mean of requests counted in 1 to 10 s, not in an hour.",
     .brief = "unusual traffic"},
    [](const auto& x) { return 20.0 - serving::arrival_cv2(x); });
inline constexpr auto spread_lengths = finding<"traffic.unusual">(
    {.severity = Severity::warning,
     .sentence = "A length variability of {serving.input_cv2} (ISL) or {serving.output_cv2} (OSL) is above those of "
                 "public traces, 0.1 to 8.4.",
     .remedy =
         "Use the squared ratio of standard deviation and mean of one class of requests. Size classes separately.",
     .brief = "unusual traffic"},
    [](const auto& x) {
      return serving::least_of_classes(
          x, [](const auto& each) { return 9.0 - larger(serving::input_cv2(each), serving::output_cv2(each)); });
    });
inline constexpr auto context_exceeded = finding<"traffic.compaction_assumed">(
    {.severity = Severity::info,
     .sentence =
         "{traffic.turns} turns exceed the context length of {model.max_sequence} tokens. Compaction or a reset "
         "of the session is assumed before that."},
    [](const auto& x) {
      return serving::least_of_classes(x, [&](const auto& each) {
        const auto grown =
            serving::shared_tokens(each) + turns(each) * (serving::turn_tokens(each) + serving::kept_output(each));
        return choose(less(1.0, turns(each)), model::max_sequence(x) - grown, 0.0);
      });
    });
inline constexpr auto prompts_disagree = finding<"traffic.lengths_disagree">(
    {.severity = Severity::warning,
     .sentence = "{traffic.turns} turns with {traffic.turn_tokens} new tokens and {traffic.kept_output} output tokens "
                 "each do not give the mean prompt of {serving.input_tokens} tokens within 20%.",
     .remedy = "Set --input-tokens to the mean prompt of such sessions, or change the tokens per turn.",
     .brief = "prompt lengths disagree"},
    [](const auto& x) {
      return serving::least_of_classes(x, [](const auto& each) {
        const auto n = turns(each);
        const auto grown = serving::shared_tokens(each) + volatile_tokens(each) + n * serving::turn_tokens(each) +
                           (n - 1.0) * serving::kept_output(each);
        const auto far = larger(grown / serving::input_tokens(each), serving::input_tokens(each) / grown);
        return choose(less(1.0, n), 1.2 - far, 0.0);
      });
    });

inline constexpr auto findings = std::tie(
    estimates_differ, long_pauses, many_turns, steep_peak, bursty, spread_lengths, context_exceeded, prompts_disagree);

}  // namespace llmsize::traffic
