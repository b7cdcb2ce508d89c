// SPDX-License-Identifier: Apache-2.0
// Degrees by which a model copy is split.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::layout {

inline constexpr auto tensor = input<"layout.tensor", Count>(
    {.symbol = "t",
     .label = "Tensor-parallel size (TP)",
     .help = "Tensor-parallel size, e.g. 8 (Megatron-LM --tensor-model-parallel-size).",
     .flags = "--tp,--tensor-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "1 by default",
     .whole = true});
inline constexpr auto pipeline = input<"layout.pipeline", Count>(
    {.symbol = "p",
     .label = "Pipeline-parallel size (PP)",
     .help = "Pipeline-parallel size (Megatron-LM --pipeline-model-parallel-size)",
     .flags = "--pp,--pipeline-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "1 by default",
     .whole = true});
inline constexpr auto context = input<"layout.context", Count>(
    {.symbol = "c",
     .label = "Context-parallel size (CP)",
     .help = "Context-parallel size (Megatron-LM --context-parallel-size)",
     .flags = "--cp,--context-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "1 by default",
     .whole = true});
inline constexpr auto expert = input<"layout.expert", Count>(
    {.symbol = "e",
     .label = "Expert-parallel size (EP)",
     .help = "Expert-parallel size. Training: a divisor of TP × CP × DP (Megatron-LM --expert-model-parallel-size). "
             "Serving: a divisor of TP × DP-attention ranks (SGLang --ep-size, vLLM --enable-expert-parallel: all of "
             "them).",
     .flags = "--ep,--expert-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "1 by default",
     .whole = true});
inline constexpr auto attention_data = input<"layout.attention_data", Count>(
    {.symbol = "e_at",
     .label = "DP-attention ranks per replica",
     .help = "DP-attention ranks per replica (vLLM --data-parallel-size, SGLang --dp-size). Default: 1, or EP over TP "
             "if EP exceeds TP.",
     .flags = "--attention-dp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return larger(1.0, floor(expert(x) / tensor(x))); });

inline constexpr auto degree_inputs = std::tie(tensor, pipeline, context, expert, attention_data);

}  // namespace llmsize::layout
