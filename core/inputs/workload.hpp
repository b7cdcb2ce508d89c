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
     .help = "Sequence length without a setting or published recipe: 2,048 for models up to 2022, 4,096 later. Longer "
             "sequences are a later phase of 1–6% of the tokens.",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return choose(less(2022.0, otherwise(model::year(x), 2023.0)), 4096.0, 2048.0); });
inline constexpr auto sequence = input<"workload.sequence", Count>(
    {.symbol = "s",
     .label = "Sequence length",
     .help = "Sequence length in tokens. Default: published recipe, else the default sequence length, within the "
             "model's context length.",
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
     .label = "Gradient accumulation steps",
     .help = "Micro-batches per DP replica and step, used when --global-batch is not set. Default: closest to "
             "--batch-tokens.",
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
     .help = "Max relative change of an open global batch size for divisibility. Set it to let the planner change a "
             "set batch size.",
     .flags = "--batch-flex",
     .most = 0.5,
     .initial = 0.1,
     .source = "published batch sizes at equal model and token counts spread by a factor of 1.9 without known harm",
     .unit = Unit::ratio});
inline constexpr auto tokens = input<"workload.tokens", Count>(
    {.symbol = "T",
     .label = "Training tokens",
     .help = "Training tokens, e.g. 300B",
     .flags = "--tokens",
     .least = 1,
     .most = 1e18});
inline constexpr auto ramp_tokens = input<"workload.ramp_tokens", Count>(
    {.symbol = "T_ramp",
     .label = "Batch ramp-up tokens",
     .help = "Tokens of the batch size ramp-up. Typical ramps are part of the operational overhead.",
     .flags = "--ramp-tokens",
     .most = 1e18,
     .initial = 0,
     .source = "typical values are part of the operational overhead (published GPU-hours)"});
inline constexpr auto ramp_batch = input<"workload.ramp_batch", Count>(
    {.symbol = "B_0",
     .label = "Initial batch size of the ramp-up",
     .help = "Initial global batch size of the ramp-up in sequences (Megatron-LM --rampup-batch-size)",
     .flags = "--ramp-batch",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return global_batch(x); });
inline constexpr auto long_tokens = input<"workload.long_tokens", Count>(
    {.symbol = "T_long",
     .label = "Long-context phase tokens",
     .help = "Tokens of the long-context phase. Typical phases are part of the operational overhead.",
     .flags = "--long-tokens",
     .most = 1e18,
     .initial = 0,
     .source = "typical values are part of the operational overhead (published GPU-hours)"});
inline constexpr auto long_sequence = input<"workload.long_sequence", Count>(
    {.symbol = "s_long",
     .label = "Long-context sequence length",
     .help = "Mean sequence length of the long-context phase in tokens, e.g. 131072",
     .flags = "--long-sequence",
     .least = 1,
     .most = 1e9,
     .whole = true},
    [](const auto& x) { return sequence(x); });
