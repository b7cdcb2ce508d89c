// SPDX-License-Identifier: Apache-2.0
// How far predicted numbers are from measured ones, and the summary of many.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace llmsize {

/// A measured number and what is predicted for it, base units.
struct Compared {
  double measured, predicted;
  std::optional<double> p10, p90;

  double error() const { return predicted / measured - 1; }
};

/// Errors of a group of predictions, as fractions.
struct ErrorSummary {
  std::size_t rows = 0;
  double mean = 0, median = 0, p90 = 0, max = 0;  ///< of absolute errors
  double bias = 0;                                ///< mean of errors
  double coverage = 0;  ///< share inside P10 to P90, of those that have a range; NaN where none has
};
ErrorSummary error_summary(const std::vector<Compared>& all);

}  // namespace llmsize
