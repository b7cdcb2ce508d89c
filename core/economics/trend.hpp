// SPDX-License-Identifier: Apache-2.0
// Published trends, extrapolated from a base year. Projections, not data.
#pragma once

#include "core/inputs/trend.hpp"
#include "core/memory/states.hpp"
#include "core/model/parameters.hpp"
#include "core/tiers/capacity.hpp"

namespace llmsize::trend {

inline constexpr std::string_view trend_source = "DDN, AI for Science and Exascale";

inline constexpr auto years = formula<"trend.years", Count>(
    {.symbol = "Δy",
     .title = "Years since base year",
     .why = "Span of the extrapolation.",
     .source = "derived: definition"},
    [](const auto& x) { return year(x) - base_year(x); });

inline constexpr auto parameters = formula<"trend.parameters", Count>(
    {.symbol = "Ψ_y",
     .title = "Projected parameters",
     .why = "The largest models grow tenfold per year.",
     .source = trend_source},
    [](const auto& x) { return model::parameters(x) * power(model_growth(x), years(x)); });

inline constexpr auto gpu_memory = formula<"trend.gpu_memory", Bytes>(
    {.symbol = "M_y",
     .title = "Projected GPU memory",
     .why = "GPU memory grows fivefold in three years.",
     .source = trend_source},
    [](const auto& x) { return accelerator::memory(x) / accelerator::devices(x) * power(memory_growth(x), years(x)); });

inline constexpr auto gpus = formula<"trend.gpus", Count>(
    {.symbol = "n_y",
     .title = "Projected GPUs for the model states",
     .why = "Model states grow faster than GPU memory. One device cannot hold them, hundreds can.",
     .source = trend_source,
     .whole = true},
    [](const auto& x) { return ceil(memory::bytes_per_parameter(x) * parameters(x) / gpu_memory(x)); });

inline constexpr auto memory_wall = formula<"trend.memory_wall", Count>(
    {.symbol = "wall",
     .title = "Memory-wall growth",
     .why = "Growth factor of the GPUs needed to hold a model since the base year: 200× in three years.",
     .source = "derived: growth of models over growth of GPU memory",
     .unit = Unit::ratio},
    [](const auto& x) { return power(model_growth(x) / memory_growth(x), years(x)); });

inline constexpr auto bandwidth_factor = formula<"trend.bandwidth_factor", Count>(
    {.symbol = "φ_W",
     .title = "Bandwidth demand growth factor",
     .why = "Demand for storage bandwidth grows fourfold in two years.",
     .source = trend_source,
     .unit = Unit::ratio},
    [](const auto& x) { return power(bandwidth_growth(x), years(x)); });

inline constexpr auto capacity_factor = formula<"trend.capacity_factor", Count>(
    {.symbol = "φ_C",
     .title = "Capacity demand growth factor",
     .why = "Demand for storage capacity doubles in two years.",
     .source = trend_source,
     .unit = Unit::ratio},
    [](const auto& x) { return power(capacity_growth(x), years(x)); });

inline constexpr auto storage_read = formula<"trend.storage_read", Bandwidth>(
    {.symbol = "R_y",
     .title = "Projected storage bandwidth demand",
     .why = "Storage bandwidth of the base year times demand growth.",
     .source = trend_source},
    [](const auto& x) { return storage::count(x) * storage::read(x) * bandwidth_factor(x); });

inline constexpr auto storage_capacity = formula<"trend.storage_capacity", Bytes>(
    {.symbol = "C_y",
     .title = "Projected storage capacity demand",
     .why = "Storage capacity of the base year times demand growth.",
     .source = trend_source},
    [](const auto& x) { return capacity::shared_bytes(x) * capacity_factor(x); });

inline constexpr auto formulas = std::tie(
    years, parameters, gpu_memory, gpus, memory_wall, bandwidth_factor, capacity_factor, storage_read,
    storage_capacity);

}  // namespace llmsize::trend
