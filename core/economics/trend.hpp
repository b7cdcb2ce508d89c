// SPDX-License-Identifier: Apache-2.0
// Trends that the talks state, carried on from a base year. They are extrapolations, not data.
#pragma once

#include "core/inputs/trend.hpp"
#include "core/memory/states.hpp"
#include "core/model/parameters.hpp"
#include "core/tiers/capacity.hpp"

namespace llmsize::trend {

inline constexpr std::string_view trend_source = "DDN, AI for Science and Exascale";

inline constexpr auto years = formula<"trend.years", Count>(
    {.symbol = "Δy",
     .title = "Years since the base year",
     .why = "How far the trend is carried on.",
     .source = "derived: definition"},
    [](const auto& x) { return year(x) - base_year(x); });

inline constexpr auto parameters = formula<"trend.parameters", Count>(
    {.symbol = "Ψ_y",
     .title = "Parameters, by trend",
     .why = "The largest models grow tenfold in a year.",
     .source = trend_source},
    [](const auto& x) { return model::parameters(x) * power(model_growth(x), years(x)); });

inline constexpr auto gpu_memory = formula<"trend.gpu_memory", Bytes>(
    {.symbol = "M_y",
     .title = "GPU memory, by trend",
     .why = "GPU memory grows fivefold in three years.",
     .source = trend_source},
    [](const auto& x) { return accelerator::memory(x) / accelerator::devices(x) * power(memory_growth(x), years(x)); });

inline constexpr auto gpus = formula<"trend.gpus", Count>(
    {.symbol = "n_y",
     .title = "GPUs to hold the model states, by trend",
     .why = "States grow with the model, GPU memory more slowly: one device cannot hold them, hundreds can.",
     .source = trend_source,
     .whole = true},
    [](const auto& x) { return ceil(memory::bytes_per_parameter(x) * parameters(x) / gpu_memory(x)); });

inline constexpr auto memory_wall = formula<"trend.memory_wall", Count>(
    {.symbol = "wall",
     .title = "Growth of the memory wall",
     .why = "By how much more GPUs are needed to hold a model than in the base year: 200 times in three years.",
     .source = "derived: growth of models over growth of GPU memory",
     .unit = Unit::ratio},
    [](const auto& x) { return power(model_growth(x) / memory_growth(x), years(x)); });

inline constexpr auto bandwidth_factor = formula<"trend.bandwidth_factor", Count>(
    {.symbol = "φ_W",
     .title = "Growth of bandwidth demand",
     .why = "Demand for storage bandwidth grows fourfold in two years.",
     .source = trend_source,
     .unit = Unit::ratio},
    [](const auto& x) { return power(bandwidth_growth(x), years(x)); });

inline constexpr auto capacity_factor = formula<"trend.capacity_factor", Count>(
    {.symbol = "φ_C",
     .title = "Growth of capacity demand",
     .why = "Demand for storage capacity doubles in two years.",
     .source = trend_source,
     .unit = Unit::ratio},
    [](const auto& x) { return power(capacity_growth(x), years(x)); });

inline constexpr auto storage_read = formula<"trend.storage_read", Bandwidth>(
    {.symbol = "R_y",
     .title = "Storage bandwidth in demand, by trend",
     .why = "What the storage of the base year delivers, times the growth of demand.",
     .source = trend_source},
    [](const auto& x) { return storage::count(x) * storage::read(x) * bandwidth_factor(x); });

inline constexpr auto storage_capacity = formula<"trend.storage_capacity", Bytes>(
    {.symbol = "C_y",
     .title = "Storage capacity in demand, by trend",
     .why = "What the storage of the base year holds, times the growth of demand.",
     .source = trend_source},
    [](const auto& x) { return capacity::shared_bytes(x) * capacity_factor(x); });

inline constexpr auto formulas = std::tie(
    years, parameters, gpu_memory, gpus, memory_wall, bandwidth_factor, capacity_factor, storage_read,
    storage_capacity);

}  // namespace llmsize::trend
