// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: which layouts it runs. They limit what is planned; what is said against them gets a finding.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::software {

inline constexpr auto pipeline_zero = input<"software.pipeline_zero", Count>(
    {.symbol = "Z_pp",
     .label = "ZeRO beside pipelines",
     .help = "The highest ZeRO stage that the stack runs together with pipeline parallelism.",
     .most = 3,
     .initial = 1,
     .source = "Megatron-Core and NeMo shard the optimizer beside pipelines; DeepSpeed refuses stages 2 and 3 there",
     .whole = true});
inline constexpr auto interleave_most = input<"software.interleave_most", Count>(
    {.symbol = "v_max",
     .label = "Most interleave",
     .help = "Model chunks of a pipeline stage up to which plans go.",
     .least = 1,
     .most = 1024,
     .initial = 12,
     .source = "the most in 1,409 published recipes of Megatron-Bridge; few runs were measured with more",
     .whole = true});

inline constexpr auto support_inputs = std::tie(pipeline_zero, interleave_most);

}  // namespace llmsize::software
