// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/weighted.hpp"

#include "core/answer/answer.hpp"

#include <algorithm>

namespace llmsize {

double quantile(Weighted weighted, double share) {
  std::sort(weighted.begin(), weighted.end());
  double whole = 0;
  for (const auto& [value, weight] : weighted) whole += weight;
  double below = 0, last_value = absent, last_at = 0;
  for (const auto& [value, weight] : weighted) {
    const double at = (below + weight / 2) / whole;
    if (at >= share)
      return is_absent(last_value) ? value : last_value + (value - last_value) * (share - last_at) / (at - last_at);
    below += weight;
    last_value = value, last_at = at;
  }
  return last_value;
}

double deviation(const Weighted& weighted) { return (quantile(weighted, 0.9) - quantile(weighted, 0.1)) / (2 * z90); }

}  // namespace llmsize
