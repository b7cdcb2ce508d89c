// SPDX-License-Identifier: Apache-2.0
// Dates of the calendar, and the time between two: 2027-03-01, 2026-12-01/2027-03-01 (ISO 8601).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// The day of a text such as "2027-03-01"; nothing where it is no date, no such day exists or it is before 1900.
std::optional<std::chrono::sys_days> parse_date(std::string_view text);

/// "2027-03-01".
std::string date_text(std::chrono::sys_days day);

/// 2027.25 of about the first of April: the year with the fraction of it that is over.
double year_of(std::chrono::sys_days day);

/// The same of a date, or of the middle of a month or year that is all that is known: "2027-03", "2027". Nothing for
/// any other text.
std::optional<double> year_of_text(std::string_view text);

/// Seconds from START to END of "START/END", negative where END comes first; nothing for any other text.
std::optional<double> parse_interval(std::string_view text);

}  // namespace llmsize
