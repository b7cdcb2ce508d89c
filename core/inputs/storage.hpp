// SPDX-License-Identifier: Apache-2.0
// Inputs of shared storage. Figures are per appliance.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::storage {

inline constexpr auto count = input<"storage.count", Count>(
    {.symbol = "n_app",
     .label = "Appliances",
     .help = "Storage appliances of the cluster.",
     .flags = "--appliances",
     .least = 1,
     .most = 1e5,
     .initial = 1,
     .source = "one",
     .whole = true});
inline constexpr auto capacity = input<"storage.capacity", Bytes>(
    {.symbol = "M_sto", .label = "Storage capacity", .help = "Capacity of one appliance, such as 500TB.", .most = 1e21});
inline constexpr auto read = input<"storage.read", Bandwidth>(
    {.symbol = "R_sto", .label = "Storage read", .help = "Read bandwidth of one appliance, such as 90GB/s.", .most = 1e16});
inline constexpr auto write = input<"storage.write", Bandwidth>(
    {.symbol = "Q_sto", .label = "Storage write", .help = "Write bandwidth of one appliance, such as 65GB/s.", .most = 1e16});
inline constexpr auto iops_read = input<"storage.iops_read", PerSecond>(
    {.symbol = "I_read", .label = "Storage read IOPS", .help = "Small reads per second of one appliance.", .most = 1e12});
inline constexpr auto iops_write = input<"storage.iops_write", PerSecond>(
    {.symbol = "I_write", .label = "Storage write IOPS", .help = "Small writes per second of one appliance.", .most = 1e12});
inline constexpr auto power =
    input<"storage.power", Watts>({.symbol = "P_sto", .label = "Storage power", .help = "Electrical power of one appliance.", .most = 1e8});
inline constexpr auto rack_units = input<"storage.rack_units", Count>(
    {.symbol = "u_sto", .label = "Storage rack units", .help = "Height of one appliance in rack units.", .most = 1e4});

inline constexpr auto inputs = std::tie(count, capacity, read, write, iops_read, iops_write, power, rack_units);

inline constexpr Reference references[] = {
    {"storage.id", "Storage", "Storage system or guideline of the catalog, such as ddn-ai400x2.", "--storage", "storage"},
};

}  // namespace llmsize::storage
