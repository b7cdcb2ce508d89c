// SPDX-License-Identifier: Apache-2.0
// What to expect where nobody names the software: the stack that is usual on an accelerator, and how far all that were
// measured there lie from it.
#pragma once

#include "core/calibration/measurement.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// What dense runs on one accelerator took over what its usual stack takes.
struct TypicalFit {
  std::string accelerator;  ///< id
  std::size_t rows = 0, stacks = 0;
  double factor = 1, spread = 0;     ///< the median, and a standard deviation of the logarithm
  double used = 1, used_spread = 0;  ///< the same as the catalog has them
};

/// One fit per accelerator. A run weighs one over the root of the runs of its stack: a stack of which four times as
/// many were published counts twice as much, not four times.
std::vector<TypicalFit> fit_typical(const std::vector<Measurement>& rows, const Catalog& catalog);

}  // namespace llmsize
