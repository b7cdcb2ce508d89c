// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of checkpoints, restarts and goodput, in the order they are shown.
#pragma once

#include "core/storage/calendar.hpp"
#include "core/storage/capacity.hpp"

namespace llmsize::checkpoint {

inline constexpr auto formulas = std::tuple_cat(
    content_formulas, saving_formulas, interval_formulas, capacity_formulas, restart::formulas, reliability::formulas,
    std::tie(reliability::usual_goodput, reliability::expected_goodput, reliability::interruptions),
    training::calendar_formulas);
inline constexpr auto functions = training::calendar_functions;
inline constexpr auto findings = std::tuple_cat(checkpoint_findings, restart::findings, std::tie(training::missed));

}  // namespace llmsize::checkpoint
