// SPDX-License-Identifier: Apache-2.0
// A number that nobody knows: absent is a value, not zero.
#pragma once

#include <limits>

namespace llmsize {

inline constexpr double absent = std::numeric_limits<double>::quiet_NaN();

constexpr bool is_absent(double v) { return v != v; }

}  // namespace llmsize
