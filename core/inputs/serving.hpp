// SPDX-License-Identifier: Apache-2.0
// Inputs of serving.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/weight_format.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::serving {

inline constexpr auto kv_value_bytes = input<"serving.kv_value_bytes", Bytes>(
    {.symbol = "β_kv",
     .label = "Bytes per cached value",
     .help = "Bytes of one cached key or value: 2 for 16 bit, 1 for 8 bit.",
     .most = 16});

inline constexpr auto weight_value_bytes = input<"serving.weight_value_bytes", Bytes>(
    {.symbol = "β_srv",
     .label = "Bytes per served weight",
     .help = "Bytes of a weight as it is served, scales included, unless the model's files hold it in fewer.",
     .least = 0.01,
     .most = 16});
inline constexpr auto weight_units = input<"serving.weight_units", Count>(
    {.symbol = "u_srv",
     .label = "Units for served weights",
     .help = "What multiplies a weight of these bytes, as a number from 0 to 6: 16 bits unless given.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto attention_value_bytes = input<"serving.attention_value_bytes", Bytes>(
    {.symbol = "β_at",
     .label = "Bytes per served weight of attention",
     .help = "The same of weights that mix tokens: many 4-bit models keep them in 16 bits.",
     .least = 0.01,
     .most = 16});
inline constexpr auto attention_units = input<"serving.attention_units", Count>(
    {.symbol = "u_at",
     .label = "Units for served weights of attention",
     .help = "What multiplies a weight that mixes tokens and takes these bytes: 16 bits unless given.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});

inline constexpr auto state_value_bytes = input<"serving.state_value_bytes", Bytes>(
    {.symbol = "β_st",
     .label = "Bytes per number of state",
     .help = "Bytes of one number of a linear or state-space layer's state: 4 for 32 bit, 2 for 16 bit.",
     .most = 16,
     .initial = 4,
     .source = "32-bit states: Qwen3-Next's and Nemotron-H's configurations"});

inline constexpr auto batch = input<"serving.batch", Count>(
    {.symbol = "Q",
     .label = "Batch",
     .help = "Sequences that all GPUs of the job decode together, such as 64: the global batch unless given.",
     .flags = "--batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return workload::global_batch(x); });
inline constexpr auto input_tokens = input<"serving.input_tokens", Count>(
    {.symbol = "s_i",
     .label = "Prompt",
     .help = "Mean input sequence length (ISL), tokens, e.g. 1024.",
     .flags = "--input-tokens,--isl",
     .most = 1e9});
inline constexpr auto output_tokens = input<"serving.output_tokens", Count>(
    {.symbol = "s_o",
     .label = "Output",
     .help = "Mean output sequence length (OSL), tokens, e.g. 256.",
     .flags = "--output-tokens,--osl",
     .least = 1,
     .most = 1e9});
inline constexpr auto prefetch = input<"serving.prefetch", Count>(
    {.symbol = "ω_i",
     .label = "Prefetching",
     .help = "Share of a pass behind which streams of the next layers hide: 1 with prefetching, 0 without.",
     .most = 1,
     .initial = 1,
     .source = "DeepSpeed, ZeRO-Inference 2022: layers are fetched ahead of time",
     .unit = Unit::ratio});
inline constexpr auto replicas = input<"serving.replicas", Count>(
    {.symbol = "r_mod",
     .label = "Model copies",
     .help = "Copies of the model that are loaded for serving: one per node unless given.",
     .flags = "--replicas",
     .least = 1,
     .most = 1e8,
     .whole = true},
    [](const auto& x) { return cluster::nodes(x); });

inline constexpr auto inputs = std::tie(
    kv_value_bytes, weight_value_bytes, weight_units, attention_value_bytes, attention_units, state_value_bytes, batch,
    input_tokens, output_tokens, prefetch, replicas);

}  // namespace llmsize::serving
