// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: its attention. Layers attend in full or within a window; keys and values may come
// from a latent (MLA).
#pragma once

#include "core/inputs/model_shape.hpp"

namespace llmsize::model {

inline constexpr auto heads = input<"model.heads", Count>(
    {.symbol = "a",
     .label = "Query heads",
     .help = "Attention heads of a layer, e.g. 96.",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto kv_heads = input<"model.kv_heads", Count>(
    {.symbol = "k",
     .label = "KV heads",
     .help = "Key and value heads: all query heads unless grouped (GQA) or single (MQA).",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return heads(x); });
inline constexpr auto head_dim = input<"model.head_dim", Count>(
    {.symbol = "d",
     .label = "Head dimension",
     .help = "Width of one query or key head, rotary part included: hidden size over heads unless the model says "
             "otherwise.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return hidden(x) / heads(x); });
inline constexpr auto value_head_dim = input<"model.value_head_dim", Count>(
    {.symbol = "d_v",
     .label = "Value head dimension",
     .help = "Width of one value head: the head dimension unless the model says otherwise.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return head_dim(x); });
inline constexpr auto kv_rank = input<"model.kv_rank", Count>(
    {.symbol = "c",
     .label = "kv_lora_rank (MLA)",
     .help = "Width of the latent that keys and values are made from (MLA); 0 without one.",
     .most = 1e6,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto query_rank = input<"model.query_rank", Count>(
    {.symbol = "q",
     .label = "q_lora_rank (MLA)",
     .help = "Width of the latent that queries are made from (MLA); 0 without one.",
     .most = 1e6,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto rope_head_dim = input<"model.rope_head_dim", Count>(
    {.symbol = "r",
     .label = "RoPE head dim (qk_rope_head_dim)",
     .help = "Part of the head dimension that carries the position and shares one key among all heads (MLA); 0 without "
             "MLA.",
     .most = 1e5,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto window = input<"model.window", Count>(
    {.symbol = "w",
     .label = "Sliding-window size",
     .help = "Tokens that a windowed layer attends to, its own included.",
     .least = 1,
     .most = 1e9,
     .whole = true});
inline constexpr auto windowed_layers = input<"model.windowed_layers", Count>(
    {.symbol = "l_w",
     .label = "Sliding-window attention layers",
     .help = "Layers that attend within the window only: sliding or chunked.",
     .most = 1e6,
     .initial = 0,
     .source = "most models attend in full",
     .whole = true});
inline constexpr auto window_heads = input<"model.window_heads", Count>(
    {.symbol = "a_w",
     .label = "Query heads of a windowed layer",
     .help = "Attention heads of a windowed layer: as many as elsewhere unless given.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return heads(x); });
inline constexpr auto window_kv_heads = input<"model.window_kv_heads", Count>(
    {.symbol = "k_w",
     .label = "KV heads of a windowed layer",
     .help = "Key and value heads of a windowed layer: as many as elsewhere unless given.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return kv_heads(x); });
inline constexpr auto window_head_dim = input<"model.window_head_dim", Count>(
    {.symbol = "d_w",
     .label = "Head dimension of a windowed layer",
     .help = "Width of one query or key head of a windowed layer: as elsewhere unless given.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return head_dim(x); });
inline constexpr auto window_value_head_dim = input<"model.window_value_head_dim", Count>(
    {.symbol = "d_vw",
     .label = "Value head dimension of a windowed layer",
     .help = "Width of one value head of a windowed layer: as elsewhere unless given, or as wide as its keys.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return choose(equal(value_head_dim(x), head_dim(x)), window_head_dim(x), value_head_dim(x)); });
inline constexpr auto attention_gate = input<"model.attention_gate", Count>(
    {.symbol = "γ_att",
     .label = "Output gate of attention",
     .help = "Whether a gate as wide as all heads scales what attention puts out (Qwen3-Next, Kimi K3).",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto values_are_keys = input<"model.values_are_keys", Count>(
    {.symbol = "κ_v",
     .label = "Shared K/V projection",
     .help = "Whether layers that attend in full have one projection for keys and values (Gemma 4).",
     .most = 1,
     .initial = 0,
     .source = "only Gemma 4 has one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qkv_bias = input<"model.qkv_bias", Count>(
    {.symbol = "β_qkv",
     .label = "Bias on Q, K, V",
     .help = "Whether query, key and value projections have a bias.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto output_bias = input<"model.attention_output_bias", Count>(
    {.symbol = "β_o",
     .label = "Bias on attention output",
     .help = "Whether the attention output projection has a bias.",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qk_norm = input<"model.qk_norm", Count>(
    {.symbol = "n_qk",
     .label = "Q/K norm per head",
     .help = "Whether query and key are normalized per head dimension (Qwen3, Gemma 3).",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qk_norm_wide = input<"model.qk_norm_wide", Count>(
    {.symbol = "n_qkw",
     .label = "Q/K norm over all heads",
     .help = "Whether query and key are normalized over all heads (Command R+).",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto sinks = input<"model.attention_sinks", Count>(
    {.symbol = "n_sink",
     .label = "Attention sinks",
     .help = "Whether every head has a learned sink (gpt-oss).",
     .most = 1,
     .initial = 0,
     .source = "only gpt-oss has them",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto window_sinks = input<"model.window_sinks", Count>(
    {.symbol = "n_wsink",
     .label = "Attention sinks of windowed layers",
     .help = "Whether every head of a windowed layer has a learned sink: as elsewhere unless given (MiMo-V2).",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return sinks(x); });

inline constexpr auto relative_buckets = input<"model.relative_buckets", Count>(
    {.symbol = "n_rel",
     .label = "Relative-position buckets",
     .help = "Rows of the learned bias for relative positions, one per head and stack (T5: 32); 0 without.",
     .most = 1e6,
     .initial = 0,
     .source = "only T5 and Switch have them",
     .whole = true});
inline constexpr auto relative_projection = input<"model.relative_projection", Count>(
    {.symbol = "n_proj",
     .label = "Relative-position projection",
     .help = "Whether every layer projects relative positions by a matrix of its own (Transformer-XL, Gopher).",
     .most = 1,
     .initial = 0,
     .source = "only Transformer-XL and its descendants have one",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto attention_inputs = std::tie(
    heads, kv_heads, head_dim, value_head_dim, kv_rank, query_rank, rope_head_dim, window, windowed_layers,
    window_heads, window_kv_heads, window_head_dim, window_value_head_dim, attention_gate, values_are_keys, qkv_bias,
    output_bias, qk_norm, qk_norm_wide, sinks, window_sinks, relative_buckets, relative_projection);

}  // namespace llmsize::model
