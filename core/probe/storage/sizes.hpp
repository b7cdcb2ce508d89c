// SPDX-License-Identifier: Apache-2.0
// Sizes that disks and fio count in.
#pragma once

#include "core/quantity/print.hpp"

#include <string>

namespace llmsize {

inline constexpr double mebibyte = 0x1p20, gibibyte = 0x1p30;

/// "1.5 GiB".
inline std::string binary(double bytes) { return pretty(bytes, Unit::memory); }

}  // namespace llmsize
