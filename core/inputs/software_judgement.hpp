// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: what kernels move and what hides behind what, by count and by judgement. The efficiencies
// beside them were fitted with these values, so that most have no spread of their own: what they are off by is in that
// of the efficiency or in software.model_error.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::software {

inline constexpr auto tile_width = input<"software.tile_width", Count>(
    {.symbol = "w_tile",
     .label = "Tile of matrix units",
     .help = "Width to which matrix products are filled up, e.g. 256.",
     .least = 1,
     .most = 65536,
     .initial = 256,
     .source =
         "expert judgment: the widest tile that cuBLAS chooses, 128 by 256; what it is off by is in gemm_efficiency",
     .whole = true});
inline constexpr auto expert_padding = input<"software.expert_padding", Count>(
    {.symbol = "n_pad",
     .label = "Padding of an expert",
     .help = "Tokens by which those sent to an expert are filled up on average: half a tile.",
     .most = 65536,
     .initial = 64,
     .source = "derived: half of a tile of 128 tokens; what it is off by is in expert_penalty"});
inline constexpr auto exponentials_exposed = input<"software.exponentials_exposed", Count>(
    {.symbol = "ω_exp",
     .label = "Exposed exponentials",
     .help = "Share of the exponentials of fused attention that its matrix products do not hide.",
     .most = 1,
     .initial = 0.5,
     .source =
         "expert judgment: FlashAttention-3 overlaps softmax and products of two blocks by turns (Shah et al. 2024); "
         "what it is off by is in attention_efficiency",
     .unit = Unit::ratio});
inline constexpr auto exponentials_stated = input<"software.exponentials_stated", Count>(
    {.symbol = "ε_ref",
     .label = "Exponentials behind the efficiency of attention",
     .help = "Exposed exponentials over products of the kernel whose efficiency is stated: the efficiency of fused "
             "attention holds where both stand like this.",
     .most = 10,
     .initial = 0.25,
     .source = "derived: heads of 128 on an H100, half of the exponentials exposed",
     .unit = Unit::ratio});
inline constexpr auto head_alignment = input<"software.head_alignment", Count>(
    {.symbol = "d_8",
     .label = "Alignment of heads",
     .help = "Heads whose width is no multiple of this keep the tensor cores idle in plain attention.",
     .least = 1,
     .most = 1024,
     .initial = 8,
     .source = "NVIDIA, Matrix Multiplication Background: 16 bytes, which is 8 values of 16 bit",
     .whole = true});
inline constexpr auto misaligned_penalty = input<"software.misaligned_penalty", Count>(
    {.symbol = "χ_8",
     .label = "Penalty of misaligned heads",
     .help = "Time of the products of plain attention over that with aligned heads.",
     .least = 1,
     .most = 1000,
     .initial = 19,
     .source = "expert judgment: what runs that led to BLOOM lost on this part; one machine and one shape",
     .spread = 0,
     .unit = Unit::ratio});
inline constexpr auto score_bytes = input<"software.score_bytes", Bytes>(
    {.symbol = "β_qk",
     .label = "Traffic per stored score, forward",
     .help = "Bytes read and written per attention score that is stored: mask, softmax, dropout and products.",
     .least = 0.1,
     .most = 1000,
     .initial = 13,
     .source = "derived: reads and writes of 16-bit kernels and a byte mask; what it is off by is in vector_passes"});
inline constexpr auto score_backward_bytes = input<"software.score_backward_bytes", Bytes>(
    {.symbol = "β_qk,b",
     .label = "Traffic per stored score, backward",
     .help = "Bytes read and written per attention score that is stored, in the backward pass.",
     .most = 1000,
     .initial = 19,
     .source = "derived: reads and writes of 16-bit kernels and a byte mask; what it is off by is in vector_passes"});
inline constexpr auto hidden_bytes = input<"software.hidden_bytes", Bytes>(
    {.symbol = "β_h",
     .label = "Traffic per hidden value",
     .help = "Bytes that norms, residuals and dropout of a layer read and write per value of the hidden state.",
     .most = 1000,
     .initial = 21,
     .source = "derived: reads and writes of perfectly fused 16-bit kernels; what it is off by is in vector_passes"});
inline constexpr auto router_bytes = input<"software.router_bytes", Bytes>(
    {.symbol = "β_r",
     .label = "Traffic per score of the router",
     .help = "Bytes read and written per token and expert while experts are chosen.",
     .most = 1000,
     .initial = 12,
     .source = "derived: fp32 scores written, read by softmax and written again; what it is off by is in "
               "expert_penalty"});
