// SPDX-License-Identifier: Apache-2.0
// Inputs of one accelerator, as it is sold: a package may hold several devices. Peaks are dense; bandwidths per
// direction.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::accelerator {

inline constexpr auto devices = input<"accelerator.devices", Count>(
    {.symbol = "n_dev",
     .label = "Logical GPUs per package",
     .help = "Logical GPUs per accelerator package, e.g. 2 for MI250X",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "one logical GPU per package is the default of data sheets",
     .whole = true});
inline constexpr auto memory_label = input<"accelerator.memory_label", Bytes>(
    {.symbol = "M_label",
     .label = "Nominal memory (label)",
     .help = "Nominal memory of the data sheet, e.g. 80GB",
     .least = 1,
     .most = 1e15});
inline constexpr auto memory_reported = input<"accelerator.memory_reported", Bytes>(
    {.symbol = "M_driver",
     .label = "Usable memory (driver-reported)",
     .help = "Memory that the driver reports, before any runtime overhead",
     .least = 1,
     .most = 1e15,
     .unit = Unit::memory});
inline constexpr auto memory = input<"accelerator.memory", Bytes>(
    {.symbol = "M_gpu",
     .label = "Accelerator memory",
     .help = "Memory per accelerator package on the chosen basis, all logical GPUs included",
     .least = 1,
     .most = 1e15,
     .unit = Unit::memory});
inline constexpr auto memory_bandwidth = input<"accelerator.memory_bandwidth", Bandwidth>(
    {.symbol = "W",
     .label = "Memory bandwidth",
     .help = "Peak memory bandwidth per accelerator",
     .least = 1,
     .most = 1e16});
inline constexpr auto peak = input<"accelerator.peak", FlopRate>(
    {.symbol = "P",
     .label = "Peak FLOP/s",
     .help = "Dense peak FLOP/s in the chosen precision",
     .least = 1,
     .most = 1e20});
inline constexpr auto peak_fp64 = input<"accelerator.peak_fp64", FlopRate>(
    {.symbol = "P_64", .label = "Peak FP64 (vector)", .help = "Dense FP64 vector peak", .least = 1, .most = 1e20});
