// SPDX-License-Identifier: Apache-2.0
// Inputs of the work: how much of what is trained, in which precision.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/model.hpp"

namespace llmsize::workload {

inline constexpr auto global_batch = input<"workload.global_batch", Count>(
    {.symbol = "B",
     .label = "Global batch",
     .help = "Sequences of one optimizer step: data parallel times micro-batch unless given.",
     .flags = "--global-batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return layout::data(x) * layout::micro_batch(x); });
inline constexpr auto sequence = input<"workload.sequence", Count>(
    {.symbol = "s",
     .label = "Sequence length",
     .help = "Tokens of a sequence: the model's longest, or 2048.",
     .flags = "--sequence",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return otherwise(model::max_sequence(x), 2048.0); });
inline constexpr auto tokens = input<"workload.tokens", Count>(
    {.symbol = "T",
     .label = "Training tokens",
     .help = "Tokens of the whole training, such as 300B.",
     .flags = "--tokens",
     .least = 1,
     .most = 1e18});
inline constexpr auto trains = input<"workload.trains", Count>(
    {.symbol = "train",
     .label = "Trains",
     .help = "Whether gradients and optimizer states exist.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto inputs = std::tie(global_batch, sequence, tokens, trains);

inline constexpr Option mode_options[] = {
    {"train", "training from scratch", {{{"workload.trains", 1}}}},
    {"finetune", "training of all weights from a checkpoint", {{{"workload.trains", 1}}}},
    {"infer", "forward passes only: no gradients, no optimizer", {{{"workload.trains", 0}}}},
};
inline constexpr Option precision_options[] = {
    {"bf16", "16-bit brain floating point", {{{"accelerator.peak", 0, "accelerator.peak_bf16"}}}},
    {"fp16", "16-bit IEEE floating point", {{{"accelerator.peak", 0, "accelerator.peak_fp16"}}}},
    {"fp8", "8-bit linear layers, 16-bit attention", {{{"accelerator.peak", 0, "accelerator.peak_fp8"}}}},
    {"fp4", "4-bit linear layers, 16-bit attention", {{{"accelerator.peak", 0, "accelerator.peak_fp4"}}}},
    {"tf32", "19-bit products of 32-bit operands", {{{"accelerator.peak", 0, "accelerator.peak_tf32"}}}},
    {"fp32", "32-bit vector arithmetic", {{{"accelerator.peak", 0, "accelerator.peak_fp32"}}}},
};
inline constexpr Choice choices[] = {
    {"workload.mode", "Mode", "What is done with the model.", "--mode", "train", "", mode_options},
    {"workload.precision", "Precision", "Arithmetic of the linear layers; it picks the accelerator's dense peak.", "--precision", "bf16",
     "", precision_options},
};

}  // namespace llmsize::workload
