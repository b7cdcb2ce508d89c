// SPDX-License-Identifier: Apache-2.0
// Inputs that a planner chooses unless somebody states them: which they are, and what a statement costs.
#pragma once

#include "core/answer/views.hpp"
#include "core/view/subject.hpp"

#include <span>
#include <string>
#include <string_view>

namespace llmsize {

/// What a plan of such a scenario chooses where nobody states it.
std::span<const ScenarioKey> planned_keys(Asked asked);

/// Whether an input is among it.
bool is_left_to_plan(Asked asked, std::string_view key);

/// What a statement does to an answer: "TP 8 held: +2 nodes, +0.4 days". `open` is the plan of the same scenario
/// without it. Empty where one of them has no answer to compare. Throws BadInput as `complete` does.
std::string price_of_statement(
    std::string_view key, const Subject& stated, const Subject& open, const Catalog& catalog);

}  // namespace llmsize
