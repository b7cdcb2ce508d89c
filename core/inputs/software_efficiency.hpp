// SPDX-License-Identifier: Apache-2.0
// Inputs of the software: what a training stack makes of the machine. They are fitted to measured step times; a stack
// of the catalog fills them.
#pragma once

#include "core/inputs/memory.hpp"

namespace llmsize::software {

inline constexpr auto gemm_efficiency = input<"software.gemm_efficiency", Count>(
    {.symbol = "σ_g",
     .label = "Efficiency of matrix products",
     .help = "Rate of matrix products over what the accelerator sustains on large ones.",
     .least = 0.01,
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto gemm_traffic = input<"software.gemm_traffic", Count>(
    {.symbol = "φ",
     .label = "Exposed traffic of matrix products",
     .help = "Share of the operand traffic of matrix products that computing does not hide.",
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto attention_efficiency = input<"software.attention_efficiency", Count>(
    {.symbol = "σ_a",
     .label = "Efficiency of fused attention",
     .help = "Share of the 16-bit peak that a fused attention kernel reaches where exponentials take no time.",
     .least = 0.01,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto vector_passes = input<"software.vector_passes", Count>(
    {.symbol = "χ_v",
     .label = "Passes of element-wise kernels",
     .help = "Memory traffic of norms, activation functions and softmax over that of perfectly fused kernels.",
     .least = 0.01,
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto cast_passes = input<"software.cast_passes", Count>(
    {.symbol = "χ_q",
     .label = "Passes of casts",
     .help = "Memory traffic of casts to fewer than 16 bits over that of one read and one write.",
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto logit_passes = input<"software.logit_passes", Count>(
    {.symbol = "χ_V",
     .label = "Passes of the loss",
     .help = "Memory traffic of the loss over 20 bytes per logit: a 16-bit write, an fp32 softmax and its gradient.",
     .most = 100,
     .unit = Unit::ratio});
inline constexpr auto expert_half_width = input<"software.expert_half_width", Count>(
    {.symbol = "w_½",
     .label = "Half-efficient expert width",
     .help = "Width of an expert, after tensor parallelism, at which its matrix products run at half the rate of wide "
             "ones.",
     .most = 1e5});
inline constexpr auto expert_penalty = input<"software.expert_penalty", Count>(
    {.symbol = "χ_x",
     .label = "Penalty of experts",
     .help = "Time of the experts' kernels over that of evenly filled ones: imbalance, grouped products and gaps "
             "between them.",
     .least = 0.1,
     .most = 10,
     .unit = Unit::ratio});
inline constexpr auto layer_overhead = input<"software.layer_overhead", Seconds>(
    {.symbol = "τ_l",
     .label = "Overhead per layer",
     .help = "Launch gaps and small kernels of a layer and micro-batch, forward and backward.",
     .most = 1});
inline constexpr auto host_layer_time = input<"software.host_layer_time", Seconds>(
    {.symbol = "τ_h",
     .label = "Host time per MoE layer",
     .help = "Time that the CPU needs to launch the kernels of an MoE layer and micro-batch, forward and backward.",
     .most = 10});
inline constexpr auto host_expert_time = input<"software.host_expert_time", Seconds>(
    {.symbol = "τ_x",
     .label = "Host time per local expert",
     .help = "Time that the CPU needs to launch the kernels of one expert of an MoE layer and micro-batch.",
     .most = 10});
inline constexpr auto step_overhead = input<"software.step_overhead", Seconds>(
    {.symbol = "τ_s",
     .label = "Overhead per step",
     .help = "Logging, data loading and synchronisation of a step.",
     .most = 1e3});
inline constexpr auto accumulation_exposed = input<"software.accumulation_exposed", Count>(
    {.symbol = "ω_acc",
     .label = "Exposed accumulation",
     .help = "Share of the traffic of adding gradients up that computing does not hide.",
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto tensor_exposed = input<"software.tensor_exposed", Count>(
    {.symbol = "ω_t",
     .label = "Exposed tensor-parallel exchange",
     .help = "Share of the tensor-parallel exchange that computing does not hide.",
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto tensor_latency = input<"software.tensor_latency", Seconds>(
    {.symbol = "α_t",
     .label = "Latency of a tensor-parallel exchange",
     .help = "Time of an empty collective inside a node.",
     .most = 1});
inline constexpr auto tensor_message = input<"software.tensor_message", Bytes>(
    {.symbol = "m_½",
     .label = "Half-rate message",
     .help = "Message at which a tensor-parallel exchange reaches half the rate of the links.",
     .most = 1e12});
inline constexpr auto pipeline_exposed = input<"software.pipeline_exposed", Count>(
    {.symbol = "ω_p",
     .label = "Exposed pipeline transfer",
     .help = "Share of the transfers between stages that computing does not hide.",
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto expert_exposed = input<"software.expert_exposed", Count>(
    {.symbol = "ω_e",
     .label = "Exposed all-to-all",
     .help = "Share of the exchange of tokens between experts that computing does not hide.",
     .most = 2,
     .unit = Unit::ratio});
inline constexpr auto merged_dispatch = input<"software.merged_dispatch", Count>(
    {.symbol = "merged",
     .label = "Merged dispatch",
     .help = "Whether a token crosses the network once per scale-up domain instead of once per expert (DeepEP, hybrid "
             "all-to-all).",
     .most = 1,
     .initial = 0,
     .source = "a plain all-to-all sends a copy per expert",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto permutation_bytes = input<"software.permutation_bytes", Bytes>(
    {.symbol = "β_π",
     .label = "Permutation traffic",
     .help = "Bytes read and written per value and expert while tokens are sorted by expert, forward.",
     .most = 1e3});
inline constexpr auto data_exposed = input<"software.data_exposed", Count>(
    {.symbol = "ω_d",
     .label = "Exposed data-parallel exchange",
     .help =
         "Share of the exchange of gradients and weights that computing cannot hide even where it lasts long enough.",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto network_share = input<"software.network_share", Count>(
    {.symbol = "σ_n",
     .label = "Efficiency of the data-parallel exchange",
     .help = "Rate of large rings over what the links reach.",
     .least = 0.001,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto exchange_bytes = input<"software.exchange_bytes", Bytes>(
    {.symbol = "β_x",
     .label = "Bytes per exchanged gradient",
     .help = "Bytes of one gradient on the wire: as kept, without a second copy, unless given; about 0.125 with 1-bit "
             "Adam.",
     .least = 0.01,
     .most = 16},
    [](const auto& x) { return smaller(memory::gradient_bytes(x), 4.0 * byte); });
inline constexpr auto offload_overlap = input<"software.offload_overlap", Count>(
    {.symbol = "ω_o",
     .label = "Overlap of offload streams",
     .help = "Share of the computing time behind which streams of offloaded weights, gradients and activations hide.",
     .most = 1,
     .initial = 0.8,
     .source = "judgement: as for the exchange of gradients; Rajbhandari et al. 2021 assume 1 with prefetching",
     .spread = 0.2,
     .unit = Unit::ratio});
inline constexpr auto straggling = input<"software.straggling", Count>(
    {.symbol = "σ_s",
     .label = "Straggling",
     .help = "Exponent by which a step grows with the number of GPUs beyond eight, as all wait for the slowest.",
     .most = 0.2,
     .unit = Unit::ratio});

inline constexpr auto efficiency_inputs = std::tie(
    gemm_efficiency, gemm_traffic, attention_efficiency, vector_passes, cast_passes, logit_passes, expert_half_width,
    expert_penalty, layer_overhead, host_layer_time, host_expert_time, step_overhead, accumulation_exposed,
    tensor_exposed, tensor_latency, tensor_message, pipeline_exposed, expert_exposed, merged_dispatch,
    permutation_bytes, data_exposed, network_share, exchange_bytes, offload_overlap, straggling);

}  // namespace llmsize::software
