// SPDX-License-Identifier: Apache-2.0
// Inputs of the work: how much of what is trained, in which precision.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/layout.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/weight_format.hpp"

namespace llmsize::workload {

inline constexpr auto usual_sequence = input<"workload.usual_sequence", Count>(
    {.symbol = "s_u",
     .label = "Default sequence length",
     .help = "Tokens of a sequence where neither you nor a published recipe say it: 2,048 for models up to 2022, 4,096 "
             "later. Longer ones are a later phase of 1 to 6 % of the tokens.",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return choose(less(2022.0, otherwise(model::year(x), 2023.0)), 4096.0, 2048.0); });
inline constexpr auto sequence = input<"workload.sequence", Count>(
    {.symbol = "s",
     .label = "Sequence length",
     .help = "Tokens of a sequence: as the model was trained, else the usual length, or less where the model takes "
             "less.",
     .flags = "--sequence",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return smaller(otherwise(model::max_sequence(x), usual_sequence(x)), usual_sequence(x)); });
inline constexpr auto batch_tokens = input<"workload.batch_tokens", Count>(
    {.symbol = "B_tok",
     .label = "Global batch size (tokens)",
     .help = "Global batch size in tokens, used when --global-batch is not set. Default: published recipe, else "
             "training.usual_batch_tokens.",
     .flags = "--batch-tokens",
     .least = 1,
     .most = 1e12});
inline constexpr auto accumulation = input<"workload.accumulation", Count>(
    {.symbol = "n_acc",
     .label = "Gradient accumulation steps (micro-batches per DP replica)",
     .help = "Micro-batches of a step that each model copy works through where no global batch is given: as many as "
             "come nearest to the tokens of a step. Hold it to scale weakly.",
     .flags = "--accumulate",
     .least = 1,
     .most = 1e6,
     .whole = true},
    [](const auto& x) {
      const auto whole = batch_tokens(x) / (sequence(x) * layout::data(x) * layout::micro_batch(x));
      return larger(1.0, floor(otherwise(whole, 0.0) + 0.5));
    });
inline constexpr auto global_batch = input<"workload.global_batch", Count>(
    {.symbol = "B",
     .label = "Global batch size",
     .help = "Global batch size in sequences (Megatron-LM --global-batch-size). Default: DP × gradient accumulation "
             "steps × micro-batch size.",
     .flags = "--global-batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return layout::data(x) * accumulation(x) * layout::micro_batch(x); });
inline constexpr auto batch_flex = input<"workload.batch_flex", Count>(
    {.symbol = "δ_B",
     .label = "Global batch tolerance",
     .help =
         "How far a planner may move a global batch that nobody said, so that it divides; one that is said moves only "
         "where this is said, too.",
     .flags = "--batch-flex",
     .most = 0.5,
     .initial = 0.1,
     .source = "published batches at equal model and tokens spread by a factor of 1.9 without known harm",
     .unit = Unit::ratio});
inline constexpr auto tokens = input<"workload.tokens", Count>(
    {.symbol = "T",
     .label = "Training tokens",
     .help = "Training tokens, e.g. 300B.",
     .flags = "--tokens",
     .least = 1,
     .most = 1e18});
inline constexpr auto ramp_tokens = input<"workload.ramp_tokens", Count>(
    {.symbol = "T_ramp",
     .label = "Batch ramp-up tokens",
     .help = "Tokens over which the batch grows to its full size; usual ramps are in the operation.",
     .flags = "--ramp-tokens",
     .most = 1e18,
     .initial = 0,
     .source = "what is usual is in the operation: published GPU-hours hold it"});
inline constexpr auto ramp_batch = input<"workload.ramp_batch", Count>(
    {.symbol = "B_0",
     .label = "Initial batch size of the ramp-up",
     .help = "Sequences of the first step where the batch grows.",
     .flags = "--ramp-batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return global_batch(x); });
inline constexpr auto long_tokens = input<"workload.long_tokens", Count>(
    {.symbol = "T_long",
     .label = "Long-context phase tokens",
     .help = "Tokens of the training that are read in longer sequences; usual phases are in the operation.",
     .flags = "--long-tokens",
     .most = 1e18,
     .initial = 0,
     .source = "what is usual is in the operation: published GPU-hours hold it"});
inline constexpr auto long_sequence = input<"workload.long_sequence", Count>(
    {.symbol = "s_long",
     .label = "Long-context phase sequence length",
     .help = "Mean tokens of a sequence of the long-context phase, e.g. 131072.",
     .flags = "--long-sequence",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return sequence(x); });
inline constexpr auto typical_factor = input<"workload.typical_factor", Count>(
    {.symbol = "φ_typ",
     .label = "Operational overhead, all published runs",
     .help = "GPU-hours that all published trainings took, interruptions taken off, over those of their steps on tuned "
             "software.",
     .least = 0.1,
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto tuned_factor = input<"workload.tuned_factor", Count>(
    {.symbol = "φ_tun",
     .label = "Operational overhead, vendors and frontier labs",
     .help = "The same of trainings by vendors and frontier laboratories.",
     .least = 0.1,
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto overhead_factor = input<"workload.overhead_factor", Count>(
    {.symbol = "φ_op",
     .label = "Operational overhead",
     .help = "Time of a training, interruptions taken off, over that of its steps: of the teams that are meant by the "
             "choice of operation.",
     .least = 0.1,
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto evaluation_share = input<"workload.evaluation_share", Count>(
    {.symbol = "ε_eval",
     .label = "Evaluation",
     .help = "Share of the time in which training waits for evaluations, where more than usual are planned.",
     .flags = "--evaluation",
     .most = 0.9,
     .initial = 0,
     .source = "what is usual is in the operation: published GPU-hours hold it",
     .unit = Unit::ratio});
inline constexpr auto document_tokens = input<"workload.document_tokens", Count>(
    {.symbol = "s_doc",
     .label = "Mean document length (tokens)",
     .help = "Mean tokens of a document where several are packed into a sequence and attend to themselves only: the "
             "whole sequence unless "
             "given.",
     .least = 1,
     .most = 1e9},
    [](const auto& x) { return sequence(x); });
inline constexpr auto backward_passes = input<"workload.backward_passes", Count>(
    {.symbol = "n_b",
     .label = "Backward passes",
     .help = "Time of the backward pass of matrix products over that of the forward pass: 2 with gradients of inputs "
             "and weights, about 1.2 for adapters, whose small products take longer than their work.",
     .most = 4});
inline constexpr auto quantised = input<"workload.quantised", Count>(
    {.symbol = "q8",
     .label = "Quantized operands",
     .help = "Whether linear layers cast their operands to fewer than 16 bits.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto linear_bytes = input<"workload.linear_bytes", Bytes>(
    {.symbol = "β_lin",
     .label = "Bytes per weight of the precision",
     .help =
         "Most bytes of a weight of linear layers, scales included, that inference in the chosen precision holds: 1 "
         "in 8 bits, 0.5625 in 4; wider ones leave it to the recipe.",
     .most = 16});
inline constexpr auto linear_units = input<"workload.linear_units", Count>(
    {.symbol = "u_lin",
     .label = "Units of the precision",
     .help = "What multiplies a weight of linear layers in the chosen precision, as a number from 0 to 6.",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto packs_base = input<"workload.packs_base", Count>(
    {.symbol = "q_base",
     .label = "Quantized base weights",
     .help = "Whether weights that are not trained are held in base bytes, as under QLoRA.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto base_bytes = input<"workload.base_bytes", Bytes>(
    {.symbol = "β_base",
     .label = "Bytes per weight of a quantized base",
     .help = "Bytes of a weight that adapters stand on, scales included; embedding and head stay at 16 bits.",
     .most = 4,
     .initial = 0.5 + 1.0 / 64 + 4.0 / (64 * 256),
     .source = "Dettmers et al. 2023 (QLoRA): NF4 in blocks of 64, their scales in 8 bits in blocks of 256"});
inline constexpr auto adapter_share = input<"workload.adapter_share", Count>(
    {.symbol = "ω",
     .label = "Trained share",
     .help = "Share of the weights that have gradients and optimizer states: 1, or that of the adapters.",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto trains = input<"workload.trains", Count>(
    {.symbol = "train",
     .label = "Trains",
     .help = "Whether gradients and optimizer states exist.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto trained_share = input<"workload.trained_share", Count>(
    {.symbol = "ω_t",
     .label = "Share with training states",
     .help = "Share of the weights that have gradients and optimizer states: none when nothing is trained.",
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return trains(x) * adapter_share(x); });

inline constexpr auto inputs = std::tie(
    usual_sequence, sequence, batch_tokens, accumulation, global_batch, batch_flex, tokens, ramp_tokens, ramp_batch,
    long_tokens, long_sequence, typical_factor, tuned_factor, overhead_factor, evaluation_share, document_tokens,
    backward_passes, quantised, linear_bytes, linear_units, packs_base, base_bytes, adapter_share, trains,
    trained_share);

inline constexpr Option mode_options[] = {
    {"train", "training from scratch", {{{"workload.trains", 1}}}},
    {"finetune", "training of all weights from a checkpoint", {{{"workload.trains", 1}}}},
    {"infer", "forward passes only: no gradients, no optimizer", {{{"workload.trains", 0}}}},
};
/// Settings of a precision: the peak of the linear layers, what of it is sustained, the peak of attention and logits,
/// whether operands are cast, and for inference the bytes of a weight and what multiplies it.
constexpr Settings precision(InputKey peak, InputKey sustained, InputKey half_peak, const WeightFormat& weights) {
  return {
      {{"accelerator.peak", 0, peak},
       {"accelerator.sustained", 0, sustained},
       {"accelerator.half_peak", 0, half_peak},
       {"workload.quantised", weights.bits < 16 ? 1.0 : 0.0},
       {"workload.linear_bytes", weights.bytes()},
       {"workload.linear_units", code(weights.units())}}};
}
/// Precisions of 16 bits and more leave the bytes to the recipe.
inline constexpr WeightFormat as_in_recipe = formats::fp32;
inline constexpr Option precision_options[] = {
    {"bf16", "16-bit brain floating point",
     precision("accelerator.peak_bf16", "accelerator.sustained_16", "accelerator.peak_bf16", as_in_recipe)},
    {"fp16", "16-bit IEEE floating point",
     precision("accelerator.peak_fp16", "accelerator.sustained_16", "accelerator.peak_fp16", as_in_recipe)},
    {"fp8", "8-bit linear layers, 16-bit attention",
     precision("accelerator.peak_fp8", "accelerator.sustained_8", "accelerator.peak_bf16", formats::fp8)},
    {"fp4", "4-bit linear layers, 16-bit attention",
     precision("accelerator.peak_fp4", "accelerator.sustained_4", "accelerator.peak_bf16", formats::nvfp4)},
    {"tf32", "19-bit products of 32-bit operands",
     precision("accelerator.peak_tf32", "accelerator.sustained_16", "accelerator.peak_tf32", as_in_recipe)},
    {"fp32", "32-bit vector arithmetic",
     precision("accelerator.peak_fp32", "accelerator.sustained_16", "accelerator.peak_fp32", as_in_recipe)},
    {"best", "of 16, 8 and 4 bits what trains on fewest nodes, else fastest; bf16 where nothing is planned",
     precision("accelerator.peak_bf16", "accelerator.sustained_16", "accelerator.peak_bf16", as_in_recipe)},
};
inline constexpr Option adapter_options[] = {
    {"none",
     "all weights are trained",
     {{{"workload.backward_passes", 2}, {"workload.adapter_share", 1}, {"workload.packs_base", 0}}}},
    {"lora",
     "low-rank adapters: the backward pass computes gradients of inputs, and of the adapters",
     {{{"workload.backward_passes", 1.22}, {"workload.adapter_share", 0.005}, {"workload.packs_base", 0}}}},
    {"qlora",
     "low-rank adapters on a base of 4-bit weights, which every pass unpacks",
     {{{"workload.backward_passes", 1.22}, {"workload.adapter_share", 0.005}, {"workload.packs_base", 1}}}},
};
inline constexpr Option overhead_options[] = {
    {"none", "no overhead: step time only", {{{"workload.overhead_factor", 1}}}},
    {"tuned", "median of vendor and frontier-lab runs", {{{"workload.overhead_factor", 0, "workload.tuned_factor"}}}},
    {"typical", "median of published runs", {{{"workload.overhead_factor", 0, "workload.typical_factor"}}}},
    {"measured", "step time as measured, no overhead", {{{"workload.overhead_factor", 1}}}},
};
inline constexpr Choice choices[] = {
    {"workload.run_overhead", "Operational overhead", "Operational overhead on top of pure step time.", "--overhead",
     "typical", "published GPU-hours of whole trainings", overhead_options},
    {"workload.mode", "Mode", "What is done with the model.", "--mode", "train", "", mode_options},
    {"workload.precision", "Precision", "Training precision.", "--precision", "bf16", "", precision_options},
    {"workload.adapter", "Adapter", "Which weights are trained.", "--adapter", "none",
     "Hu et al. 2021 (LoRA), Dettmers et al. 2023 (QLoRA); time and share of adapters: judgment after published LoRA "
     "runs",
     adapter_options},
};

}  // namespace llmsize::workload
