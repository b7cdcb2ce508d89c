// SPDX-License-Identifier: Apache-2.0
// How a value of a scenario was given, in words.
#pragma once

#include "core/scenario/scenario.hpp"

#include <string>
#include <string_view>

namespace llmsize {

/// Whether an option of a command gave it: not a file, a sheet or a planner.
bool is_option(const Scenario::Said& said);

/// "--pp 7" of an option, "plan.llmsize: layout.pipeline 7" of a file; "layout.pipeline 7" of what a sheet, of which a
/// message names the row, or a planner gave.
std::string as_given(std::string_view key, const Scenario::Said& said);

}  // namespace llmsize
