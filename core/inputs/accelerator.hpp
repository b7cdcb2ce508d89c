// SPDX-License-Identifier: Apache-2.0
// Inputs of one accelerator, as it is sold: a package may hold several devices. Peaks are dense; bandwidths per
// direction.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::accelerator {

inline constexpr auto devices = input<"accelerator.devices", Count>(
    {.symbol = "n_dev",
     .label = "Logical GPUs per package",
     .help = "GPUs that software sees in one accelerator: 2 where a package shows as two, e.g. MI250X.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "an accelerator is one device unless its data sheet says otherwise",
     .whole = true});
inline constexpr auto memory_label = input<"accelerator.memory_label", Bytes>(
    {.symbol = "M_label",
     .label = "Nominal memory (label)",
     .help = "Memory on the label, e.g. 80GB.",
     .least = 1,
     .most = 1e15});
inline constexpr auto memory_reported = input<"accelerator.memory_reported", Bytes>(
    {.symbol = "M_driver",
     .label = "Usable memory (driver-reported)",
     .help = "Memory that the driver reports, without any reserve.",
     .least = 1,
     .most = 1e15});
inline constexpr auto memory = input<"accelerator.memory", Bytes>(
    {.symbol = "M_gpu",
     .label = "Memory",
     .help = "Memory of one accelerator, all its devices together, on the chosen basis.",
     .least = 1,
     .most = 1e15});
inline constexpr auto memory_bandwidth = input<"accelerator.memory_bandwidth", Bandwidth>(
    {.symbol = "W",
     .label = "Memory bandwidth",
     .help = "Peak bandwidth of the accelerator's memory.",
     .least = 1,
     .most = 1e16});
