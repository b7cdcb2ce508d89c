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

/// Refuses a value: "invalid value 'TEXT' for OPTION: expected EXPECTED"; the place in a file stands before the
/// message.
[[noreturn]] void refuse_value(
    const Giver& giver, std::string_view text, std::string_view expected, const std::string& hint = {});

/// Throws BadInput with the nearest key unless a scenario may hold this key.
void require_key(std::string_view key, const Giver& giver);

/// The value that a text, or a number in base units, means for a key. Throws BadInput when it is no such quantity, out
/// of bounds or not one of a choice's words.
Value value_of(std::string_view key, std::string_view text, const Giver& giver);
Value value_of(std::string_view key, double base_units, const Giver& giver);

/// The date that a deadline is counted from where nobody states another: the newest of the shipped data, never that of
/// a clock, so that a question has one answer.
std::string_view data_date();
/// A deadline that is a date with the date that it is counted from, "2026-11-09/2027-03-01"; any other text as it is.
std::string with_start(std::string_view key, std::string_view text, std::string_view start = data_date());

/// Nearest sensible values as text: "from 1 to 1M".
std::string bounds(std::string_view key);

}  // namespace llmsize
