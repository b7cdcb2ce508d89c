// SPDX-License-Identifier: Apache-2.0
// An input's default cannot lack its source.
// expect: an input lacks its symbol, its label, its help or the source of its default
#include "core/inputs/goal.hpp"

namespace llmsize::goal_and_more {

using namespace llmsize::goal;

#ifdef MISTAKE
#define SOURCE ""
#else
#define SOURCE "derived"
#endif
inline constexpr auto patience =
    input<"goal.patience", Seconds>({.symbol = "x", .label = "x", .help = "x", .initial = 1, .source = SOURCE});
inline constexpr auto inputs = std::tuple_cat(goal::inputs, std::tie(patience));

}  // namespace llmsize::goal_and_more

// The list of inputs with a group that has one input more.
#define goal goal_and_more
#include "core/inputs/checks.hpp"
