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
     .help = "Bytes of a weight of attention, or of another mixer, in the model's files, scales included.",
     .most = 8});
inline constexpr auto stored_attention_units = input<"model.stored_attention_units", Count>(
    {.symbol = "u_st,A",
     .label = "Units for attention weights",
     .help =
         "What multiplies a weight of attention as the files hold it, as a number from 0 to 6: 16 bits unless given.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_mlp_bytes = input<"model.stored_mlp_bytes", Bytes>(
    {.symbol = "β_st,M",
     .label = "Stored bytes per MLP weight",
     .help = "Bytes of a weight of dense MLPs and shared experts in the model's files, scales included.",
     .most = 8});
inline constexpr auto stored_mlp_units = input<"model.stored_mlp_units", Count>(
    {.symbol = "u_st,M",
     .label = "Units for MLP weights",
     .help = "The same of a weight of dense MLPs and shared experts.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_expert_bytes = input<"model.stored_expert_bytes", Bytes>(
    {.symbol = "β_st,x",
     .label = "Stored bytes per expert weight",
     .help = "Bytes of a weight of routed experts in the model's files, scales included, such as 0.53125 for MXFP4.",
     .most = 8});
inline constexpr auto stored_expert_units = input<"model.stored_expert_units", Count>(
    {.symbol = "u_st,x",
     .label = "Units for expert weights",
     .help = "The same of a weight of routed experts: NVFP4 and 4-bit integers take the same bytes, and other units.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto stored_end_bytes = input<"model.stored_end_bytes", Bytes>(
    {.symbol = "β_st,V",
     .label = "Stored bytes per embedding weight",
     .help = "Bytes of a weight of embedding and output head in the model's files.",
     .most = 8});
inline constexpr auto weights_in_files = input<"model.weights_in_files", Count>(
    {.symbol = "Ψ_files",
     .label = "Weights in the files",
     .help = "Weights that the headers of the model's files count, where they were read.",
     .most = 1e18,
     .whole = true});
inline constexpr auto storage_unread = input<"model.storage_unread", Count>(
    {.symbol = "β_st,?",
     .label = "Storage format unread",
     .help = "Whether the model's files hold its weights in a format that cannot be read from their description.",
     .most = 1,
     .initial = 0,
     .source = "most files hold 16-bit weights, or say what they hold",
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
