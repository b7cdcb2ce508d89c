// SPDX-License-Identifier: Apache-2.0
// What a checkpoint holds.
#pragma once

#include "core/inputs/checkpoint.hpp"
#include "core/model/parameters.hpp"

namespace llmsize::checkpoint {

inline constexpr auto size = formula<"checkpoint.size", Bytes>(
    {.symbol = "S",
     .title = "Checkpoint size",
     .why = "A restart needs weights, master weights and moments, not gradients.",
     .source = "14 bytes per parameter for mixed-precision Adam: BLOOM model card (2.3 TB for 176B); Lockwood and Kartik, checkpointing "
               "talk 2024"},
    [](const auto& x) { return otherwise(size_given(x), (weight_bytes(x) + optimizer_bytes(x)) * model::parameters(x)); });

inline constexpr auto formulas = std::tie(size);
inline constexpr std::tuple<> findings{};

}  // namespace llmsize::checkpoint
