// SPDX-License-Identifier: Apache-2.0
// Which findings stand against the results that are shown: a loss by a scaling law needs no GPU that it could overflow.
#pragma once

#include "core/answer/answer.hpp"

#include <vector>

namespace llmsize {

/// Whether any of these results depends on what a planner chooses: nodes, layout, batch.
bool rests_on_layout(const std::vector<const ResultRow*>& rows);

/// Whether a finding concerns results: one of the model concerns all, any other those that rest on a layout.
bool concerns(const FindingId& finding, bool rests_on_layout);

}  // namespace llmsize
