// SPDX-License-Identifier: Apache-2.0
// Inputs of traffic: how many people there are, how often they ask, and how requests of a session follow one another.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::traffic {

inline constexpr std::string_view chat_source = "expert judgment: three chats of a working day, half of all users";

inline constexpr auto users = input<"traffic.users", Count>(
    {.symbol = "U",
     .label = "Users",
     .help = "Registered users, e.g. 20k. They set the request rate, as chat unless --traffic names another class.",
     .flags = "--users",
     .least = 1,
     .most = 1e10});
inline constexpr auto active_daily = input<"traffic.active_daily", Count>(
    {.symbol = "a_d",
     .label = "Daily active users",
     .help = "Fraction of the users that are active on a working day, e.g. 0.5",
     .flags = "--active-day",
     .least = 1e-4,
     .most = 1,
     .initial = 0.5,
     .source = chat_source,
     .unit = Unit::ratio});
inline constexpr auto sessions_per_day = input<"traffic.sessions_per_day", Count>(
    {.symbol = "k_s",
     .label = "Sessions per active user and day",
     .help = "Sessions of an active user per day, e.g. 3",
     .flags = "--sessions-per-day",
     .least = 1e-3,
     .most = 1e6,
     .initial = 3,
     .source = chat_source});
inline constexpr auto turns = input<"traffic.turns", Count>(
    {.symbol = "n_turn",
     .label = "Turns per session",
     .help = "Mean requests per session. Later turns resend the conversation, and the prefix cache holds it.",
     .flags = "--turns",
     .least = 1,
     .most = 1e5,
     .initial = 1,
     .source = "single-turn requests by default"});
inline constexpr auto think_time = input<"traffic.think_time", Seconds>(
    {.symbol = "Z",
     .label = "Think time",
     .help =
         "Mean time between an answer and the next request of the session, e.g. 60s. It sets the rate of --sessions "
         "and of --users with --active.",
     .flags = "--think-time",
     .least = 1e-3,
     .most = 1e7,
     .initial = 60,
     .source = "expert judgment: pauses of a chat; public traces have medians of 10 to 210 s"});
inline constexpr auto answer_time = input<"traffic.answer_time", Seconds>(
    {.symbol = "L_ans",
     .label = "Response time of active users",
     .help = "Time that active users wait for a whole answer. serve plans it as the end-to-end latency.",
     .most = 1e7,
     .initial = 0,
     .source = "answers that take no time: the most requests"});
inline constexpr auto think_cv = input<"traffic.think_cv", Count>(
    {.symbol = "c_z",
     .label = "Think-time variability (CV)",
     .help = "Coefficient of variation of the think time: 1 exponential, above 2 in tool calls of agents",
     .least = 0.01,
     .most = 20,
     .initial = 1.5,
     .source = "expert judgment: between exponential pauses and the agents of public traces (3.6)"});
