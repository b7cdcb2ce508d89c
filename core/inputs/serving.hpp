// SPDX-License-Identifier: Apache-2.0
// Inputs of serving.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/weight_format.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::serving {

inline constexpr auto kv_value_bytes = input<"serving.kv_value_bytes", Bytes>(
    {.symbol = "β_kv",
     .label = "KV cache bytes per value",
     .help = "Bytes per cached key or value: 2 for 16 bits, 1 for 8 bits",
     .most = 16});

inline constexpr auto weight_value_bytes = input<"serving.weight_value_bytes", Bytes>(
    {.symbol = "β_srv",
     .label = "Bytes per served weight",
     .help = "Bytes per served weight, scales included. Checkpoint files with fewer bits take precedence.",
     .least = 0.01,
     .most = 16});
inline constexpr auto weight_units = input<"serving.weight_units", Count>(
    {.symbol = "u_srv",
     .label = "Compute units, served weights (code)",
     .help = "Compute units for served weights, 0 to 6. Default: 16-bit units.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto attention_value_bytes = input<"serving.attention_value_bytes", Bytes>(
    {.symbol = "β_at",
     .label = "Bytes per served attention weight",
     .help = "Bytes per served weight of attention, SSM or linear attention. Many 4-bit models keep them in 16 bits.",
     .least = 0.01,
     .most = 16});
inline constexpr auto attention_units = input<"serving.attention_units", Count>(
    {.symbol = "u_at",
     .label = "Compute units, served attention (code)",
     .help = "Compute units for served weights of attention, SSM or linear attention, 0 to 6. Default: 16-bit units.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});

inline constexpr auto state_value_bytes = input<"serving.state_value_bytes", Bytes>(
    {.symbol = "β_st",
     .label = "Bytes per state value",
     .help = "Bytes per value of SSM or linear-attention state: 4 for FP32, 2 for 16 bits",
     .most = 16,
     .initial = 4,
     .source = "FP32 states: configurations of Qwen3-Next and Nemotron-H"});

inline constexpr auto batch = input<"serving.batch", Count>(
    {.symbol = "Q",
     .label = "Inference batch size",
     .help = "Sequences decoded together on all GPUs of the job, e.g. 64. Default: global batch size.",
     .flags = "--batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return workload::global_batch(x); });
inline constexpr auto input_tokens = input<"serving.input_tokens", Count>(
    {.symbol = "s_i",
     .label = "Input length (ISL)",
     .help = "Mean input sequence length (ISL) in tokens, e.g. 1024",
     .flags = "--input-tokens,--isl",
     .least = 1,
     .most = 1e9});
inline constexpr auto output_tokens = input<"serving.output_tokens", Count>(
    {.symbol = "s_o",
     .label = "Output length (OSL)",
     .help = "Mean output sequence length (OSL) in tokens, e.g. 256",
     .flags = "--output-tokens,--osl",
     .least = 1,
     .most = 1e9});
inline constexpr auto prefetch = input<"serving.prefetch", Count>(
    {.symbol = "ω_i",
     .label = "Weight prefetching",
     .help = "Fraction of a pass that hides weight streaming of the next layers: 1 with prefetching, 0 without",
     .most = 1,
     .initial = 1,
     .source = "DeepSpeed, ZeRO-Inference 2022: layers are prefetched",
     .unit = Unit::ratio});
inline constexpr auto replicas = input<"serving.replicas", Count>(
    {.symbol = "r_mod",
     .label = "Model copies loaded",
     .help = "Model copies loaded for serving. Default: one per node.",
     .flags = "--replicas",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return cluster::nodes(x); });

inline constexpr auto inputs = std::tie(
    kv_value_bytes, weight_value_bytes, weight_units, attention_value_bytes, attention_units, state_value_bytes, batch,
    input_tokens, output_tokens, prefetch, replicas);

}  // namespace llmsize::serving
