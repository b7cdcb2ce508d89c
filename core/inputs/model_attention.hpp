// SPDX-License-Identifier: Apache-2.0
// Inputs of the model: its attention. Layers attend in full or within a window; keys and values may come
// from a latent (MLA).
#pragma once

#include "core/inputs/model_shape.hpp"

namespace llmsize::model {

inline constexpr auto heads = input<"model.heads", Count>(
    {.symbol = "a",
     .label = "Query heads",
     .help = "Query heads per layer (num_attention_heads), e.g. 96",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto kv_heads = input<"model.kv_heads", Count>(
    {.symbol = "k",
     .label = "KV heads",
     .help = "KV heads per layer (num_key_value_heads). Default: query heads (MHA). 1 for MQA.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return heads(x); });
inline constexpr auto head_dim = input<"model.head_dim", Count>(
    {.symbol = "d",
     .label = "Head dimension",
     .help = "Query and key head dimension (head_dim), RoPE part included. Default: hidden size / query heads.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return hidden(x) / heads(x); });
inline constexpr auto value_head_dim = input<"model.value_head_dim", Count>(
    {.symbol = "d_v",
     .label = "Value head dimension",
     .help = "Value head dimension (v_head_dim). Default: head dimension.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return head_dim(x); });
inline constexpr auto kv_rank = input<"model.kv_rank", Count>(
    {.symbol = "c",
     .label = "KV LoRA rank (kv_lora_rank, MLA)",
     .help = "KV latent dimension of MLA (kv_lora_rank). 0 without MLA.",
     .most = 1e6,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto query_rank = input<"model.query_rank", Count>(
    {.symbol = "q",
     .label = "Query LoRA rank (q_lora_rank, MLA)",
     .help = "Query latent dimension of MLA (q_lora_rank). 0 without a query latent.",
     .most = 1e6,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto rope_head_dim = input<"model.rope_head_dim", Count>(
    {.symbol = "r",
     .label = "RoPE head dim (qk_rope_head_dim)",
     .help = "RoPE part of the head dimension, with one key shared by all heads (MLA). 0 without MLA.",
     .most = 1e5,
     .initial = 0,
     .source = "only DeepSeek-V2 and its descendants have one",
     .whole = true});
inline constexpr auto window = input<"model.window", Count>(
    {.symbol = "w",
     .label = "Sliding-window size",
     .help = "Attention window in tokens (sliding_window), own token included",
     .least = 1,
     .most = 1e9,
     .whole = true});
inline constexpr auto windowed_layers = input<"model.windowed_layers", Count>(
    {.symbol = "l_w",
     .label = "Sliding-window attention layers",
     .help = "Layers with sliding-window or chunked attention",
     .most = 1e6,
     .initial = 0,
     .source = "most models use full attention",
     .whole = true});
inline constexpr auto window_heads = input<"model.window_heads", Count>(
    {.symbol = "a_w",
     .label = "Query heads, sliding-window layers",
     .help = "Query heads per sliding-window layer. Default: as in full-attention layers.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return heads(x); });
inline constexpr auto window_kv_heads = input<"model.window_kv_heads", Count>(
    {.symbol = "k_w",
     .label = "KV heads, sliding-window layers",
     .help = "KV heads per sliding-window layer. Default: as in full-attention layers.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return kv_heads(x); });
inline constexpr auto window_head_dim = input<"model.window_head_dim", Count>(
    {.symbol = "d_w",
     .label = "Head dimension, sliding-window layers",
     .help = "Query and key head dimension of sliding-window layers. Default: as in full-attention layers.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return head_dim(x); });
inline constexpr auto window_value_head_dim = input<"model.window_value_head_dim", Count>(
    {.symbol = "d_vw",
     .label = "Value head dim, sliding-window layers",
     .help = "Value head dimension of sliding-window layers. Default: as in full-attention layers, else the key head "
             "dimension.",
     .least = 1,
     .most = 1e5},
    [](const auto& x) { return choose(equal(value_head_dim(x), head_dim(x)), window_head_dim(x), value_head_dim(x)); });
inline constexpr auto attention_gate = input<"model.attention_gate", Count>(
    {.symbol = "γ_att",
     .label = "Attention output gate",
     .help = "Use an output gate on attention, as wide as all heads (Qwen3-Next, Kimi K3)",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto values_are_keys = input<"model.values_are_keys", Count>(
    {.symbol = "κ_v",
     .label = "Shared K/V projection",
     .help = "Use one projection for keys and values in full-attention layers (Gemma 4)",
     .most = 1,
     .initial = 0,
     .source = "only Gemma 4 has one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto one_kv_entry = input<"model.one_kv_entry", Count>(
    {.symbol = "κ_kv",
     .label = "Shared K/V cache entry",
     .help = "Project and cache one entry per token as key and value (DeepSeek-V4). Gemma 4 caches both.",
     .most = 1,
     .initial = 0,
     .source = "only DeepSeek-V4 has one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto output_rank = input<"model.output_rank", Count>(
    {.symbol = "o_r",
     .label = "Output LoRA rank (o_lora_rank)",
     .help = "Latent dimension of the attention output per group of heads (o_lora_rank). 0 without an output latent.",
     .most = 1e6,
     .initial = 0,
     .source = "only DeepSeek-V4 has one",
     .whole = true});
inline constexpr auto output_groups = input<"model.output_groups", Count>(
    {.symbol = "o_g",
     .label = "Output latents (o_groups)",
     .help = "Groups of heads with an output latent each (o_groups)",
     .least = 1,
     .most = 1e5,
     .initial = 1,
     .source = "only DeepSeek-V4 has several",
     .whole = true});
inline constexpr auto qkv_bias = input<"model.qkv_bias", Count>(
    {.symbol = "β_qkv",
     .label = "Bias on Q, K, V",
     .help = "Use biases in the query, key and value projections (attention_bias)",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto output_bias = input<"model.attention_output_bias", Count>(
    {.symbol = "β_o",
     .label = "Bias on attention output",
     .help = "Use a bias in the attention output projection",
     .most = 1,
     .initial = 0,
     .source = "most models since 2023 have none",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qk_norm = input<"model.qk_norm", Count>(
    {.symbol = "n_qk",
     .label = "Q/K norm per head",
     .help = "Use Q/K normalization per head dimension (Qwen3, Gemma 3)",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto qk_norm_wide = input<"model.qk_norm_wide", Count>(
    {.symbol = "n_qkw",
     .label = "Q/K norm over all heads",
     .help = "Use Q/K normalization over all heads (Command R+)",
     .most = 1,
     .initial = 0,
     .source = "few models have one",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto sinks = input<"model.attention_sinks", Count>(
    {.symbol = "n_sink",
     .label = "Attention sinks",
     .help = "Use one learned attention sink per head (gpt-oss)",
     .most = 1,
     .initial = 0,
     .source = "only gpt-oss has them",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto window_sinks = input<"model.window_sinks", Count>(
    {.symbol = "n_wsink",
     .label = "Attention sinks, sliding-window layers",
     .help = "Use learned attention sinks in sliding-window layers (MiMo-V2). Default: as in full-attention layers.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return sinks(x); });

inline constexpr auto relative_buckets = input<"model.relative_buckets", Count>(
    {.symbol = "n_rel",
     .label = "Relative-position buckets",
     .help = "Relative-position buckets, with one learned bias per head and stack (T5: 32). 0 without.",
     .most = 1e6,
     .initial = 0,
     .source = "only T5 and Switch have them",
     .whole = true});
inline constexpr auto relative_projection = input<"model.relative_projection", Count>(
    {.symbol = "n_proj",
     .label = "Relative-position projection",
     .help = "Use a relative-position projection matrix in each layer (Transformer-XL, Gopher)",
     .most = 1,
     .initial = 0,
     .source = "only Transformer-XL and its descendants have one",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto attention_inputs = std::tie(
    heads, kv_heads, head_dim, value_head_dim, kv_rank, query_rank, rope_head_dim, window, windowed_layers,
    window_heads, window_kv_heads, window_head_dim, window_value_head_dim, attention_gate, values_are_keys,
    one_kv_entry, output_rank, output_groups, qkv_bias, output_bias, qk_norm, qk_norm_wide, sinks, window_sinks,
    relative_buckets, relative_projection);

}  // namespace llmsize::model