inline constexpr auto active = input<"traffic.active", Count>(
    {.symbol = "a_c",
     .label = "Active users in the busy hour",
     .help = "Fraction of the users in a session in the busiest hour, usually 0.02 to 0.2. They send requests at the "
             "think time. Default: requests per day set the rate.",
     .flags = "--active",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto peak = input<"traffic.peak", Count>(
    {.symbol = "f_pk",
     .label = "Peak factor",
     .help = "Requests of the busiest hour over the mean hour, e.g. 2. Default: that of --day-curve.",
     .flags = "--peak",
     .least = 1,
     .most = 24});
inline constexpr auto growth = input<"traffic.growth", Count>(
    {.symbol = "f_g",
     .label = "Growth factor",
     .help = "Load to size for over the load of today, e.g. 1.3 for 30% more",
     .flags = "--growth",
     .least = 0.01,
     .most = 1000,
     .initial = 1,
     .source = "load of today by default"});
inline constexpr auto requests_per_day = input<"traffic.requests_per_day", Count>(
    {.symbol = "D",
     .label = "Requests per day",
     .help = "Requests per day, e.g. 120k. Default: users × daily active share × sessions × turns.",
     .flags = "--requests-per-day",
     .least = 1e-3,
     .most = 1e14},
    [](const auto& x) { return users(x) * active_daily(x) * sessions_per_day(x) * turns(x); });

/// Requests per second of the busiest hour, by the day.
template <class Case>
auto daily_rate(const Case& x) {
  return requests_per_day(x) / (86400.0 * second) * peak(x) * growth(x);
}

inline constexpr auto volatile_tokens = input<"traffic.volatile_tokens", Count>(
    {.symbol = "v",
     .label = "Tokens of one turn only",
     .help = "Prompt tokens that later turns do not resend, e.g. retrieved passages",
     .most = 1e9,
     .initial = 0,
     .source = "later turns resend all of the prompt by default"});
inline constexpr auto prompts = input<"traffic.prompts", Count>(
    {.symbol = "k_p",
     .label = "System prompts",
     .help = "Different system prompts, equally frequent",
     .least = 1,
     .most = 1e9,
     .initial = 1,
     .source = "one system prompt by default",
     .whole = true});
inline constexpr auto reuse_most = input<"traffic.reuse_most", Count>(
    {.symbol = "η_∞",
     .label = "Max prefix-cache hit rate",
     .help = "Max prefix-cache hit rate of the traffic: below 1 if sessions are reset or retrieved text precedes the "
             "conversation",
     .most = 1,
     .initial = 1,
     .source = "whole prefixes are equal by default",
     .unit = Unit::ratio});
inline constexpr auto reuse_rate = input<"traffic.reuse_rate", PerSecond>(
    {.symbol = "λ_η",
     .label = "Request rate sustained by the prefix cache",
     .help = "Request rate up to which the prefix cache sustains its hit rate. serve plans it.",
     .unit = Unit::requests_per_second});

inline constexpr auto batch_job = input<"traffic.batch_job", Count>(
    {.symbol = "X_job",
     .label = "Batch-job output tokens",
     .help = "Output tokens of a batch job that runs on replicas that the day curve leaves idle, e.g. 10B",
     .flags = "--batch-job",
     .least = 1,
     .most = 1e18});
inline constexpr auto batch_deadline = input<"traffic.batch_deadline", Seconds>(
    {.symbol = "T_job",
     .label = "Batch-job deadline",
     .help = "Time for the batch job, e.g. 30d. If it takes longer on idle replicas, serve has the replicas to add.",
     .flags = "--batch-deadline",
     .least = 1,
     .most = 1e10});
inline constexpr auto batch_yield = input<"traffic.batch_yield", Count>(
    {.symbol = "y_job",
     .label = "Batch yield of idle replicas",
     .help = "Batch tokens on idle replicas over those of a full hour at capacity",
     .least = 0.01,
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: replicas drain before the load of the day comes back, and batches fill and empty",
     .spread = 0.1,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    users, active_daily, sessions_per_day, turns, think_time, answer_time, think_cv, active, peak, growth,
    requests_per_day, volatile_tokens, prompts, reuse_most, reuse_rate, batch_job, batch_deadline, batch_yield);

inline constexpr Option day_options[] = {
    {"typical",
     "2 in the busiest hour; public traces have 1.8 to 2.2 over two weeks (ServeGen), 1.6 on an average day (RAGPulse)",
     {{{"traffic.peak", 2}}}},
    {"flat", "the same all day, as with APIs of other programs", {{{"traffic.peak", 1}}}},
    {"office", "working hours of one time zone (expert judgment)", {{{"traffic.peak", 2.07}}}},
    {"campus", "a university from morning to midnight (RAGPulse trace)", {{{"traffic.peak", 1.64}}}},
    {"consumer", "a public service of one region (ServeGen trace)", {{{"traffic.peak", 1.46}}}},
};
inline constexpr Choice choices[] = {
    {"traffic.day_curve", "Day curve",
     "Load over the hours of a day. It sets the peak factor, and the page shows replicas with autoscaling.",
     "--day-curve", "typical", "a peak factor without a curve", day_options},
};

inline constexpr Reference references[] = {
    {"traffic.id", "Traffic class",
     "Traffic class, e.g. chat, rag or agent (see llmsize catalog traffic), or several on the same replicas with "
     "shares "
     "of the requests: chat:0.7,agent:0.3",
     "--traffic", "traffic"},
};

}  // namespace llmsize::traffic
