// SPDX-License-Identifier: Apache-2.0
// A value for a key: checked against the input's kind and bounds, whoever it comes from.
#pragma once

#include "core/files/bad_input.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// A number in base units for a numeric input, a word for a choice or reference.
struct Value {
  std::optional<double> number{};
  std::string word{};
};

/// Who gave a value, for error sentences and exit codes: "--tokens", "plan.llmsize: workload.tokens".
struct Giver {
  std::string name;
  BadInput::Kind kind = BadInput::Kind::usage;
};

/// Throws BadInput with the nearest key unless a scenario may hold this key.
void require_key(std::string_view key, const Giver& giver);

/// The value that a text, or a number in base units, means for a key. Throws BadInput when it is no such quantity, out
/// of bounds or not one of a choice's words.
Value value_of(std::string_view key, std::string_view text, const Giver& giver);
Value value_of(std::string_view key, double base_units, const Giver& giver);

/// Nearest sensible values as text: "from 1 to 1M".
std::string bounds(std::string_view key);

}  // namespace llmsize
