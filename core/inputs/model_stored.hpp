// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: its weights as their files hold them, by group: bytes, scales included, and what multiplies
// them. Absent where files hold 16-bit weights and nothing else is known of them. A format by its name says both.
#pragma once

#include "core/inputs/model_indexer.hpp"
#include "core/inputs/weight_format.hpp"

namespace llmsize::model {

inline constexpr auto stored_attention_bytes = input<"model.stored_attention_bytes", Bytes>(
    {.symbol = "β_st,A",
     .label = "Stored bytes per attention weight",
     .help = "Checkpoint bytes per weight of attention, SSM or linear attention, block scales included",
     .most = 8});
inline constexpr auto stored_attention_units = input<"model.stored_attention_units", Count>(
    {.symbol = "u_st,A",
     .label = "Compute units, attention weights (code)",
     .help = "Compute units for attention weights as stored, 0 to 6. Default: 16-bit units.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_mlp_bytes = input<"model.stored_mlp_bytes", Bytes>(
    {.symbol = "β_st,M",
     .label = "Stored bytes per MLP weight",
     .help = "Checkpoint bytes per weight of dense MLPs and shared experts, block scales included",
     .most = 8});
inline constexpr auto stored_mlp_units = input<"model.stored_mlp_units", Count>(
    {.symbol = "u_st,M",
     .label = "Compute units, MLP weights (code)",
     .help = "Compute units for the weights of dense MLPs and shared experts as stored, 0 to 6",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_expert_bytes = input<"model.stored_expert_bytes", Bytes>(
    {.symbol = "β_st,x",
     .label = "Stored bytes per expert weight",
     .help = "Checkpoint bytes per routed-expert weight, block scales included, e.g. 0.53125 for MXFP4",
     .most = 8});
inline constexpr auto stored_expert_units = input<"model.stored_expert_units", Count>(
    {.symbol = "u_st,x",
     .label = "Compute units, expert weights (code)",
     .help = "Compute units for routed-expert weights as stored, 0 to 6. NVFP4 and INT4 have equal bytes and different "
             "units.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_end_bytes = input<"model.stored_end_bytes", Bytes>(
    {.symbol = "β_st,V",
     .label = "Stored bytes per embedding weight",
     .help = "Checkpoint bytes per weight of the embedding and LM head",
     .most = 8});
inline constexpr auto weights_in_files = input<"model.weights_in_files", Count>(
    {.symbol = "Ψ_files",
     .label = "Weights in checkpoint files",
     .help = "Weight count in the headers of the checkpoint files",
     .most = 1e18,
     .whole = true});
inline constexpr auto storage_unread = input<"model.storage_unread", Count>(
    {.symbol = "β_st,?",
     .label = "Unknown quantization format",
     .help = "Set if the quantization format of the checkpoint is unknown",
     .most = 1,
     .initial = 0,
     .source = "most checkpoints hold 16-bit weights or name their format",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto stored_inputs = std::tie(
    stored_attention_bytes, stored_attention_units, stored_mlp_bytes, stored_mlp_units, stored_expert_bytes,
    stored_expert_units, stored_end_bytes, weights_in_files, storage_unread);

inline constexpr auto stored_attention_formats =
    format_options("model.stored_attention_bytes", "model.stored_attention_units");
inline constexpr auto stored_mlp_formats = format_options("model.stored_mlp_bytes", "model.stored_mlp_units");
inline constexpr auto stored_expert_formats = format_options("model.stored_expert_bytes", "model.stored_expert_units");

}  // namespace llmsize::model
