// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: which layouts it runs. They limit what is planned; what is said against them gets a finding.
// A stack that nobody named limits nothing but what no stack runs.
#pragma once

#include "core/inputs/declare.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::software {

inline constexpr std::string_view unlimited = "nothing is known that forbids it";

inline constexpr auto zero_most = input<"software.zero_most", Count>(
    {.symbol = "Z_max",
     .label = "Highest ZeRO stage",
     .help = "The highest ZeRO stage that the stack runs: 3 shards weights too, as FSDP does.",
     .most = 3,
     .initial = 3,
     .source = unlimited,
     .whole = true});
inline constexpr auto pipeline_zero = input<"software.pipeline_zero", Count>(
    {.symbol = "Z_pp",
     .label = "ZeRO beside pipelines",
     .help = "The highest ZeRO stage that the stack runs together with pipeline parallelism.",
     .most = 3,
     .initial = 1,
     .source = "Megatron-Core and NeMo shard the optimizer beside pipelines; DeepSpeed refuses stages 2 and 3 there",
     .whole = true});
inline constexpr auto tensor_most = input<"software.tensor_most", Count>(
    {.symbol = "t_max",
     .label = "Most tensor parallel",
     .help = "Tensor-parallel degree up to which the stack goes; 1 where it has none.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
     .whole = true});
inline constexpr auto pipeline_most = input<"software.pipeline_most", Count>(
    {.symbol = "p_max",
     .label = "Most pipeline stages",
     .help = "Pipeline degree up to which the stack goes; 1 where it has none.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
     .whole = true});
inline constexpr auto context_most = input<"software.context_most", Count>(
    {.symbol = "c_max",
     .label = "Most context parallel",
     .help = "Context-parallel degree up to which the stack goes; 1 where it has none.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
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
inline constexpr auto splits_sequences = input<"software.splits_sequences", Count>(
    {.symbol = "sp_run",
     .label = "Runs sequence parallelism",
     .help = "Whether the stack splits norms and dropout over a tensor-parallel group.",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto uneven_stages = input<"software.uneven_stages", Count>(
    {.symbol = "p_uneven",
     .label = "Runs uneven stages",
     .help =
         "Whether the stack counts embedding and head as layers, or leaves the last stage fewer, so that a pipeline "
         "degree need not divide the layers.",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto recomputes_attention = input<"software.recomputes_attention", Count>(
    {.symbol = "r_sel",
     .label = "Recomputes attention alone",
     .help = "Whether the stack recomputes scores and context without the rest of a layer.",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto offload_tier = input<"software.offload_tier", Count>(
    {.symbol = "ℓ_max",
     .label = "Lowest offload tier",
     .help =
         "The slowest tier that the stack offloads states to: 0 none, 1 CPU memory, 2 local NVMe, 3 shared storage.",
     .most = 3,
     .initial = 3,
     .source = unlimited,
     .words = tier_words,
     .whole = true});

inline constexpr auto support_inputs = std::tie(
    zero_most, pipeline_zero, tensor_most, pipeline_most, context_most, interleave_most, splits_sequences,
    uneven_stages, recomputes_attention, offload_tier);

}  // namespace llmsize::software
