// SPDX-License-Identifier: Apache-2.0
// Inputs of one accelerator. Peaks are dense, per accelerator; bandwidths per direction.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::accelerator {

inline constexpr auto memory_label = input<"accelerator.memory_label", Bytes>(
    {.symbol = "M_label", .label = "Memory, as sold", .help = "Memory on the label, such as 80GB.", .least = 1, .most = 1e15});
inline constexpr auto memory_reported = input<"accelerator.memory_reported", Bytes>(
    {.symbol = "M_driver",
     .label = "Memory, as reported",
     .help = "Memory that the driver reports, without any reserve.",
     .least = 1,
     .most = 1e15});
inline constexpr auto memory = input<"accelerator.memory", Bytes>(
    {.symbol = "M_gpu", .label = "Memory", .help = "Memory of one accelerator, on the chosen basis.", .least = 1, .most = 1e15});
inline constexpr auto memory_bandwidth = input<"accelerator.memory_bandwidth", Bandwidth>(
    {.symbol = "W", .label = "Memory bandwidth", .help = "Peak bandwidth of the accelerator's memory.", .least = 1, .most = 1e16});
inline constexpr auto peak = input<"accelerator.peak", FlopRate>(
    {.symbol = "P", .label = "Peak rate", .help = "Dense peak in the chosen precision.", .least = 1, .most = 1e20});
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
inline constexpr auto host_link = input<"accelerator.host_link", Bandwidth>(
    {.symbol = "W_host", .label = "Host link", .help = "Link between accelerator and CPU, per direction.", .least = 1, .most = 1e15});
inline constexpr auto power = input<"accelerator.power", Watts>(
    {.symbol = "P_gpu", .label = "Accelerator power", .help = "Thermal design power of one accelerator.", .least = 1, .most = 1e6});

inline constexpr auto inputs = std::tie(
    memory_label, memory_reported, memory, memory_bandwidth, peak, peak_fp32, peak_tf32, peak_fp16, peak_bf16, peak_fp8, peak_fp4,
    host_link, power);

inline constexpr Option memory_basis_options[] = {
    {"reported", "what the driver reports", {{{"accelerator.memory", 0, "accelerator.memory_reported"}}}},
    {"label", "what is printed on the box", {{{"accelerator.memory", 0, "accelerator.memory_label"}}}},
};
inline constexpr Choice choices[] = {
    {"accelerator.memory_basis", "Memory basis", "Which memory figure counts as capacity.", "--memory-basis", "reported", "",
     memory_basis_options},
};
inline constexpr Reference references[] = {
    {"accelerator.id", "Accelerator", "Accelerator of the catalog, such as h100-sxm5-80gb.", "--accelerator", "accelerators"},
};

}  // namespace llmsize::accelerator
