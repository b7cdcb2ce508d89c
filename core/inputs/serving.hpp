// SPDX-License-Identifier: Apache-2.0
// Inputs of serving.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize::serving {

inline constexpr auto kv_value_bytes = input<"serving.kv_value_bytes", Bytes>(
    {.symbol = "β_kv",
     .label = "Bytes per cached value",
     .help = "Bytes of one cached key or value: 2 for 16 bit, 1 for 8 bit.",
     .most = 16,
     .initial = 2,
     .source = "16-bit cache"});

inline constexpr auto inputs = std::tie(kv_value_bytes);

}  // namespace llmsize::serving
