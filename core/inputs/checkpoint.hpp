// SPDX-License-Identifier: Apache-2.0
// Inputs of checkpoints.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::checkpoint {

inline constexpr auto weight_bytes = input<"checkpoint.weight_bytes", Bytes>(
    {.symbol = "κ_w", .label = "Saved bytes per weight", .help = "Bytes of weights per parameter in a checkpoint.", .most = 16});
inline constexpr auto optimizer_bytes = input<"checkpoint.optimizer_bytes", Bytes>(
    {.symbol = "κ_o",
     .label = "Saved optimizer bytes",
     .help = "Bytes of master weight and moments per parameter in a checkpoint.",
     .most = 32});
inline constexpr auto size_given = input<"checkpoint.size_given", Bytes>(
    {.symbol = "S_given",
     .label = "Checkpoint size, given",
     .help = "Size of a checkpoint when it is known, such as 2.3TB.",
     .most = 1e20});

inline constexpr auto inputs = std::tie(weight_bytes, optimizer_bytes, size_given);

}  // namespace llmsize::checkpoint
