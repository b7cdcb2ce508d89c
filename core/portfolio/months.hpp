// SPDX-License-Identifier: Apache-2.0
// Months as words.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace llmsize {

/// "March" of 3.
inline std::string_view month_name(int month) {
  constexpr std::string_view names[] = {"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};
  return names[static_cast<std::size_t>(month - 1)];
}

/// "Mar" of 3.
inline std::string_view month_label(int month) { return month_name(month).substr(0, 3); }

/// "1 month", "4 months".
inline std::string months_text(int months) { return fmt::format("{} {}", months, months == 1 ? "month" : "months"); }

}  // namespace llmsize
