// SPDX-License-Identifier: Apache-2.0
// Inputs of the goal: what the cluster has to reach.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::goal {

inline constexpr auto deadline = input<"goal.deadline", Seconds>(
    {.symbol = "T_goal",
     .label = "Deadline",
     .help = "Time to train (wall clock) allowed, e.g. 30d",
     .flags = "--deadline",
     .least = 1,
     .most = 1e12});

inline constexpr auto efficiency = input<"goal.efficiency", Count>(
    {.symbol = "e_goal",
     .label = "Target GPU efficiency",
     .help = "Target time fraction without waiting for offloaded states",
     .least = 0.01,
     .most = 0.99,
     .initial = 0.85,
     .source = "DDN, LLM offloading: 85% with shared storage",
     .unit = Unit::ratio});
inline constexpr auto save_overhead = input<"goal.save_overhead", Count>(
    {.symbol = "o_goal",
     .label = "Max checkpoint overhead",
     .help = "Max time fraction of checkpoint stalls",
     .least = 1e-4,
     .most = 0.9,
     .initial = 0.05,
     .source = "expert judgment: rule of thumb of checkpoint sizing",
     .unit = Unit::ratio});
inline constexpr auto rework_share = input<"goal.rework_share", Count>(
    {.symbol = "o_lost",
     .label = "Target lost-work ratio",
     .help = "Target lost work over the max checkpoint overhead for asynchronous checkpoints. It sets their "
             "interval.",
     .least = 1e-4,
     .most = 1,
     .initial = 0.1,
     .source = "expert judgment: teams with asynchronous checkpoints lose a few tenths of a percent to rework",
     .unit = Unit::ratio});

inline constexpr auto tokens_per_second = input<"goal.tokens_per_second", PerSecond>(
    {.symbol = "r_goal",
     .label = "Target throughput (tok/s)",
     .help = "Target tokens per second of training, or output tokens per second of serving, e.g. 1M",
     .flags = "--tokens-per-second",
     .most = 1e12,
     .unit = Unit::tokens_per_second});
inline constexpr auto request_rate = input<"goal.request_rate", PerSecond>(
    {.symbol = "λ_goal",
     .label = "Target request rate (req/s)",
     .help = "Target request rate within the SLO, e.g. 40",
     .flags = "--target-rate,--rps,--qps",
     .most = 1e9,
     .unit = Unit::requests_per_second});
inline constexpr auto power = input<"goal.power", Watts>(
    {.symbol = "P_goal",
     .label = "Power budget",
     .help = "Power budget of what --power-at names, e.g. 1MW",
     .flags = "--max-power,--power",
     .most = 1e12});
inline constexpr auto power_level = input<"goal.power_level", Count>(
    {.symbol = "at",
     .label = "Power level (number)",
     .help = "0 nodes, 1 IT, 2 facility. Set by --power-at.",
     .most = 2,
     .whole = true});
inline constexpr auto racks = input<"goal.racks", Count>(
    {.symbol = "n_goal",
     .label = "Available racks",
     .help = "Max racks of all equipment: nodes, network, storage and management",
     .flags = "--max-racks",
     .most = 1e7,
     .whole = true});
inline constexpr auto budget = input<"goal.budget", Money>(
    {.symbol = "C_goal",
     .label = "Budget",
     .help = "CapEx budget for nodes, network and storage, in the currency of the prices",
     .flags = "--budget",
     .most = 1e15});

inline constexpr auto inputs = std::tie(
    deadline, efficiency, save_overhead, rework_share, tokens_per_second, request_rate, power, power_level, racks,
    budget);

inline constexpr Option kind_options[] = {
    {"fastest", "shortest step on the given nodes"},
    {"fewest-nodes", "fewest nodes that meet the deadline or the target throughput"},
    {"least-energy", "least training energy within the deadline"},
    {"cheapest", "lowest training cost within the deadline, at your prices"},
    {"largest-model", "largest model of the same architecture that the given nodes train, within the deadline if set"},
    {"longest-context", "longest sequence that the given nodes train"},
    {"required-bandwidth", "slowest network, links and storage that do not limit the step"},
};
inline constexpr Option certainty_options[] = {
    {"p50", "50% probability of meeting the deadline"},
    {"p80", "80% probability of meeting the deadline"},
    {"p90", "90% probability of meeting the deadline"},
};
inline constexpr Option power_options[] = {
    {"nodes", "nodes and appliances", {{{"goal.power_level", 0}}}},
    {"it", "all IT equipment: nodes, network, storage, management", {{{"goal.power_level", 1}}}},
    {"facility", "IT equipment with cooling and losses", {{{"goal.power_level", 2}}}},
};
inline constexpr Choice choices[] = {
    {"goal.power_at", "Power budget of", "What the power budget counts", "--power-at", "nodes",
     "budgets of racks and rooms count equipment by its rating", power_options},
    {"goal.certainty", "Confidence", "Confidence level for the deadline", "--certainty", "p50",
     "half of the training runs take longer than their median", certainty_options},
    {"goal.kind", "Goal", "Optimization objective. Default: fewest-nodes with a deadline and open nodes, else fastest.",
     "--goal", "", "", kind_options},
};

}  // namespace llmsize::goal
