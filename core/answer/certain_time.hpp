// SPDX-License-Identifier: Apache-2.0
// The calendar time at a certainty: at the median, or as many futures as are asked for keep.
#pragma once

#include "core/scenario/case.hpp"

#include <string_view>

namespace llmsize {

/// Standard deviations over the median of the certainty that a case asks for; 0 at P50.
double deviations_asked(const Case& plan);

/// The calendar time at a certainty, "p80", seconds; absent where it is not known.
double time_at(const Case& plan, std::string_view certainty);

/// The calendar time at the certainty that the scenario asks for, seconds; absent where it is not known.
double certain_time(const Case& plan);
/// The median of a rate over what it is at least, as surely as the scenario asks for; 1 where nothing is uncertain.
double reserve_below(const Case& plan, ResultKey rate);

}  // namespace llmsize
