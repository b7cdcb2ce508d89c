// SPDX-License-Identifier: Apache-2.0
// All formulas of the serving room.
#pragma once

#include "core/serving/decode.hpp"

namespace llmsize::serving {

inline constexpr auto formulas = std::tuple_cat(byte_formulas, pass_formulas, decode_formulas);
inline constexpr auto findings = std::tuple<>();

}  // namespace llmsize::serving
