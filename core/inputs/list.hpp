// SPDX-License-Identifier: Apache-2.0
// All inputs as a run-time list: what flags, files, forms and tables are derived from.
#pragma once

#include "core/formula/about.hpp"
#include "core/formula/id.hpp"
#include "core/inputs/choice.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Declarations of all numeric inputs, as they are shown; all choices; all references to the catalog.
std::span<const InputAbout* const> numeric_inputs();
std::span<const Choice* const> choices();
std::span<const Reference* const> references();

/// The declaration of a key.
const InputAbout& about_of(InputKey key);

/// The declaration of a key that comes at run time, also by a former name, or nullptr.
const InputAbout* find_input(std::string_view key);
const Choice* find_choice(std::string_view key);
const Reference* find_reference(std::string_view key);

/// Options of a key on the command line, shortest first: "--tp", "--tensor-parallel", "--layout.tensor".
std::vector<std::string> options_of(std::string_view key);
/// The shortest of them.
std::string option_of(std::string_view key);
/// The same, and behind them those that the key had before.
std::vector<std::string> all_options_of(std::string_view key);

/// Every key that a scenario may hold: references, choices, numeric inputs.
std::vector<std::string_view> scenario_keys();

}  // namespace llmsize
