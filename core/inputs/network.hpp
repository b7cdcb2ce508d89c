// SPDX-License-Identifier: Apache-2.0
// Inputs of the compute network.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::network {

inline constexpr auto rate = input<"network.rate", Bandwidth>(
    {.symbol = "W_net", .label = "Port rate", .help = "Line rate per port and direction, e.g. 400Gb/s", .most = 1e14});
inline constexpr auto latency = input<"network.latency", Seconds>(
    {.symbol = "α_net",
     .label = "Network latency",
     .help = "Latency of an empty message between two nodes, e.g. 2us",
     .most = 10});
inline constexpr auto efficiency = input<"network.efficiency", Count>(
    {.symbol = "η_net",
     .label = "Network efficiency",
     .help = "Best measured fraction of the line rate",
     .most = 1,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(rate, latency, efficiency);

inline constexpr Reference references[] = {
    {"network.id", "Network", "Network, e.g. ib-ndr (see llmsize catalog networks)", "--network", "networks"},
};

}  // namespace llmsize::network
