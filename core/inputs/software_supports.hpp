// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: which layouts it runs. They limit what is planned; what is said against them gets a finding.
// A stack that nobody named limits nothing but what no stack runs.
#pragma once

#include "core/inputs/declare.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::software {

inline constexpr std::string_view unlimited = "no known limit";

inline constexpr auto zero_most = input<"software.zero_most", Count>(
    {.symbol = "Z_max",
     .label = "Max ZeRO stage",
     .help = "Max ZeRO stage of the software: 3 shards weights too (FSDP)",
     .most = 3,
     .initial = 3,
     .source = unlimited,
     .whole = true});
inline constexpr auto pipeline_zero = input<"software.pipeline_zero", Count>(
    {.symbol = "Z_pp",
     .label = "Max ZeRO stage with PP",
     .help = "Max ZeRO stage of the software together with pipeline parallelism",
     .most = 3,
     .initial = 1,
     .source = "Megatron-Core and NeMo shard the optimizer with PP; DeepSpeed rejects stages 2 and 3 with PP",
     .whole = true});
inline constexpr auto tensor_most = input<"software.tensor_most", Count>(
    {.symbol = "t_max",
     .label = "Max TP",
     .help = "Max tensor-parallel size of the software. 1 without TP.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
     .whole = true});
inline constexpr auto pipeline_most = input<"software.pipeline_most", Count>(
    {.symbol = "p_max",
     .label = "Max PP",
     .help = "Max pipeline-parallel size of the software. 1 without PP.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
     .whole = true});
inline constexpr auto context_most = input<"software.context_most", Count>(
    {.symbol = "c_max",
     .label = "Max CP",
     .help = "Max context-parallel size of the software. 1 without CP.",
     .least = 1,
     .most = 1e6,
     .initial = 1e6,
     .source = unlimited,
     .whole = true});
inline constexpr auto interleave_most = input<"software.interleave_most", Count>(
    {.symbol = "v_max",
     .label = "Max VPP",
     .help = "Max virtual pipeline size that the planner uses",
     .least = 1,
     .most = 1024,
     .initial = 12,
     .source = "maximum of 1,409 published recipes of Megatron-Bridge; few measured runs use more",
     .whole = true});
inline constexpr auto splits_sequences = input<"software.splits_sequences", Count>(
    {.symbol = "sp_run",
     .label = "Sequence parallelism supported",
     .help = "Enable layouts with sequence parallelism",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto uneven_stages = input<"software.uneven_stages", Count>(
    {.symbol = "p_uneven",
     .label = "Uneven pipeline stages supported",
     .help = "Enable uneven pipeline stages: embedding and LM head as layers, or a shorter last stage",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto recomputes_attention = input<"software.recomputes_attention", Count>(
    {.symbol = "r_sel",
     .label = "Attention recomputation supported",
     .help = "Enable layouts with selective recomputation of attention scores and context",
     .most = 1,
     .initial = 1,
     .source = unlimited,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto offload_tier = input<"software.offload_tier", Count>(
    {.symbol = "ℓ_max",
     .label = "Slowest offload tier supported",
     .help = "Slowest offload tier of the software: 0 none, 1 CPU memory, 2 local NVMe, 3 shared storage",
     .most = 3,
     .initial = 3,
     .source = unlimited,
     .words = tier_words,
     .whole = true});

inline constexpr auto folds_experts = input<"software.folds_experts", Count>(
    {.symbol = "fold",
     .label = "Expert folding supported",
     .help = "Enable expert groups over TP, CP and DP ranks instead of TP-sharded experts (Megatron-Core MoE parallel "
             "folding)",
     .most = 1,
     .initial = 1,
     .source = "Megatron-Core since 2024: all 857 published Megatron-Bridge recipes of MoE models have ETP 1",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto virtual_layers = input<"software.virtual_layers", Count>(
    {.symbol = "l_v",
     .label = "Default layers per virtual pipeline stage",
     .help = "Layers per virtual pipeline stage without a set VPP. 0: the software does not interleave by default.",
     .most = 1e4,
     .initial = 0,
     .source = "plain 1F1B; recipes of Megatron-Bridge and NeMo interleave",
     .whole = true});
inline constexpr auto gathers_cast = input<"software.gathers_cast", Count>(
    {.symbol = "all_8",
     .label = "Quantized weight all-gather",
     .help = "All-gather updated weights in the precision of the linear layers (Megatron-LM --fp8-param-gather)",
     .most = 1,
     .initial = 0,
     .source = "16-bit weights by default",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto support_inputs = std::tie(
    zero_most, pipeline_zero, tensor_most, pipeline_most, context_most, interleave_most, splits_sequences,
    uneven_stages, recomputes_attention, offload_tier, folds_experts);
/// What a stack does by default, and what layouts may say otherwise.
inline constexpr auto default_inputs = std::tie(virtual_layers, gathers_cast);

}  // namespace llmsize::software
