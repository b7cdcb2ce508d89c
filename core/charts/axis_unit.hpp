// SPDX-License-Identifier: Apache-2.0
// The unit of a whole axis: one prefix for all its ticks, named once in its title.
#pragma once

#include "core/charts/chart.hpp"

namespace llmsize {

/// "GB/s" and the base units in one of it. No name where ticks carry their unit themselves (times, percentages) or need
/// none (counts).
struct AxisUnit {
  std::string name{};
  double size = 1;
};
AxisUnit axis_unit(const Scale& scale);

}  // namespace llmsize
