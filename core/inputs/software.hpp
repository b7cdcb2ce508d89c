// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: a stated utilisation or the efficiencies of a training stack, and what the stack keeps.
#pragma once

#include "core/inputs/software_efficiency.hpp"
#include "core/inputs/software_judgement.hpp"
#include "core/inputs/software_supports.hpp"

namespace llmsize::software {

inline constexpr auto utilisation = input<"software.utilisation", Count>(
    {.symbol = "η",
     .label = "HFU override",
     .help = "HFU that replaces the layout's step time, recomputation included, e.g. 0.45. Attention FLOPs follow "
             "--attention-count.",
     .flags = "--utilisation",
     .least = 1e-4,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto at_utilisation = input<"software.at_utilisation", Count>(
    {.symbol = "at η",
     .label = "Step time from HFU",
     .help = "Use the HFU override for the step time instead of the sum of the layout's parts",
     .most = 1,
     .initial = 0,
     .source = "a layout gives more detail than an HFU",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto model_error = input<"software.model_error", Count>(
    {.symbol = "ε",
     .label = "Training model error",
     .help = "Error factor of the training formulas: 1, with a spread",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "1 by definition",
     .unit = Unit::ratio});
inline constexpr auto distance_error = input<"software.distance_error", Count>(
    {.symbol = "ε_far",
     .label = "Error far from measured runs",
     .help = "Error factor of runs unlike those that the software was fitted to: 1, with a spread that grows with what "
             "differs: accelerator, precision, model, sequence length, GPUs, age",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "1 by definition",
     .unit = Unit::ratio});
inline constexpr auto attention_share = input<"software.attention_share", Count>(
    {.symbol = "ν",
     .label = "Counted attention fraction",
     .help = "Fraction of the square of attention scores that counts as model FLOPs",
     .least = 0.1,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto computed_share = input<"software.computed_share", Count>(
    {.symbol = "ν_k",
     .label = "Computed attention fraction",
     .help = "Fraction of the square of attention scores that the kernel computes. Fused kernels skip the masked half.",
     .least = 0.1,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto keeps_scores = input<"software.keeps_scores", Count>(
    {.symbol = "κ",
     .label = "Stored attention scores",
     .help = "Store attention scores. Fused kernels never do.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto core_speed = input<"software.core_speed", Count>(
    {.symbol = "k_8",
     .label = "Attention GEMM speedup",
     .help = "Rate of fused-attention GEMMs over their 16-bit rate: 2 in FP8",
     .least = 0.1,
     .most = 10,
     .unit = Unit::ratio});
inline constexpr auto function_bytes = input<"software.function_bytes", Bytes>(
    {.symbol = "β_act",
     .label = "Activation-function input bytes",
     .help = "Stored bytes per activation-function input: 1 in FP8",
     .most = 16,
     .initial = 2,
     .source = "Megatron-Core stores them in 16 bits by default"});
inline constexpr auto logit_bytes = input<"software.logit_bytes", Bytes>(
    {.symbol = "β_logit",
     .label = "Bytes per logit",
     .help = "Bytes per logit during the loss: 8 Megatron-LM, 14 unfused cross-entropy, 4 chunked",
     .most = 64,
     .initial = 8,
     .source = "Megatron-LM: FP32 logits and their softmax gradient; fitted to published memory measurements",
     .spread = 0.2});

inline constexpr auto inputs = std::tuple_cat(
    std::tie(
        utilisation, at_utilisation, model_error, distance_error, attention_share, computed_share, keeps_scores,
        core_speed, function_bytes, logit_bytes),
    support_inputs, default_inputs);

inline constexpr Option attention_count_options[] = {
    {"full", "full square, as in the HPE talk and the 2021 Megatron-LM formula", {{{"software.attention_share", 1}}}},
    {"causal", "causal half", {{{"software.attention_share", 0.5}}}},
};
inline constexpr Option attention_kernel_options[] = {
    {"unfused",
     "stored scores and dropout masks, as in 2021",
     {{{"software.keeps_scores", 1}, {"software.computed_share", 1}, {"software.core_speed", 1}}}},
    {"fused",
     "FlashAttention, scores stay on chip",
     {{{"software.keeps_scores", 0}, {"software.computed_share", 0.5}, {"software.core_speed", 1}}}},
    {"fused-fp8",
     "FlashAttention with FP8 GEMMs",
     {{{"software.keeps_scores", 0}, {"software.computed_share", 0.5}, {"software.core_speed", 2}}}},
};
inline constexpr Option dispatch_options[] = {
    {"all-to-all", "one copy per token and expert", {{{"software.merged_dispatch", 0}}}},
    {"deepep", "DeepEP, one copy per token and node", {{{"software.merged_dispatch", 1}}}},
    {"hybridep", "HybridEP, one copy per token and NVLink domain", {{{"software.merged_dispatch", 1}}}},
};
inline constexpr Option graphs_options[] = {
    {"none", "individual kernel launches", {{{"software.partial_graphs", 0}, {"software.whole_graph", 0}}}},
    {"partial",
     "one CUDA graph for attention or router",
     {{{"software.partial_graphs", 1}, {"software.whole_graph", 0}}}},
    {"full", "one CUDA graph per iteration", {{{"software.partial_graphs", 0}, {"software.whole_graph", 1}}}},
};
inline constexpr Choice choices[] = {
    {"software.dispatch", "MoE token dispatcher", "MoE token dispatcher: all-to-all, DeepEP, HybridEP", "--dispatch",
     "all-to-all", "Megatron-Core's default dispatcher", dispatch_options},
    {"software.graphs", "CUDA graphs", "CUDA graph scope: none, partial, full iteration", "--graphs", "none",
     "Megatron-Core's default", graphs_options},
    {"software.attention_count", "Attention FLOP convention", "Attention FLOP convention: full or causal (half)",
     "--flop-convention", "full", "HPE, Towards training trillion parameter models", attention_count_options},
    {"software.attention_kernel", "Attention kernel", "Attention kernel: fused (FlashAttention) or unfused",
     "--attention-kernel", "unfused", "Korthikanti et al. 2022", attention_kernel_options},
};

inline constexpr Reference references[] = {
    {"software.id", "Software",
     "Software stack, e.g. nemo (see llmsize catalog software). Default: typical, the default stack of the "
     "accelerator.",
     "--software", "software", "generic"},
};

}  // namespace llmsize::software
