// SPDX-License-Identifier: Apache-2.0
// How far a training is from the measured runs behind its software stack.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/scenario/case.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// What differs, in words, and how much wider it makes a step time.
struct FarPart {
  std::string what;
  InputKey by;   ///< says a standard deviation of the logarithm
  double times;  ///< as often as that: doublings, roots of years
  double spread;
  double years = 0;  ///< of age
};

struct Distance {
  std::vector<FarPart> parts;  ///< those that widen nothing too

  /// Of all parts together, which are independent.
  double spread() const;
  /// "unlike its measured runs: accelerator b300 is not among them, 4 times their longest sequence".
  std::string sentence() const;
};

/// The distance of a completed case from the runs that its stack was fitted to; none where the stack does not say them.
/// Software that is named with its release does not age.
Distance distance_of(const Case& plan, const Entry& stack, bool mixture);

}  // namespace llmsize
