// SPDX-License-Identifier: Apache-2.0
// Inputs of trends: how much things grow in a year, and from when to when.
#pragma once

#include "core/inputs/model.hpp"

namespace llmsize::trend {

inline constexpr auto base_year = input<"trend.base_year", Count>(
    {.symbol = "y_0",
     .label = "Base year",
     .help = "Base year of the scenario. Default: release year of the model.",
     .flags = "--base-year",
     .least = 1950,
     .most = 2200,
     .unit = Unit::year,
     .whole = true},
    [](const auto& x) { return model::year(x); });
inline constexpr auto year = input<"trend.year", Count>(
    {.symbol = "y",
     .label = "Target year",
     .help = "Year of the extrapolation. Default: base year + 3.",
     .flags = "--year",
     .least = 1950,
     .most = 2200,
     .unit = Unit::year,
     .whole = true},
    [](const auto& x) { return base_year(x) + 3.0; });
inline constexpr auto model_growth = input<"trend.model_growth", Count>(
    {.symbol = "g_Ψ",
     .label = "Model size growth per year",
     .help = "Growth factor of the largest models per year",
     .least = 0.1,
     .most = 1e3,
     .initial = 10,
     .source = "DDN, AI for Science and Exascale: ×1000 in 3 years"});
inline constexpr auto memory_growth = input<"trend.memory_growth", Count>(
    {.symbol = "g_M",
     .label = "GPU memory growth per year",
     .help = "Growth factor of GPU memory per year",
     .least = 0.1,
     .most = 1e3,
     .initial = 1.7099759466766968,
     .source = "DDN, AI for Science and Exascale: ×5 in 3 years"});
inline constexpr auto bandwidth_growth = input<"trend.bandwidth_growth", Count>(
    {.symbol = "g_W",
     .label = "Bandwidth demand growth per year",
     .help = "Growth factor of storage bandwidth demand per year",
     .least = 0.1,
     .most = 1e3,
     .initial = 2,
     .source = "DDN, AI for Science and Exascale: ×4 in 2 years"});
inline constexpr auto capacity_growth = input<"trend.capacity_growth", Count>(
    {.symbol = "g_C",
     .label = "Capacity demand growth per year",
     .help = "Growth factor of storage capacity demand per year",
     .least = 0.1,
     .most = 1e3,
     .initial = 1.4142135623730951,
     .source = "DDN, AI for Science and Exascale: ×2 in 2 years"});

inline constexpr auto inputs =
    std::tie(base_year, year, model_growth, memory_growth, bandwidth_growth, capacity_growth);

}  // namespace llmsize::trend
