// SPDX-License-Identifier: Apache-2.0
#include "core/record/plausible.hpp"

#include <limits>

namespace llmsize {

// Far from everything that exists, so that no machine of the next decades is refused: the fastest accelerator reaches
// 2e16 FLOP/s, the largest storage 1e13 B/s; light crosses a millimetre in 3e-12 s; a year has 3e7 s.
Plausible plausible(std::string_view unit) {
  if (unit == "FLOP/s") return {1e3, 1e20};
  if (unit == "B/s") return {1, 1e16};
  if (unit == "1/s") return {1e-6, 1e15};
  if (unit == "s") return {1e-12, 1e8};
  return {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};
}

}  // namespace llmsize
