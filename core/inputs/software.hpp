// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: a stated utilisation or the efficiencies of a training stack, and what the stack keeps.
#pragma once

#include "core/inputs/software_efficiency.hpp"
#include "core/inputs/software_judgement.hpp"
#include "core/inputs/software_supports.hpp"

namespace llmsize::software {

inline constexpr auto utilisation = input<"software.utilisation", Count>(
    {.symbol = "η",
     .label = "HFU (hardware FLOPs utilization)",
     .help =
         "Share of the dense peak that training reaches, recomputation included and attention counted as said, such "
         "as 0.45; a stated one takes the place of the layout's own time.",
     .flags = "--utilisation",
     .least = 1e-4,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto at_utilisation = input<"software.at_utilisation", Count>(
    {.symbol = "at η",
     .label = "Time at the utilization",
     .help =
         "Whether the time of a step is its work at the stated utilization instead of the sum of the layout's parts.",
     .most = 1,
     .initial = 0,
     .source = "a layout tells more than a utilization",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto model_error = input<"software.model_error", Count>(
    {.symbol = "ε",
     .label = "Model error",
     .help = "What the formulas themselves may be off by: 1, with a spread.",
     .least = 1e-3,
     .most = 1e3,
     .initial = 1,
     .source = "1 by definition",
     .unit = Unit::ratio});
inline constexpr auto attention_share = input<"software.attention_share", Count>(
    {.symbol = "ν",
     .label = "Counted attention",
     .help = "Share of the square of scores that counts as model work, whatever the kernel computes of it.",
     .least = 0.1,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto computed_share = input<"software.computed_share", Count>(
    {.symbol = "ν_k",
     .label = "Computed attention",
     .help = "Share of the square of scores that the kernel computes under a causal mask: a fused one skips the masked "
             "half.",
     .least = 0.1,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto keeps_scores = input<"software.keeps_scores", Count>(
    {.symbol = "κ",
     .label = "Keeps scores",
     .help = "Whether attention scores are stored; a fused kernel never stores them.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto core_speed = input<"software.core_speed", Count>(
    {.symbol = "k_8",
     .label = "Speed of attention's products",
     .help = "Rate of the products of fused attention over that in 16 bit: 2 where they are in 8 bit.",
     .least = 0.1,
     .most = 10,
     .unit = Unit::ratio});
inline constexpr auto function_bytes = input<"software.function_bytes", Bytes>(
    {.symbol = "β_act",
     .label = "Kept per input of an activation function",
     .help = "Bytes kept of each input of an activation function for its backward pass: 1 where it is stored in 8 bit.",
     .most = 16,
     .initial = 2,
     .source = "Megatron-Core keeps them in 16 bit unless told otherwise"});
inline constexpr auto logit_bytes = input<"software.logit_bytes", Bytes>(
    {.symbol = "β_logit",
     .label = "Bytes per logit",
     .help = "Bytes per logit while the loss is computed: 8 Megatron, 14 plain cross-entropy, 4 chunked.",
     .most = 64,
     .initial = 8,
     .source = "Megatron-LM: fp32 logits and their softmax gradient; fitted to published memory measurements",
     .spread = 0.2});

inline constexpr auto inputs = std::tuple_cat(
    std::tie(
        utilisation, at_utilisation, model_error, attention_share, computed_share, keeps_scores, core_speed,
        function_bytes, logit_bytes),
    support_inputs);

inline constexpr Option attention_count_options[] = {
    {"full", "the full square, as in the HPE talk and the 2021 Megatron formula", {{{"software.attention_share", 1}}}},
    {"causal", "half of it: what a causal mask leaves", {{{"software.attention_share", 0.5}}}},
};
inline constexpr Option attention_kernel_options[] = {
    {"unfused",
     "scores and their dropout are stored, as in 2021",
     {{{"software.keeps_scores", 1}, {"software.computed_share", 1}, {"software.core_speed", 1}}}},
    {"fused",
     "scores never leave the chip (FlashAttention)",
     {{{"software.keeps_scores", 0}, {"software.computed_share", 0.5}, {"software.core_speed", 1}}}},
    {"fused-fp8",
     "scores never leave the chip, products are in 8 bit",
     {{{"software.keeps_scores", 0}, {"software.computed_share", 0.5}, {"software.core_speed", 2}}}},
};
inline constexpr Option dispatch_options[] = {
    {"all-to-all", "a copy of a token for every expert", {{{"software.merged_dispatch", 0}}}},
    {"deepep", "DeepEP: a copy for every node that holds one of its experts", {{{"software.merged_dispatch", 1}}}},
    {"hybridep", "HybridEP: a copy for every NVLink domain that holds one", {{{"software.merged_dispatch", 1}}}},
};
inline constexpr Option graphs_options[] = {
    {"none", "kernels are launched one by one", {{{"software.partial_graphs", 0}, {"software.whole_graph", 0}}}},
    {"partial",
     "attention or router of a layer is one graph",
     {{{"software.partial_graphs", 1}, {"software.whole_graph", 0}}}},
    {"full", "the whole iteration is one graph", {{{"software.partial_graphs", 0}, {"software.whole_graph", 1}}}},
};
inline constexpr Choice choices[] = {
    {"software.dispatch", "Dispatch of tokens", "MoE token dispatcher: all-to-all, DeepEP, HybridEP.", "--dispatch",
     "all-to-all", "Megatron-Core's default dispatcher", dispatch_options},
    {"software.graphs", "CUDA graphs", "CUDA graph scope: none, partial, full iteration.", "--graphs", "none",
     "Megatron-Core's default", graphs_options},
    {"software.attention_count", "Attention count", "Attention FLOP convention: full or causal (half).",
     "--flop-convention", "full", "HPE, Towards training trillion parameter models", attention_count_options},
    {"software.attention_kernel", "Attention kernel", "Attention kernel: fused (FlashAttention) or unfused.",
     "--attention-kernel", "unfused", "Korthikanti et al. 2022", attention_kernel_options},
};

inline constexpr Reference references[] = {
    {"software.id", "Software",
     "Training stack of the catalog, such as nemo; typical is what runs on the accelerator, as where nobody names one.",
     "--software", "software", "generic"},
};

}  // namespace llmsize::software
