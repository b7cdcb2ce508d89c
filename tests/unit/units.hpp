// SPDX-License-Identifier: Apache-2.0
// Every kind of number.
#pragma once

#include "core/quantity/unit.hpp"

#include <array>

namespace llmsize {

inline constexpr std::array all_units{
    Unit::count,
    Unit::ratio,
    Unit::flag,
    Unit::year,
    Unit::bytes,
    Unit::memory,
    Unit::flop,
    Unit::seconds,
    Unit::bandwidth,
    Unit::flop_rate,
    Unit::watts,
    Unit::joules,
    Unit::money,
    Unit::per_second,
    Unit::tokens_per_second,
    Unit::requests_per_second,
    Unit::samples_per_second,
    Unit::operations_per_second,
    Unit::iops,
    Unit::intensity};

}  // namespace llmsize
