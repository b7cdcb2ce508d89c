// SPDX-License-Identifier: Apache-2.0
// Where the time of a small read goes, and how many of them that allows.
#pragma once

#include "core/inputs/latency.hpp"

namespace llmsize::latency {

inline constexpr auto read = formula<"latency.read", Seconds>(
    {.symbol = "t_rd",
     .title = "Small-read latency",
     .why = "Sum of software, device and network latency.",
     .source = budget_source},
    [](const auto& x) { return otherwise(read_given(x), driver(x) + block_layer(x) + device(x) + network(x)); });

inline constexpr auto software_share = formula<"latency.software_share", Count>(
    {.symbol = "σ_sw",
     .title = "Software fraction of read latency",
     .why = "Driver and block layer over total latency: more than half of a local read.",
     .source = budget_source,
     .unit = Unit::ratio},
    [](const auto& x) { return (driver(x) + block_layer(x)) / (driver(x) + block_layer(x) + device(x) + network(x)); });

inline constexpr auto iops = formula<"latency.iops", PerSecond>(
    {.symbol = "I_rd",
     .title = "Small reads per second",
     .why = "Reads in flight over latency per read.",
     .source = "Little 1961",
     .unit = Unit::iops},
    [](const auto& x) { return in_flight(x) / read(x); });

inline constexpr auto throughput = formula<"latency.throughput", Bandwidth>(
    {.symbol = "B_rd",
     .title = "Small-read bandwidth",
     .why = "Reads per second times bytes per read.",
     .source = "derived: definition"},
    [](const auto& x) { return iops(x) * block(x); });

inline constexpr auto formulas = std::tie(read, software_share, iops, throughput);

}  // namespace llmsize::latency
