// SPDX-License-Identifier: Apache-2.0
// Two inputs cannot share a key.
// expect: two inputs share a key
#include "core/inputs/goal.hpp"

namespace llmsize::goal_and_more {

using namespace llmsize::goal;

#ifdef MISTAKE
inline constexpr auto again = input<"goal.deadline", Seconds>({.symbol = "x", .label = "x", .help = "x"});
#else
inline constexpr auto again = input<"goal.deadline_again", Seconds>({.symbol = "x", .label = "x", .help = "x"});
#endif
inline constexpr auto inputs = std::tuple_cat(goal::inputs, std::tie(again));

}  // namespace llmsize::goal_and_more

// The list of inputs with a group that has one input more.
#define goal goal_and_more
#include "core/inputs/checks.hpp"
