// SPDX-License-Identifier: Apache-2.0
// Results of a service over a day whose curve is named: the command tells them, no formula does.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::traffic {

inline constexpr std::string_view day_teller = "llmsize serve";
inline constexpr std::string_view day_source = "derived: replicas for the load of each five minutes of the day curve";

inline constexpr auto day_hours = told<"traffic.day_hours", Count>(
    day_teller, {.symbol = "h_day",
                 .title = "Replica-hours per day (autoscaled)",
                 .why = "Replicas over a day that start and stop with the load of the day curve.",
                 .source = day_source});
inline constexpr auto day_free = told<"traffic.day_free", Count>(
    day_teller, {.symbol = "u_free",
                 .title = "Free capacity over the day",
                 .why = "Fraction of the goodput of all replicas that the load of the day curve leaves.",
                 .source = day_source,
                 .unit = Unit::ratio});
inline constexpr auto reserved_replicas = told<"traffic.reserved_replicas", Count>(
    day_teller, {.symbol = "r_res",
                 .title = "Replicas to reserve",
                 .why = "Replicas that run for at least the reserved price over the on-demand price of the day. The "
                        "others cost less on demand.",
                 .source = day_source,
                 .whole = true});
inline constexpr auto reserved_cost = told<"traffic.reserved_cost", Count>(
    day_teller, {.symbol = "h_res",
                 .title = "Cost per day in reserved replica-hours",
                 .why = "Reserved replicas all day, the others on demand: replica-hours at the reserved price.",
                 .source = day_source});
inline constexpr auto batch_tokens_free = told<"traffic.batch_tokens_free", Count>(
    day_teller, {.symbol = "n_batch",
                 .title = "Batch tokens per day on idle replicas",
                 .why = "Output tokens at capacity of the replica-hours that the load leaves, times the batch yield.",
                 .source = day_source});
inline constexpr auto batch_time = told<"traffic.batch_time", Seconds>(
    day_teller, {.symbol = "t_job",
                 .title = "Batch job time on idle replicas",
                 .why = "Tokens of the batch job over the batch tokens per day.",
                 .source = day_source});
inline constexpr auto batch_replicas = told<"traffic.batch_replicas", Count>(
    day_teller, {.symbol = "r_job",
                 .title = "Replicas to add for the batch deadline",
                 .why = "Replicas that work all day for the batch job, so that it ends within its deadline.",
                 .source = day_source,
                 .whole = true});

inline constexpr auto day_results =
    std::tie(day_hours, day_free, reserved_replicas, reserved_cost, batch_tokens_free, batch_time, batch_replicas);

}  // namespace llmsize::traffic