inline constexpr auto peak_fp64_matrix = input<"accelerator.peak_fp64_matrix", FlopRate>(
    {.symbol = "P_64m", .label = "Peak FP64 (matrix)", .help = "Dense FP64 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_fp32 = input<"accelerator.peak_fp32", FlopRate>(
    {.symbol = "P_32", .label = "Peak FP32 (vector)", .help = "Dense FP32 vector peak", .least = 1, .most = 1e20});
inline constexpr auto peak_tf32 = input<"accelerator.peak_tf32", FlopRate>(
    {.symbol = "P_tf32", .label = "Peak TF32", .help = "Dense TF32 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_fp16 = input<"accelerator.peak_fp16", FlopRate>(
    {.symbol = "P_fp16", .label = "Peak FP16", .help = "Dense FP16 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_bf16 = input<"accelerator.peak_bf16", FlopRate>(
    {.symbol = "P_16", .label = "Peak BF16", .help = "Dense BF16 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_fp8 = input<"accelerator.peak_fp8", FlopRate>(
    {.symbol = "P_8", .label = "Peak FP8", .help = "Dense FP8 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_fp4 = input<"accelerator.peak_fp4", FlopRate>(
    {.symbol = "P_4", .label = "Peak FP4", .help = "Dense FP4 matrix peak", .least = 1, .most = 1e20});
inline constexpr auto peak_int8 = input<"accelerator.peak_int8", FlopRate>(
    {.symbol = "P_i8",
     .label = "Peak INT8",
     .help = "Dense INT8 matrix peak, integer operations per second",
     .least = 1,
     .most = 1e20});
inline constexpr auto half_peak = input<"accelerator.half_peak", FlopRate>(
    {.symbol = "P_h",
     .label = "Peak FLOP/s, attention and logits",
     .help = "Dense peak of attention and logits, in 16 bits even if linear layers use fewer bits",
     .least = 1,
     .most = 1e20});
inline constexpr auto sustained_16 = input<"accelerator.sustained_16", Count>(
    {.symbol = "u_16",
     .label = "Achievable GEMM rate, 16-bit",
     .help = "Fraction of the 16-bit peak sustained by large GEMMs at the power-limited clock",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained_8 = input<"accelerator.sustained_8", Count>(
    {.symbol = "u_8",
     .label = "Achievable GEMM rate, 8-bit",
     .help = "Fraction of the 8-bit peak sustained by large GEMMs at the power-limited clock",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained_4 = input<"accelerator.sustained_4", Count>(
    {.symbol = "u_4",
     .label = "Achievable GEMM rate, 4-bit",
     .help = "Fraction of the 4-bit peak sustained by large GEMMs at the power-limited clock",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto sustained = input<"accelerator.sustained", Count>(
    {.symbol = "u",
     .label = "Achievable GEMM rate (% of peak)",
     .help = "Fraction of the peak sustained by large GEMMs in the chosen precision",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto exponential_rate = input<"accelerator.exponential_rate", PerSecond>(
    {.symbol = "R_exp",
     .label = "Exponentials per second",
     .help = "Exponentials per second of all SMs. They limit softmax in attention.",
     .most = 1e18,
     .unit = Unit::operations_per_second});
inline constexpr auto memory_efficiency = input<"accelerator.memory_efficiency", Count>(
    {.symbol = "η_W",
     .label = "Memory bandwidth efficiency",
     .help = "Fraction of the memory bandwidth that long streams reach",
     .least = 1e-3,
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto scale_up_bandwidth = input<"accelerator.scale_up_bandwidth", Bandwidth>(
    {.symbol = "W_link",
     .label = "Scale-up links",
     .help = "Total bandwidth of all links to other accelerators, per direction",
     .least = 1,
     .most = 1e15});
inline constexpr auto host_link = input<"accelerator.host_link", Bandwidth>(
    {.symbol = "W_host",
     .label = "Host link",
     .help = "Bandwidth between accelerator and CPU, per direction",
     .least = 1,
     .most = 1e15});
inline constexpr auto cache = input<"accelerator.cache", Bytes>(
    {.symbol = "M_llc",
     .label = "Last-level cache (L2/LLC)",
     .help = "Last-level cache size per accelerator",
     .least = 1,
     .most = 1e12});
inline constexpr auto design_power = input<"accelerator.design_power", Watts>(
    {.symbol = "P_tdp", .label = "TDP", .help = "Thermal design power of one accelerator", .least = 1, .most = 1e6});
inline constexpr auto power = input<"accelerator.power", Watts>(
    {.symbol = "P_gpu",
     .label = "Accelerator power cap",
     .help = "Power cap per accelerator, e.g. 500W. Default: TDP.",
     .least = 1,
     .most = 1e6},
    [](const auto& x) { return design_power(x); });
inline constexpr auto clock_exponent = input<"accelerator.clock_exponent", Count>(
    {.symbol = "κ_P",
     .label = "Power-cap scaling exponent",
     .help = "Exponent by which GEMM rates fall with the ratio of power cap to TDP",
     .most = 1,
     .initial = 0.45,
     .source = "the same silicon at lower power: 0.24 A100 PCIe of 300 W (best GEMMs 252.9 of 271.2 TFLOP/s), 0.46 "
               "H100 PCIe of 350 W (499.5 TFLOP/s on 114 of 132 SMs), 0.62 H100 of 500 W",
     .spread = 0.4});

inline constexpr auto torus = input<"accelerator.torus", Count>(
    {.symbol = "torus",
     .label = "Torus links",
     .help = "Set if accelerators connect only to their neighbors along two or three ring axes (TPU)",
     .most = 1,
     .initial = 0,
     .source = "switched or all-to-all links are the default of data sheets",
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto static_graphs = input<"accelerator.static_graphs", Count>(
    {.symbol = "static",
     .label = "Ahead-of-time compiled (static shapes)",
     .help = "Use ahead-of-time compiled graphs of fixed shapes on this accelerator",
     .most = 1,
     .initial = 0,
     .source = "kernel launches at run time are the default of data sheets",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto inputs = std::tie(
    devices, memory_label, memory_reported, memory, memory_bandwidth, cache, peak, peak_fp64, peak_fp64_matrix,
    peak_fp32, peak_tf32, peak_fp16, peak_bf16, peak_fp8, peak_fp4, peak_int8, half_peak, sustained_16, sustained_8,
    sustained_4, sustained, exponential_rate, memory_efficiency, scale_up_bandwidth, host_link, design_power, power,
    clock_exponent, torus, static_graphs);

inline constexpr Option memory_basis_options[] = {
    {"reported", "memory that the driver reports", {{{"accelerator.memory", 0, "accelerator.memory_reported"}}}},
    {"label", "nominal memory of the data sheet", {{{"accelerator.memory", 0, "accelerator.memory_label"}}}},
};
inline constexpr Choice choices[] = {
    {"accelerator.memory_basis", "Memory basis", "Memory capacity basis", "--memory-basis", "reported", "",
     memory_basis_options},
};
inline constexpr Reference references[] = {
    {"accelerator.id", "Accelerator", "Accelerator, e.g. h100-sxm5-80gb (see llmsize catalog accelerators)",
     "--accelerator", "accelerators"},
    {"accelerator.link", "Accelerator link",
     "Link between accelerators of a node, e.g. nvlink4. Default: link of the accelerator.", "--link", "networks"},
};

}  // namespace llmsize::accelerator
