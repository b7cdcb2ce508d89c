// SPDX-License-Identifier: Apache-2.0
// Sums up errors.
#include "core/calibration/errors.hpp"

#include "core/quantity/absent.hpp"
#include "core/quantity/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {

ErrorSummary error_summary(const std::vector<Compared>& all) {
  ErrorSummary of;
  of.rows = all.size();
  of.coverage = absent;
  if (all.empty()) return of;
  std::vector<double> absolute;
  absolute.reserve(all.size());
  double inside = 0, ranged = 0;
  for (const Compared& each : all) {
    absolute.push_back(std::abs(each.error()));
    of.mean += absolute.back();
    of.bias += each.error();
    if (!each.p10) continue;
    ranged += 1;
    inside += *each.p10 <= each.measured && each.measured <= *each.p90;
  }
  const auto rows = static_cast<double>(all.size());
  of.mean /= rows;
  of.bias /= rows;
  of.median = median(absolute);
  of.p90 = quantile(absolute, 0.9);
  of.max = *std::max_element(absolute.begin(), absolute.end());
  if (ranged > 0) of.coverage = inside / ranged;
  return of;
}

}  // namespace llmsize