inline constexpr auto peak = input<"accelerator.peak", FlopRate>(
    {.symbol = "P", .label = "Peak rate", .help = "Dense peak in the chosen precision.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp64 = input<"accelerator.peak_fp64", FlopRate>(
    {.symbol = "P_64", .label = "Peak fp64", .help = "Dense fp64 vector peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp64_matrix = input<"accelerator.peak_fp64_matrix", FlopRate>(
    {.symbol = "P_64m", .label = "Peak fp64, matrix", .help = "Dense fp64 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp32 = input<"accelerator.peak_fp32", FlopRate>(
    {.symbol = "P_32", .label = "Peak fp32", .help = "Dense fp32 vector peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_tf32 = input<"accelerator.peak_tf32", FlopRate>(
    {.symbol = "P_tf32", .label = "Peak tf32", .help = "Dense tf32 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp16 = input<"accelerator.peak_fp16", FlopRate>(
    {.symbol = "P_fp16", .label = "Peak fp16", .help = "Dense fp16 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_bf16 = input<"accelerator.peak_bf16", FlopRate>(
    {.symbol = "P_16", .label = "Peak bf16", .help = "Dense bf16 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp8 = input<"accelerator.peak_fp8", FlopRate>(
    {.symbol = "P_8", .label = "Peak fp8", .help = "Dense fp8 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_fp4 = input<"accelerator.peak_fp4", FlopRate>(
    {.symbol = "P_4", .label = "Peak fp4", .help = "Dense fp4 matrix peak.", .least = 1, .most = 1e20});
inline constexpr auto peak_int8 = input<"accelerator.peak_int8", FlopRate>(
    {.symbol = "P_i8",
     .label = "Peak int8",
     .help = "Dense int8 matrix peak, operations per second.",
     .least = 1,
     .most = 1e20});
inline constexpr auto half_peak = input<"accelerator.half_peak", FlopRate>(
    {.symbol = "P_h",
     .label = "Peak rate of attention and logits",
     .help = "Dense peak of what stays in 16 bit when the linear layers compute in fewer bits.",
     .least = 1,
     .most = 1e20});
inline constexpr auto sustained_16 = input<"accelerator.sustained_16", Count>(
    {.symbol = "u_16",
     .label = "Sustained share, 16 bit",
     .help = "Share of the 16-bit peak that large matrix products sustain at the clock that power allows.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained_8 = input<"accelerator.sustained_8", Count>(
    {.symbol = "u_8",
     .label = "Sustained share, 8 bit",
     .help = "Share of the 8-bit peak that large matrix products sustain at the clock that power allows.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained_4 = input<"accelerator.sustained_4", Count>(
    {.symbol = "u_4",
     .label = "Sustained share, 4 bit",
     .help = "Share of the 4-bit peak that large matrix products sustain at the clock that power allows.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained = input<"accelerator.sustained", Count>(
    {.symbol = "u",
     .label = "Achievable matmul rate (% of peak)",
     .help = "Share of the peak in the chosen precision that large matrix products sustain.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto exponential_rate = input<"accelerator.exponential_rate", PerSecond>(
    {.symbol = "R_exp",
     .label = "Exponentials",
     .help = "Exponentials per second of all multiprocessors: they limit softmax in attention.",
     .most = 1e18});
inline constexpr auto memory_efficiency = input<"accelerator.memory_efficiency", Count>(
    {.symbol = "η_W",
     .label = "Memory bandwidth efficiency",
     .help = "Share of the memory bandwidth that long streams reach.",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto scale_up_bandwidth = input<"accelerator.scale_up_bandwidth", Bandwidth>(
    {.symbol = "W_link",
     .label = "Scale-up links",
     .help = "All links to other accelerators together, per direction.",
     .least = 1,
     .most = 1e15});
inline constexpr auto host_link = input<"accelerator.host_link", Bandwidth>(
    {.symbol = "W_host",
     .label = "Host link",
     .help = "Link between accelerator and CPU, per direction.",
     .least = 1,
     .most = 1e15});
inline constexpr auto cache = input<"accelerator.cache", Bytes>(
    {.symbol = "M_llc", .label = "L2/LLC", .help = "Last-level cache of one accelerator.", .least = 1, .most = 1e12});
inline constexpr auto design_power = input<"accelerator.design_power", Watts>(
    {.symbol = "P_tdp", .label = "TDP", .help = "Thermal design power of one accelerator.", .least = 1, .most = 1e6});
inline constexpr auto power = input<"accelerator.power", Watts>(
    {.symbol = "P_gpu",
     .label = "Accelerator power",
     .help = "Power that one accelerator may draw, such as 500W where it is capped: its design power unless given.",
     .least = 1,
     .most = 1e6},
    [](const auto& x) { return design_power(x); });
inline constexpr auto clock_exponent = input<"accelerator.clock_exponent", Count>(
    {.symbol = "κ_P",
     .label = "Power-cap scaling exponent",
     .help = "Rates of matrix products fall with this power of the share of the design power that a cap leaves.",
     .most = 1,
     .initial = 0.45,
     .source = "the same silicon sold with less power: 0.24 A100 PCIe of 300 W (best products 252.9 of 271.2 TFLOP/s), "
               "0.46 H100 PCIe of 350 W (499.5 TFLOP/s on 114 of 132 multiprocessors), 0.62 H100 of 500 W",
     .spread = 0.4});

inline constexpr auto torus = input<"accelerator.torus", Count>(
    {.symbol = "torus",
     .label = "Links form a torus",
     .help = "Whether accelerators are joined to their neighbors alone, in a ring along each of two or three axes.",
     .most = 1,
     .initial = 0,
     .source = "joined by switches, or all to all, unless the data sheet tells otherwise",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto static_graphs = input<"accelerator.static_graphs", Count>(
    {.symbol = "static",
     .label = "Ahead-of-time compiled (static shapes)",
     .help = "Whether software runs on it as graphs that are compiled ahead for fixed shapes.",
     .most = 1,
     .initial = 0,
     .source = "kernels are launched as they come unless the data sheet tells otherwise",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto inputs = std::tie(
    devices, memory_label, memory_reported, memory, memory_bandwidth, cache, peak, peak_fp64, peak_fp64_matrix,
    peak_fp32, peak_tf32, peak_fp16, peak_bf16, peak_fp8, peak_fp4, peak_int8, half_peak, sustained_16, sustained_8,
    sustained_4, sustained, exponential_rate, memory_efficiency, scale_up_bandwidth, host_link, design_power, power,
    clock_exponent, torus, static_graphs);

inline constexpr Option memory_basis_options[] = {
    {"reported", "what the driver reports", {{{"accelerator.memory", 0, "accelerator.memory_reported"}}}},
    {"label", "what is printed on the box", {{{"accelerator.memory", 0, "accelerator.memory_label"}}}},
};
inline constexpr Choice choices[] = {
    {"accelerator.memory_basis", "Memory basis", "Which memory figure counts as capacity.", "--memory-basis",
     "reported", "", memory_basis_options},
};
inline constexpr Reference references[] = {
    {"accelerator.id", "Accelerator", "Accelerator of the catalog, such as h100-sxm5-80gb.", "--accelerator",
     "accelerators"},
    {"accelerator.link", "Link between accelerators",
     "Link of the catalog between the accelerators of a node, such as nvlink4: the accelerator's unless given.",
     "--link", "networks"},
};

}  // namespace llmsize::accelerator
