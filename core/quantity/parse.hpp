// SPDX-License-Identifier: Apache-2.0
// The only place that turns text such as "80GB", "400Gb/s", "30d" or "175B" into a number. Independent of the locale.
#pragma once

#include "core/quantity/unit.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// Value in base units of a text of the given kind, or nothing when it is not one. Never NaN or infinite.
///
/// A bare number is in base units. A space may stand between number and unit. K, M, B, T multiply counts by powers of
/// ten, as do thousand, million, billion, trillion; GB is 10^9 bytes and GiB 2^30; b is a bit and B a byte; durations
/// may be compound ("1d12h") or the time between two dates ("2026-12-01/2027-03-01"), a month is a twelfth of 365.25
/// days; ratios accept "40%"; flags accept yes/no, true/false, on/off, 1/0; money accepts a currency code or sign
/// before or after ("1.2M USD", "$1.2M").
std::optional<double> parse(std::string_view text, Unit unit);

/// What `parse` accepts for a kind, for error messages: "a size (80GB, 80GiB, 1.5TB)".
std::string_view accepted(Unit unit);

/// The three-letter currency code inside a money text, or empty.
std::string currency(std::string_view money);

}  // namespace llmsize
