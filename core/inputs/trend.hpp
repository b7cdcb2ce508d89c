// SPDX-License-Identifier: Apache-2.0
// Inputs of trends: how much things grow in a year, and from when to when.
#pragma once

#include "core/inputs/model.hpp"

namespace llmsize::trend {

inline constexpr auto base_year = input<"trend.base_year", Count>(
    {.symbol = "y_0",
     .label = "Base year",
     .help = "Year in which model, accelerator and storage are as the scenario says: the model's year unless given.",
     .flags = "--base-year",
     .least = 1950,
     .most = 2200,
     .unit = Unit::year,
     .whole = true},
    [](const auto& x) { return model::year(x); });
inline constexpr auto year = input<"trend.year", Count>(
    {.symbol = "y",
     .label = "Year",
     .help = "Year to extrapolate to: three years after the base year unless given.",
     .flags = "--year",
     .least = 1950,
     .most = 2200,
     .unit = Unit::year,
     .whole = true},
    [](const auto& x) { return base_year(x) + 3.0; });
inline constexpr auto model_growth = input<"trend.model_growth", Count>(
    {.symbol = "g_Ψ",
     .label = "Growth of models",
     .help = "Factor by which the largest models grow in a year.",
     .least = 0.1,
     .most = 1e3,
     .initial = 10,
     .source = "DDN, AI for Science and Exascale: ×1000 in 3 years"});
inline constexpr auto memory_growth = input<"trend.memory_growth", Count>(
    {.symbol = "g_M",
     .label = "Growth of GPU memory",
     .help = "Factor by which the memory of a GPU grows in a year.",
     .least = 0.1,
     .most = 1e3,
     .initial = 1.7099759466766968,
     .source = "DDN, AI for Science and Exascale: ×5 in 3 years"});
inline constexpr auto bandwidth_growth = input<"trend.bandwidth_growth", Count>(
    {.symbol = "g_W",
     .label = "Growth of bandwidth demand",
     .help = "Factor by which the demand for storage bandwidth grows in a year.",
     .least = 0.1,
     .most = 1e3,
     .initial = 2,
     .source = "DDN, AI for Science and Exascale: ×4 in 2 years"});
inline constexpr auto capacity_growth = input<"trend.capacity_growth", Count>(
    {.symbol = "g_C",
     .label = "Growth of capacity demand",
     .help = "Factor by which the demand for storage capacity grows in a year.",
     .least = 0.1,
     .most = 1e3,
     .initial = 1.4142135623730951,
     .source = "DDN, AI for Science and Exascale: ×2 in 2 years"});

inline constexpr auto inputs =
    std::tie(base_year, year, model_growth, memory_growth, bandwidth_growth, capacity_growth);

}  // namespace llmsize::trend
