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

inline constexpr auto inputs = std::tie(deadline);

}  // namespace llmsize::goal