inline constexpr auto loss_bytes = input<"software.loss_bytes", Bytes>(
    {.symbol = "β_V",
     .label = "Traffic per logit",
     .help = "Bytes read and written per logit while the loss and its gradient are computed.",
     .most = 1000,
     .initial = 20,
     .source = "derived: a 16-bit write, an fp32 softmax and its gradient; what it is off by is in logit_passes"});
inline constexpr auto host_sharpness = input<"software.host_sharpness", Count>(
    {.symbol = "p_host",
     .label = "Sharpness of waiting for the host",
     .help =
         "How sharply the longer of host and GPU time decides in an MoE layer: 1 adds them up, a large number takes "
         "the longer one.",
     .least = 1,
     .most = 100,
     .initial = 4,
     .source = "expert judgment: layers differ, so that both wait at times; host times were fitted with it"});
inline constexpr auto context_overlap = input<"software.context_overlap", Count>(
    {.symbol = "ω_cp",
     .label = "Overlap of context-parallel exchange",
     .help = "Share of the attention behind which keys and values of the next block travel.",
     .most = 1,
     .initial = 0.8,
     .source = "expert judgment: as for other streams (software.offload_overlap); published long-context runs agree",
     .spread = 0.2,
     .unit = Unit::ratio});
inline constexpr auto context_exposed = input<"software.context_exposed", Count>(
    {.symbol = "ω_c",
     .label = "Exposed context-parallel exchange",
     .help = "Share of the exchange of keys and values that attention cannot hide even where it lasts long enough.",
     .most = 1,
     .initial = 0.1,
     .source = "expert judgment: the first block and the merging of partial results; published long-context runs agree",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto gradient_overlap = input<"software.gradient_overlap", Count>(
    {.symbol = "ω_b",
     .label = "Overlap of the exchange of gradients",
     .help = "Share of the last micro-batch behind which the exchange of gradients hides.",
     .most = 1,
     .initial = 0.8,
     .source =
         "expert judgment: buckets leave while the backward pass goes on, the last one when it ends; what it is off by "
         "is in data_exposed, network_share and model_error",
     .unit = Unit::ratio});
inline constexpr auto straggling_gpus = input<"software.straggling_gpus", Count>(
    {.symbol = "n_s",
     .label = "GPUs without stragglers",
     .help = "GPUs up to which no step waits for the slowest: those of one node.",
     .least = 1,
     .most = 1e6,
     .initial = 8,
     .source = "expert judgment: efficiencies were measured inside nodes of 8; the exponent was fitted with it"});

inline constexpr auto mixer_passes = input<"software.mixer_passes", Count>(
    {.symbol = "n_mix",
     .label = "Passes of other mixers",
     .help = "How often linear attention and state spaces read and write what they keep: scans by chunks write states "
             "in 32 bit and read them again.",
     .most = 100,
     .initial = 4,
     .source = "expert judgment: Nemotron 3 Nano on H100, B200, B300 and GB300 and Qwen3-Next on H100 "
               "(NVIDIA Megatron-Bridge, Megatron-MoE-ModelZoo) ask for 3 to 7",
     .spread = 0.5});

inline constexpr auto kind_error = input<"software.kind_error", Count>(
    {.symbol = "ε_kind",
     .label = "Error of kinds of layers never measured",
     .help = "Real over predicted computing time of layers of kinds that no published training tells of.",
     .least = 0.01,
     .most = 100,
     .initial = 1,
     .source = "expert judgment: as far off as the first measured hybrids were before they were read",
     .spread = 0.3,
     .unit = Unit::ratio});

inline constexpr auto search_margin = input<"software.search_margin", Count>(
    {.symbol = "χ_srch",
     .label = "Layout-search margin (winner's curse)",
     .help = "Time of a step over the sum of its parts where the layout is the best of a search.",
     .least = 0.1,
     .most = 10,
     .initial = 1.046,
     .source = "fitted to 439 published configurations that were planned anew: the median, and how far runs lie above "
               "it; stacks whose published runs are tuned say their own",
     .spread = 0.178,
     .unit = Unit::ratio});

inline constexpr auto judgement_inputs = std::tie(
    tile_width, expert_padding, exponentials_exposed, exponentials_stated, head_alignment, misaligned_penalty,
    score_bytes, score_backward_bytes, hidden_bytes, router_bytes, loss_bytes, host_sharpness, context_overlap,
    context_exposed, gradient_overlap, straggling_gpus, mixer_passes, kind_error, search_margin);

}  // namespace llmsize::software
