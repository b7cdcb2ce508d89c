// SPDX-License-Identifier: Apache-2.0
// Inputs of the latency budget: where the time of one small read goes.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::latency {

inline constexpr std::string_view budget_source =
    "DDN, AI for Science and Exascale: latency is mostly a software issue";

inline constexpr auto driver = input<"latency.driver", Seconds>(
    {.symbol = "t_drv",
     .label = "NVMe driver",
     .help = "Time of a read in the NVMe driver.",
     .most = 1,
     .initial = 9e-6,
     .source = budget_source});
inline constexpr auto block_layer = input<"latency.block_layer", Seconds>(
    {.symbol = "t_blk",
     .label = "Block layer",
     .help = "Time of a read between the NVMe driver and the block driver.",
     .most = 1,
     .initial = 6e-6,
     .source = budget_source});
inline constexpr auto device = input<"latency.device", Seconds>(
    {.symbol = "t_dev",
     .label = "Device",
     .help = "Time of a read in the block device itself.",
     .most = 1,
     .initial = 13e-6,
     .source = budget_source});
inline constexpr auto network = input<"latency.network", Seconds>(
    {.symbol = "t_net",
     .label = "Network",
     .help = "Time of a read on the way to a remote device and back; none for a local one.",
     .most = 10,
     .initial = 0,
     .source = "a local device"});
inline constexpr auto read_given = input<"latency.read_given", Seconds>(
    {.symbol = "t_given",
     .label = "Latency, given",
     .help = "Mean latency of a read when it is measured, e.g. 163us.",
     .most = 1e3});
inline constexpr auto in_flight = input<"latency.in_flight", Count>(
    {.symbol = "n_fly",
     .label = "Reads in flight",
     .help = "Reads that wait at the same time: threads times queue depth.",
     .least = 1,
     .most = 1e9,
     .initial = 1,
     .source = "one thread, queue depth 1",
     .whole = true});
inline constexpr auto block = input<"latency.block", Bytes>(
    {.symbol = "b_io",
     .label = "Block",
     .help = "Bytes of one read, e.g. 4KiB.",
     .least = 1,
     .most = 1e12,
     .initial = 4096,
     .source = "4 KiB, as small reads are measured"});

inline constexpr auto inputs = std::tie(driver, block_layer, device, network, read_given, in_flight, block);

}  // namespace llmsize::latency
