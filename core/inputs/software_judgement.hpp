// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: what kernels move and what hides behind what, by count and by judgement. The efficiencies
// beside them were fitted with these values, so that most have no spread of their own: what they are off by is in that
// of the efficiency or in software.model_error.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::software {

inline constexpr auto tile_width = input<"software.tile_width", Count>(
    {.symbol = "w_tile",
     .label = "GEMM tile width",
     .help = "Tile width to which GEMMs are padded, e.g. 256",
     .least = 1,
     .most = 65536,
     .initial = 256,
     .source =
         "expert judgment: the widest tile that cuBLAS chooses, 128 by 256; software.gemm_efficiency absorbs its error",
     .whole = true});
inline constexpr auto expert_padding = input<"software.expert_padding", Count>(
    {.symbol = "n_pad",
     .label = "Expert padding (training)",
     .help = "Mean padding of the tokens per expert: half a tile",
     .most = 65536,
     .initial = 64,
     .source = "derived: half of a tile of 128 tokens; software.expert_penalty absorbs its error"});
inline constexpr auto exponentials_exposed = input<"software.exponentials_exposed", Count>(
    {.symbol = "ω_exp",
     .label = "Exposed exponentials",
     .help = "Fraction of fused-attention exponentials not hidden by GEMMs",
     .most = 1,
     .initial = 0.5,
     .source = "expert judgment: FlashAttention-3 overlaps softmax and GEMMs of two blocks (Shah et al. 2024); "
               "software.attention_efficiency absorbs its error",
     .unit = Unit::ratio});
inline constexpr auto exponentials_stated = input<"software.exponentials_stated", Count>(
    {.symbol = "ε_ref",
     .label = "Exponential ratio of stated efficiency",
     .help = "Exposed exponential time over GEMM time of the kernel behind the fused attention efficiency",
     .most = 10,
     .initial = 0.25,
     .source = "derived: heads of 128 on an H100, half of the exponentials exposed",
     .unit = Unit::ratio});
inline constexpr auto head_alignment = input<"software.head_alignment", Count>(
    {.symbol = "d_8",
     .label = "Head alignment",
     .help = "Head dimensions that are not a multiple of this leave tensor cores idle in unfused attention",
     .least = 1,
     .most = 1024,
     .initial = 8,
     .source = "NVIDIA, Matrix Multiplication Background: 16 bytes, which is 8 values of 16 bits",
     .whole = true});
inline constexpr auto misaligned_penalty = input<"software.misaligned_penalty", Count>(
    {.symbol = "χ_8",
     .label = "Misaligned-head time factor",
     .help = "Unfused attention GEMM time with misaligned heads over that with aligned heads",
     .least = 1,
     .most = 1000,
     .initial = 19,
     .source = "expert judgment: loss of the BLOOM tuning runs; one system and one shape",
     .spread = 0,
     .unit = Unit::ratio});
inline constexpr auto score_bytes = input<"software.score_bytes", Bytes>(
    {.symbol = "β_qk",
     .label = "Attention score bytes, forward",
     .help = "Bytes read and written per stored attention score: mask, softmax, dropout and GEMMs",
     .least = 0.1,
     .most = 1000,
     .initial = 13,
     .source =
         "derived: reads and writes of 16-bit kernels and a byte mask; software.vector_passes absorbs its error"});
inline constexpr auto score_backward_bytes = input<"software.score_backward_bytes", Bytes>(
    {.symbol = "β_qk,b",
     .label = "Attention score bytes, backward",
     .help = "Bytes read and written per stored attention score in the backward pass",
     .most = 1000,
     .initial = 19,
     .source =
         "derived: reads and writes of 16-bit kernels and a byte mask; software.vector_passes absorbs its error"});
inline constexpr auto hidden_bytes = input<"software.hidden_bytes", Bytes>(
    {.symbol = "β_h",
     .label = "Hidden-state traffic bytes",
     .help = "Bytes per hidden-state value read and written by a layer's norms, residuals and dropout",
     .most = 1000,
     .initial = 21,
     .source =
         "derived: reads and writes of perfectly fused 16-bit kernels; software.vector_passes absorbs its error"});
inline constexpr auto router_bytes = input<"software.router_bytes", Bytes>(
    {.symbol = "β_r",
     .label = "Router score bytes",
     .help = "Bytes read and written per token and expert in routing",
     .most = 1000,
     .initial = 12,
     .source =
         "derived: FP32 scores written, read by softmax and written again; software.expert_penalty absorbs its error"});
inline constexpr auto loss_bytes = input<"software.loss_bytes", Bytes>(
    {.symbol = "β_V",
     .label = "Loss bytes per logit",
     .help = "Bytes read and written per logit in the loss and its gradient",
     .most = 1000,
     .initial = 20,
     .source = "derived: a 16-bit write, an FP32 softmax and its gradient; software.logit_passes absorbs its error"});
inline constexpr auto host_sharpness = input<"software.host_sharpness", Count>(
    {.symbol = "p_host",
     .label = "CPU–GPU overlap exponent",
     .help = "Overlap exponent of CPU launch and GPU time in an MoE layer: 1 sequential, large fully overlapped",
     .least = 1,
     .most = 100,
     .initial = 4,
     .source = "expert judgment: layers differ, so both wait at times; CPU launch times were fitted with it"});
inline constexpr auto context_overlap = input<"software.context_overlap", Count>(
    {.symbol = "ω_cp",
     .label = "CP communication overlap",
     .help = "Fraction of attention time that hides the transfer of the next key and value block",
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: same as software.offload_overlap; published long-context runs agree",
     .spread = 0.2,
     .unit = Unit::ratio});
