// SPDX-License-Identifier: Apache-2.0
// Where the time of a small read goes, and how many of them that allows.
#pragma once

#include "core/inputs/latency.hpp"

namespace llmsize::latency {

inline constexpr auto read = formula<"latency.read", Seconds>(
    {.symbol = "t_rd",
     .title = "Latency of a read",
     .why = "Software, device and network one after the other.",
     .source = budget_source},
    [](const auto& x) { return otherwise(read_given(x), driver(x) + block_layer(x) + device(x) + network(x)); });

inline constexpr auto software_share = formula<"latency.software_share", Count>(
    {.symbol = "σ_sw",
     .title = "Share of software",
     .why = "Driver and block layer over the whole: more than half of a local read.",
     .source = budget_source,
     .unit = Unit::ratio},
    [](const auto& x) { return (driver(x) + block_layer(x)) / (driver(x) + block_layer(x) + device(x) + network(x)); });

inline constexpr auto iops = formula<"latency.iops", PerSecond>(
    {.symbol = "I_rd",
     .title = "Reads per second",
     .why = "Reads in flight over the latency of one.",
     .source = "Little 1961"},
    [](const auto& x) { return in_flight(x) / read(x); });

inline constexpr auto throughput = formula<"latency.throughput", Bandwidth>(
    {.symbol = "B_rd",
     .title = "Bandwidth of small reads",
     .why = "Reads per second times their bytes.",
     .source = "derived: definition"},
    [](const auto& x) { return iops(x) * block(x); });

inline constexpr auto formulas = std::tie(read, software_share, iops, throughput);

}  // namespace llmsize::latency
