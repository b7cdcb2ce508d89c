// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of checkpoints, restarts and goodput, in the order they are shown.
#pragma once

#include "core/storage/capacity.hpp"

namespace llmsize::checkpoint {

inline constexpr auto formulas = std::tuple_cat(
    content_formulas, saving_formulas, interval_formulas, capacity_formulas, restart::formulas, reliability::formulas);
inline constexpr auto findings = std::tuple_cat(checkpoint_findings, restart::findings);

}  // namespace llmsize::checkpoint