inline constexpr auto context_exposed = input<"software.context_exposed", Count>(
    {.symbol = "ω_c",
     .label = "Exposed CP communication",
     .help = "Fraction of the key and value communication not hidden even with enough attention time",
     .most = 1,
     .initial = 0.1,
     .source = "expert judgment: the first block and the merging of partial results; published long-context runs agree",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto gradient_overlap = input<"software.gradient_overlap", Count>(
    {.symbol = "ω_b",
     .label = "Gradient communication overlap",
     .help = "Fraction of the last micro-batch that hides gradient communication",
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: buckets leave during the backward pass, the last one at its end; "
               "software.data_exposed, software.network_share and software.model_error absorb its error",
     .unit = Unit::ratio});
inline constexpr auto straggling_gpus = input<"software.straggling_gpus", Count>(
    {.symbol = "n_s",
     .label = "Straggler-free GPUs",
     .help = "GPUs up to which stragglers have no effect: one node",
     .least = 1,
     .most = 1e6,
     .initial = 8,
     .source = "expert judgment: efficiencies were measured inside nodes of 8; the exponent was fitted with it"});

inline constexpr auto mixer_passes = input<"software.mixer_passes", Count>(
    {.symbol = "n_mix",
     .label = "SSM and linear-attention traffic factor",
     .help = "Memory passes of SSM and linear-attention layers over their states: chunked scans write FP32 states and "
             "read them again",
     .most = 100,
     .initial = 4,
     .source = "expert judgment: Nemotron 3 Nano on H100, B200, B300 and GB300 and Qwen3-Next on H100 (NVIDIA "
               "Megatron-Bridge, Megatron-MoE-ModelZoo) fit values from 3 to 7",
     .spread = 0.5});

inline constexpr auto kind_error = input<"software.kind_error", Count>(
    {.symbol = "ε_kind",
     .label = "Error of unmeasured layer types",
     .help = "Measured over predicted compute time of layer types without published training runs",
     .least = 0.01,
     .most = 100,
     .initial = 1,
     .source = "expert judgment: the error of the first measured hybrid models before calibration",
     .spread = 0.3,
     .unit = Unit::ratio});

inline constexpr auto search_margin = input<"software.search_margin", Count>(
    {.symbol = "χ_srch",
     .label = "Layout-search margin (winner's curse)",
     .help = "Step time over the sum of its parts for the best layout of a search",
     .least = 0.1,
     .most = 10,
     .initial = 1.055,
     .source = "fitted to 439 published configurations that llmsize planned again: median and upper spread; stacks "
               "with tuned published runs set their own",
     .spread = 0.163,
     .unit = Unit::ratio});

// How much wider a prediction is that differs from the runs behind a stack, as standard deviations of the logarithm.
inline constexpr auto as_of = input<"software.as_of", Count>(
    {.symbol = "t_now",
     .label = "Date of the answer",
     .help = "Date that the answer is for, as a year with a fraction. Software that was measured earlier has changed "
             "since.",
     .least = 2015,
     .most = 2100,
     .initial = 2026.7,
     .source = "newest measured rows of the catalog: 2026-09",
     .unit = Unit::year});
inline constexpr auto unseen_accelerator = input<"software.unseen_accelerator", Count>(
    {.symbol = "σ_chip",
     .label = "Spread: unmeasured accelerator",
     .help = "Relative standard deviation of step times on an accelerator without runs of the software",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto unseen_precision = input<"software.unseen_precision", Count>(
    {.symbol = "σ_prec",
     .label = "Spread: unmeasured precision",
     .help = "Relative standard deviation of step times in a precision without runs of the software",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto single_model = input<"software.single_model", Count>(
    {.symbol = "σ_one",
     .label = "Spread: software measured with one model",
     .help = "Relative standard deviation of step times of other models if all runs of the software are of one",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto longer_sequence = input<"software.longer_sequence", Count>(
    {.symbol = "σ_seq",
     .label = "Spread per doubling of sequence",
     .help = "Relative standard deviation of step times per doubling of the longest measured sequence",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto more_gpus = input<"software.more_gpus", Count>(
    {.symbol = "σ_gpus",
     .label = "Spread per doubling of GPUs",
     .help = "Relative standard deviation of step times per doubling of the most GPUs of a measured run",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto ageing = input<"software.ageing", Count>(
    {.symbol = "σ_age",
     .label = "Spread after a year, dense models",
     .help = "Relative standard deviation of step times of dense models a year after the runs of the software. It "
             "grows with the root of time.",
     .most = 3,
     .unit = Unit::ratio});
inline constexpr auto mixture_ageing = input<"software.mixture_ageing", Count>(
    {.symbol = "σ_age,x",
     .label = "Spread after a year, MoE models",
     .help = "Relative standard deviation of step times of MoE models a year after the runs of the software. It grows "
             "with the root of time.",
     .most = 3,
     .unit = Unit::ratio});

inline constexpr auto judgement_inputs = std::tie(
    tile_width, expert_padding, exponentials_exposed, exponentials_stated, head_alignment, misaligned_penalty,
    score_bytes, score_backward_bytes, hidden_bytes, router_bytes, loss_bytes, host_sharpness, context_overlap,
    context_exposed, gradient_overlap, straggling_gpus, mixer_passes, kind_error, search_margin, as_of,
    unseen_accelerator, unseen_precision, single_model, longer_sequence, more_gpus, ageing, mixture_ageing);

}  // namespace llmsize::software
