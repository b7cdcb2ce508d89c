// SPDX-License-Identifier: Apache-2.0
// Inputs of the engine by judgement. Constants of engines were fitted with these values, so that none has a spread of
// its own.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::engine {

inline constexpr auto dispatch_bytes = input<"engine.dispatch_bytes", Bytes>(
    {.symbol = "b_dis",
     .label = "Bytes sent to experts",
     .help = "Bytes of a value of the hidden state on its way to experts on other GPUs; it comes back in 16 bit.",
     .least = 0.5,
     .most = 4,
     .initial = 1,
     .source = "DeepSeek-V3 and DeepEP: dispatch in 8 bit, combination in 16; what engines differ in is in the rate of "
               "links"});
inline constexpr auto least_chunk = input<"engine.least_chunk", Count>(
    {.symbol = "c_min",
     .label = "Least chunk of a prompt",
     .help = "Share of the tokens of a step that prompts get however many sequences are decoded in it.",
     .least = 0.001,
     .most = 1,
     .initial = 0.25,
     .source =
         "expert judgment: so many sequences in flight leave no room for prompts in the formula, but do in engines; "
         "what it is off by is in the error of first tokens",
     .unit = Unit::ratio});
inline constexpr auto idle_below = input<"engine.idle_below", Count>(
    {.symbol = "B_idle",
     .label = "Sequences of a replica that always works",
     .help = "Running sequences from which on a request always finds a step on its way; of fewer the share of the time "
             "falls with them.",
     .least = 0.001,
     .most = 100,
     .initial = 0.3,
     .source = "expert judgment, after simulations step by step; what it is off by is in the error of first tokens"});
inline constexpr auto pooled_by_two = input<"engine.pooled_by_two", Count>(
    {.symbol = "c_two",
     .label = "Readers that two choices pool",
     .help = "Readers that seem to share a queue where a request goes to the less loaded of two, or to its prefix.",
     .least = 1,
     .most = 1e6,
     .initial = 3,
     .source =
         "expert judgment, after simulations of the less loaded of two; what it is off by is in the error of first "
         "tokens"});

inline constexpr auto judgement_inputs = std::tie(dispatch_bytes, least_chunk, idle_below, pooled_by_two);

}  // namespace llmsize::engine
