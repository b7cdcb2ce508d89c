// SPDX-License-Identifier: Apache-2.0
// Inputs of the goal: what the cluster has to reach.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::goal {

inline constexpr auto deadline = input<"goal.deadline", Seconds>(
    {.symbol = "T_goal",
     .label = "Deadline",
     .help = "Deadline for time to train (wall clock), e.g. 30d.",
     .flags = "--deadline",
     .least = 1,
     .most = 1e12});

inline constexpr auto efficiency = input<"goal.efficiency", Count>(
    {.symbol = "e_goal",
     .label = "Target GPU efficiency",
     .help = "Share of the time that GPUs shall not wait for offloaded states.",
     .least = 0.01,
     .most = 0.99,
     .initial = 0.85,
     .source = "DDN, LLM offloading: 85 % with shared storage",
     .unit = Unit::ratio});
inline constexpr auto save_overhead = input<"goal.save_overhead", Count>(
    {.symbol = "o_goal",
     .label = "Max checkpoint overhead",
     .help = "Share of the time that training may wait for checkpoints at most.",
     .least = 1e-4,
     .most = 0.9,
     .initial = 0.05,
     .source = "expert judgment: rule of thumb of checkpoint sizing",
     .unit = Unit::ratio});
inline constexpr auto rework_share = input<"goal.rework_share", Count>(
    {.symbol = "o_lost",
     .label = "Target share of lost work",
     .help = "Work that interruptions may cost a training that saves behind its back, over the overhead that saving "
             "may have: saves come no more often than that asks for.",
     .least = 1e-4,
     .most = 1,
     .initial = 0.1,
     .source = "expert judgment: teams that save behind training lose some tenths of a percent to rework",
     .unit = Unit::ratio});

inline constexpr auto tokens_per_second = input<"goal.tokens_per_second", PerSecond>(
    {.symbol = "r_goal",
     .label = "Target throughput (tokens/s)",
     .help = "Tokens per second that training, or the outputs of a service, have to reach, e.g. 1M.",
     .flags = "--tokens-per-second",
     .most = 1e15});
inline constexpr auto request_rate = input<"goal.request_rate", PerSecond>(
    {.symbol = "λ_goal",
     .label = "Target request rate (req/s)",
     .help = "Requests per second that a service has to answer within its limits, e.g. 40.",
     .flags = "--target-rate,--rps,--qps",
     .most = 1e9});
inline constexpr auto power = input<"goal.power", Watts>(
    {.symbol = "P_goal",
     .label = "Power limit",
     .help = "Power budget (IT load), e.g. 1MW.",
     .flags = "--max-power,--power",
     .most = 1e12});
inline constexpr auto racks = input<"goal.racks", Count>(
    {.symbol = "n_goal",
     .label = "Rack limit",
     .help = "Available racks.",
     .flags = "--max-racks",
     .most = 1e7,
     .whole = true});
inline constexpr auto budget = input<"goal.budget", Money>(
    {.symbol = "C_goal",
     .label = "Budget",
     .help = "CapEx budget for nodes, network and storage, in the currency of the prices.",
     .flags = "--budget",
     .most = 1e15});

inline constexpr auto inputs =
    std::tie(deadline, efficiency, save_overhead, rework_share, tokens_per_second, request_rate, power, racks, budget);

inline constexpr Option kind_options[] = {
    {"fastest", "the fastest step on the given nodes"},
    {"fewest-nodes", "the fewest nodes that meet the deadline or the wanted tokens per second"},
    {"least-energy", "the least energy for the training within the deadline"},
    {"cheapest", "the lowest cost of the training within the deadline, at your prices"},
    {"largest-model", "the largest model of the same kind that the given nodes train, by the deadline if one is given"},
    {"longest-context", "the longest sequence that the given nodes train"},
    {"required-bandwidth", "the slowest network, links and storage that are not the limit"},
};
inline constexpr Option certainty_options[] = {
    {"p50", "50% probability of meeting the deadline"},
    {"p80", "80% probability of meeting the deadline"},
    {"p90", "90% probability of meeting the deadline"},
};
inline constexpr Choice choices[] = {
    {"goal.certainty", "Confidence", "Confidence level for the deadline.", "--certainty", "p50",
     "half of the trainings take longer than their median", certainty_options},
    {"goal.kind", "Goal", "Optimization objective. Default: fewest-nodes with a deadline and open nodes, else fastest.",
     "--goal", "", "", kind_options},
};

}  // namespace llmsize::goal
