// SPDX-License-Identifier: Apache-2.0
// Inputs of the goal: what the cluster has to reach.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::goal {

inline constexpr auto deadline = input<"goal.deadline", Seconds>(
    {.symbol = "T_goal",
     .label = "Deadline",
     .help = "Longest time that the whole training may take, such as 30d.",
     .flags = "--deadline",
     .least = 1,
     .most = 1e12});

inline constexpr auto efficiency = input<"goal.efficiency", Count>(
    {.symbol = "e_goal",
     .label = "Wanted GPU efficiency",
     .help = "Share of the time that GPUs shall not wait for offloaded states.",
     .least = 0.01,
     .most = 0.99,
     .initial = 0.85,
     .source = "DDN, LLM offloading: 85 % with shared storage",
     .unit = Unit::ratio});
inline constexpr auto save_overhead = input<"goal.save_overhead", Count>(
    {.symbol = "o_goal",
     .label = "Wanted overhead of saving",
     .help = "Share of the time that training may wait for checkpoints at most.",
     .least = 1e-4,
     .most = 0.9,
     .initial = 0.05,
     .source = "judgement: rule of thumb of checkpoint sizing",
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(deadline, efficiency, save_overhead);

}  // namespace llmsize::goal
