// SPDX-License-Identifier: Apache-2.0
// Inputs of the latency budget: where the time of one small read goes.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::latency {

inline constexpr std::string_view budget_source =
    "DDN, AI for Science and Exascale: latency is mostly a software issue";

inline constexpr auto driver = input<"latency.driver", Seconds>(
    {.symbol = "t_drv",
     .label = "NVMe driver latency",
     .help = "Read latency in the NVMe driver",
     .most = 1,
     .initial = 9e-6,
     .source = budget_source});
inline constexpr auto block_layer = input<"latency.block_layer", Seconds>(
    {.symbol = "t_blk",
     .label = "Block layer latency",
     .help = "Read latency between NVMe driver and block driver",
     .most = 1,
     .initial = 6e-6,
     .source = budget_source});
inline constexpr auto device = input<"latency.device", Seconds>(
    {.symbol = "t_dev",
     .label = "Device latency",
     .help = "Read latency in the block device",
     .most = 1,
     .initial = 13e-6,
     .source = budget_source});
inline constexpr auto network = input<"latency.network", Seconds>(
    {.symbol = "t_net",
     .label = "Network round-trip latency",
     .help = "Network round-trip latency of a read from a remote device. 0 for a local one.",
     .most = 10,
     .initial = 0,
     .source = "local device"});
inline constexpr auto read_given = input<"latency.read_given", Seconds>(
    {.symbol = "t_given",
     .label = "Read latency (set by user)",
     .help = "Measured mean read latency, e.g. 163us",
     .most = 1e3});
inline constexpr auto in_flight = input<"latency.in_flight", Count>(
    {.symbol = "n_fly",
     .label = "Outstanding reads",
     .help = "Outstanding reads: threads × queue depth",
     .least = 1,
     .most = 1e9,
     .initial = 1,
     .source = "one thread, queue depth 1",
     .whole = true});
inline constexpr auto block = input<"latency.block", Bytes>(
    {.symbol = "b_io",
     .label = "Block size",
     .help = "Bytes per read, e.g. 4KiB",
     .least = 1,
     .most = 1e12,
     .initial = 4096,
     .source = "4 KiB, the usual small-read benchmark"});

inline constexpr auto inputs = std::tie(driver, block_layer, device, network, read_given, in_flight, block);

}  // namespace llmsize::latency
