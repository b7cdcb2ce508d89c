// SPDX-License-Identifier: Apache-2.0
// Numbers that somebody types without the unit that decides what they mean.
#pragma once

#include "core/scenario/scenario.hpp"

namespace llmsize {

/// Throws BadInput for a bare number where nobody means base units: a deadline of 90, limits of 40, 1.5 tokens. It
/// names the two likely readings. For texts that people type; programs write base units.
void refuse_bare(std::string_view key, std::string_view text, const Giver& giver);

/// The unit that a bare number of such a key most likely has: "ms"; empty for all other keys. For forms that show it
/// before a number is typed.
std::string_view likely_unit(std::string_view key);

}  // namespace llmsize
