// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of the offload room, in the order they are shown.
#pragma once

#include "core/offload/sharing.hpp"
#include "core/offload/zero_infinity.hpp"

namespace llmsize::offload {

inline constexpr auto formulas =
    std::tuple_cat(traffic_formulas, efficiency_formulas, sharing_formulas, pass_formulas, infinity_formulas);
inline constexpr auto findings = std::tuple_cat(efficiency_findings, sharing_findings);

}  // namespace llmsize::offload
