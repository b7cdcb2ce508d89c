// SPDX-License-Identifier: Apache-2.0
// Inputs of the engine by judgement. Constants of engines were fitted with these values, so that none has a spread of
// its own.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::engine {

inline constexpr auto dispatch_bytes = input<"engine.dispatch_bytes", Bytes>(
    {.symbol = "b_dis",
     .label = "EP dispatch bytes per value",
     .help = "Bytes per hidden-state value in the EP dispatch. The combine is in 16 bits.",
     .least = 0.5,
     .most = 4,
     .initial = 1,
     .source = "DeepSeek-V3 and DeepEP: dispatch in 8 bits, combine in 16; engine.link_efficiency absorbs differences "
               "of engines"});
inline constexpr auto least_chunk = input<"engine.least_chunk", Count>(
    {.symbol = "c_min",
     .label = "Min prefill chunk fraction",
     .help = "Min fraction of the token budget per step for prefill, independent of the running sequences",
     .least = 0.001,
     .most = 1,
     .initial = 0.25,
     .source = "expert judgment: many concurrent requests leave no prefill budget in the formula, but do in engines; "
               "engine.prompt_error absorbs its error",
     .unit = Unit::ratio});
inline constexpr auto idle_below = input<"engine.idle_below", Count>(
    {.symbol = "B_idle",
     .label = "Busy threshold (sequences)",
     .help = "Running sequences above which a replica always has a step in progress. Below it, the busy time falls "
             "proportionally.",
     .least = 0.001,
     .most = 100,
     .initial = 0.3,
     .source = "expert judgment, after step-by-step simulations; engine.prompt_error absorbs its error"});
inline constexpr auto pooled_by_two = input<"engine.pooled_by_two", Count>(
    {.symbol = "c_two",
     .label = "Effective servers of two choices",
     .help = "Effective servers per queue under power of two choices or prefix-aware routing",
     .least = 1,
     .most = 1e6,
     .initial = 3,
     .source = "expert judgment, after simulations of power of two choices; engine.prompt_error absorbs its error"});

inline constexpr auto judgement_inputs = std::tie(dispatch_bytes, least_chunk, idle_below, pooled_by_two);

}  // namespace llmsize::engine
