// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: how well a training stack uses the machine, and what it keeps.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::software {

inline constexpr auto utilisation = input<"software.utilisation", Count>(
    {.symbol = "η",
     .label = "Hardware FLOPs utilisation",
     .help = "Share of the dense peak that training reaches, recomputation included, such as 0.45.",
     .flags = "--utilisation",
     .least = 1e-4,
     .most = 1,
     .unit = Unit::ratio});
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
     .help = "Share of the square of scores that is counted as work.",
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
inline constexpr auto logit_bytes = input<"software.logit_bytes", Bytes>(
    {.symbol = "β_logit",
     .label = "Bytes per logit",
     .help = "Bytes per logit while the loss is computed: 8 Megatron, 14 plain cross-entropy, 4 chunked.",
     .most = 64,
     .initial = 8,
     .source = "Megatron-LM: fp32 logits and their softmax gradient; fitted to published memory measurements",
     .spread = 0.2});

inline constexpr auto inputs = std::tie(utilisation, model_error, attention_share, keeps_scores, logit_bytes);

inline constexpr Option attention_count_options[] = {
    {"full", "the full square, as in the HPE talk and the 2021 Megatron formula", {{{"software.attention_share", 1}}}},
    {"causal", "half of it: what a kernel that skips the masked half computes", {{{"software.attention_share", 0.5}}}},
};
inline constexpr Option attention_kernel_options[] = {
    {"unfused", "scores and their dropout are stored, as in 2021", {{{"software.keeps_scores", 1}}}},
    {"fused", "scores never leave the chip (FlashAttention)", {{{"software.keeps_scores", 0}}}},
};
inline constexpr Choice choices[] = {
    {"software.attention_count", "Attention count", "How much of the square of scores counts as work.", "--attention", "full",
     "HPE, Towards training trillion parameter models", attention_count_options},
    {"software.attention_kernel", "Attention kernel", "Whether attention stores its scores.", "--attention-kernel", "unfused",
     "Korthikanti et al. 2022", attention_kernel_options},
};

}  // namespace llmsize::software
