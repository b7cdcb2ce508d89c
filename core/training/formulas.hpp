// SPDX-License-Identifier: Apache-2.0
// All formulas of the training room.
#pragma once

#include "core/training/batch.hpp"
#include "core/training/results.hpp"
#include "core/training/unmodelled.hpp"

namespace llmsize::training {

inline constexpr auto formulas = std::tuple_cat(
    batch_formulas, step_formulas, phase_formulas, result_formulas, work_formulas, micro_batch_formulas, layer_formulas,
    exchange_formulas, states_formulas, stream_formulas, rate_formulas);
inline constexpr auto findings = std::tuple_cat(result_findings, unmodelled_findings);

}  // namespace llmsize::training
