// SPDX-License-Identifier: Apache-2.0
// Degrees by which a model copy is split.
#pragma once

#include "core/inputs/cluster.hpp"

namespace llmsize::layout {

inline constexpr auto tensor = input<"layout.tensor", Count>(
    {.symbol = "t",
     .label = "Tensor parallel",
     .help = "Accelerators that share every matrix of a layer, such as 8.",
     .flags = "--tp,--tensor-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "not split",
     .whole = true});
inline constexpr auto pipeline = input<"layout.pipeline", Count>(
    {.symbol = "p",
     .label = "Pipeline parallel",
     .help = "Stages that each hold a run of layers.",
     .flags = "--pp,--pipeline-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "not split",
     .whole = true});
inline constexpr auto context = input<"layout.context", Count>(
    {.symbol = "c",
     .label = "Context parallel",
     .help = "Accelerators that share every sequence.",
     .flags = "--cp,--context-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "not split",
     .whole = true});
inline constexpr auto expert = input<"layout.expert", Count>(
    {.symbol = "e",
     .label = "Expert parallel",
     .help = "Accelerators that share the routed experts; they lie inside data times context parallel.",
     .flags = "--ep,--expert-parallel",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "not split",
     .whole = true});
inline constexpr auto attention_data = input<"layout.attention_data", Count>(
    {.symbol = "e_at",
     .label = "Attention data parallel",
     .help = "Copies of attention inside a served replica, each with sequences of its own, that share the routed "
             "experts: as many as experts are spread over unless given.",
     .flags = "--attention-dp",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) { return expert(x); });

inline constexpr auto degree_inputs = std::tie(tensor, pipeline, context, expert, attention_data);

}  // namespace llmsize::layout