inline constexpr auto typical_overhead = input<"workload.typical_overhead", Count>(
    {.symbol = "ω_typ",
     .label = "Overhead of long runs, all published runs",
     .help = "GPU-hours of all published training runs beyond their step time on tuned software and interruptions, "
             "over these, for a run of many months",
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto tuned_overhead = input<"workload.tuned_overhead", Count>(
    {.symbol = "ω_tun",
     .label = "Overhead of long runs, vendors and AI labs",
     .help = "GPU-hours of vendor and frontier-lab runs beyond their step time on tuned software and interruptions, "
             "over these, for a run of many months",
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto overhead_share = input<"workload.overhead_share", Count>(
    {.symbol = "ω_op",
     .label = "Operational overhead of long runs",
     .help = "Time beyond step time and interruptions, over step time, for a run of many months. Follows the overhead "
             "profile. Shorter runs have less.",
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto overhead_half_time = input<"workload.overhead_half_time", Seconds>(
    {.symbol = "T_½",
     .label = "Run length with half the overhead",
     .help = "Step time of a run that has half the operational overhead of long runs"});
inline constexpr auto overhead_factor = input<"workload.overhead_factor", Count>(
    {.symbol = "φ_own",
     .label = "Overhead factor of own runs",
     .help = "Training time over step time, without interruptions, as you know it of your runs: takes the place of the "
             "overhead profile",
     .least = 1,
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto evaluation_share = input<"workload.evaluation_share", Count>(
    {.symbol = "ε_eval",
     .label = "Evaluation time fraction",
     .help = "Fraction of training time spent waiting for evaluations beyond the typical ones",
     .flags = "--evaluation",
     .most = 0.9,
     .initial = 0,
     .source = "typical values are part of the operational overhead (published GPU-hours)",
     .unit = Unit::ratio});
inline constexpr auto document_tokens = input<"workload.document_tokens", Count>(
    {.symbol = "s_doc",
     .label = "Mean document length (tokens)",
     .help = "Mean document length in tokens for packed sequences without cross-document attention. Default: sequence "
             "length.",
     .least = 1,
     .most = 1e9},
    [](const auto& x) { return sequence(x); });
inline constexpr auto backward_passes = input<"workload.backward_passes", Count>(
    {.symbol = "n_b",
     .label = "Backward/forward GEMM time ratio",
     .help = "Backward over forward GEMM time: 2 with all gradients, about 1.2 for LoRA adapters with small, "
             "inefficient GEMMs",
     .most = 4});
inline constexpr auto quantised = input<"workload.quantised", Count>(
    {.symbol = "q8",
     .label = "Quantized operands",
     .help = "Use quantized operands of fewer than 16 bits in linear layers",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto block_scaled = input<"workload.block_scaled", Count>(
    {.symbol = "q_b",
     .label = "Block-scaled operands",
     .help = "Use a scale per block of 16 or 32 values instead of one per tensor",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto linear_bytes = input<"workload.linear_bytes", Bytes>(
    {.symbol = "β_lin",
     .label = "Weight bytes of the precision",
     .help = "Max bytes per linear-layer weight in the chosen inference precision, scales included: 1 for 8 bits, "
             "0.5625 for 4 bits",
     .most = 16});
inline constexpr auto linear_units = input<"workload.linear_units", Count>(
    {.symbol = "u_lin",
     .label = "Compute units of the precision (code)",
     .help = "Compute units for linear layers in the chosen precision, 0 to 6",
     .most = code(Units::fp4),
     .words = unit_words,
     .whole = true});
inline constexpr auto packs_base = input<"workload.packs_base", Count>(
    {.symbol = "q_base",
     .label = "Quantized base weights",
     .help = "Use quantized base weights (QLoRA)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto base_bytes = input<"workload.base_bytes", Bytes>(
    {.symbol = "β_base",
     .label = "Bytes per quantized base weight",
     .help = "Bytes per frozen base weight under QLoRA, scales included. Embedding and LM head stay at 16 bits.",
     .most = 4,
     .initial = 0.5 + 1.0 / 64 + 4.0 / (64 * 256),
     .source = "Dettmers et al. 2023 (QLoRA): NF4 in blocks of 64, with 8-bit scales in blocks of 256"});
inline constexpr auto adapter_share = input<"workload.adapter_share", Count>(
    {.symbol = "ω",
     .label = "Trainable weight fraction",
     .help = "Fraction of the weights with gradients and optimizer states: 1, or the adapters",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto trains = input<"workload.trains", Count>(
    {.symbol = "train",
     .label = "Training",
     .help = "Use gradients and optimizer states",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto trained_share = input<"workload.trained_share", Count>(
    {.symbol = "ω_t",
     .label = "Trained weight fraction",
     .help = "Fraction of the weights with gradients and optimizer states. 0 for inference.",
     .most = 1,
     .unit = Unit::ratio},
    [](const auto& x) { return trains(x) * adapter_share(x); });

inline constexpr auto inputs = std::tie(
    usual_sequence, sequence, batch_tokens, accumulation, global_batch, batch_flex, tokens, ramp_tokens, ramp_batch,
    long_tokens, long_sequence, typical_overhead, tuned_overhead, overhead_share, overhead_half_time, overhead_factor,
    evaluation_share, document_tokens, backward_passes, quantised, block_scaled, linear_bytes, linear_units, packs_base,
    base_bytes, adapter_share, trains, trained_share);

inline constexpr Option mode_options[] = {
    {"train", "pretraining from scratch", {{{"workload.trains", 1}}}},
    {"finetune", "fine-tuning of all weights from a checkpoint", {{{"workload.trains", 1}}}},
    {"infer", "inference, without gradients and optimizer", {{{"workload.trains", 0}}}},
};
/// Settings of a precision: the peak of the linear layers, what of it is sustained, the peak of attention and logits,
/// whether operands are cast, and for inference the bytes of a weight and what multiplies it.
constexpr Settings precision(InputKey peak, InputKey sustained, InputKey half_peak, const WeightFormat& weights) {
  return {
      {{"accelerator.peak", 0, peak},
       {"accelerator.sustained", 0, sustained},
       {"accelerator.half_peak", 0, half_peak},
       {"workload.quantised", weights.bits < 16 ? 1.0 : 0.0},
       {"workload.block_scaled", weights.group > 0 ? 1.0 : 0.0},
       {"workload.linear_bytes", weights.bytes()},
       {"workload.linear_units", code(weights.units())}}};
}
/// Precisions of 16 bits and more leave the bytes to the recipe.
inline constexpr WeightFormat as_in_recipe = formats::fp32;
inline constexpr Option precision_options[] = {
    {"bf16", "bfloat16",
     precision("accelerator.peak_bf16", "accelerator.sustained_16", "accelerator.peak_bf16", as_in_recipe)},
    {"fp16", "IEEE half precision",
     precision("accelerator.peak_fp16", "accelerator.sustained_16", "accelerator.peak_fp16", as_in_recipe)},
    {"fp8", "8-bit linear layers, 16-bit attention",
     precision("accelerator.peak_fp8", "accelerator.sustained_8", "accelerator.peak_bf16", formats::fp8)},
    {"mxfp8", "8-bit linear layers with a scale per 32 values, 16-bit attention",
     precision("accelerator.peak_fp8", "accelerator.sustained_8", "accelerator.peak_bf16", formats::mxfp8)},
    {"fp4", "4-bit linear layers, 16-bit attention",
     precision("accelerator.peak_fp4", "accelerator.sustained_4", "accelerator.peak_bf16", formats::nvfp4)},
    {"nvfp4", "4-bit linear layers with a scale per 16 values, 16-bit attention",
     precision("accelerator.peak_fp4", "accelerator.sustained_4", "accelerator.peak_bf16", formats::nvfp4)},
    {"tf32", "TF32 tensor-core products of FP32 operands",
     precision("accelerator.peak_tf32", "accelerator.sustained_16", "accelerator.peak_tf32", as_in_recipe)},
    {"fp32", "FP32 vector arithmetic",
     precision("accelerator.peak_fp32", "accelerator.sustained_16", "accelerator.peak_fp32", as_in_recipe)},
    {"best", "of 16, 8 and 4 bits: on fewest nodes, else fastest. bf16 without a planner.",
     precision("accelerator.peak_bf16", "accelerator.sustained_16", "accelerator.peak_bf16", as_in_recipe)},
};
inline constexpr Option adapter_options[] = {
    {"none",
     "all weights are trained",
     {{{"workload.backward_passes", 2}, {"workload.adapter_share", 1}, {"workload.packs_base", 0}}}},
    {"lora",
     "low-rank adapters, with gradients of inputs and adapters only",
     {{{"workload.backward_passes", 1.22}, {"workload.adapter_share", 0.005}, {"workload.packs_base", 0}}}},
    {"qlora",
     "low-rank adapters on a 4-bit base, dequantized in each pass",
     {{{"workload.backward_passes", 1.22}, {"workload.adapter_share", 0.005}, {"workload.packs_base", 1}}}},
};
inline constexpr Option overhead_options[] = {
    {"none", "no overhead, step time only", {{{"workload.overhead_share", 0}}}},
    {"tuned", "median of vendor and frontier-lab runs", {{{"workload.overhead_share", 0, "workload.tuned_overhead"}}}},
    {"typical", "median of published runs", {{{"workload.overhead_share", 0, "workload.typical_overhead"}}}},
    {"measured", "step time as measured, no overhead", {{{"workload.overhead_share", 0}}}},
};
inline constexpr Choice choices[] = {
    {"workload.run_overhead", "Overhead profile", "Operational overhead on top of pure step time", "--overhead",
     "typical", "published GPU-hours of complete training runs", overhead_options},
    {"workload.mode", "Mode", "Workload: training, fine-tuning or inference", "--mode", "train", "", mode_options},
    {"workload.precision", "Precision", "Training precision", "--precision", "bf16", "", precision_options},
    {"workload.adapter", "Adapter", "Fine-tuning adapter: none, LoRA or QLoRA", "--adapter", "none",
     "Hu et al. 2021 (LoRA), Dettmers et al. 2023 (QLoRA); adapter time and size: expert judgment from published LoRA "
     "runs",
     adapter_options},
};

}  // namespace llmsize::workload
