// SPDX-License-Identifier: Apache-2.0
#include "core/trace/lengths.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace llmsize {
namespace {

using LengthCount = std::pair<std::uint32_t, std::uint64_t>;

/// The length that a fraction of all do not exceed.
double quantile(const std::vector<LengthCount>& sorted, double all, double fraction) {
  double below = 0;
  for (const auto& [length, count] : sorted) {
    below += static_cast<double>(count);
    if (below >= fraction * all) return length;
  }
  return absent;
}

}  // namespace

TraceLengths LengthCounts::lengths() const {
  std::vector<LengthCount> sorted(counts_.begin(), counts_.end());
  std::sort(sorted.begin(), sorted.end());
  double all = 0, sum = 0, squares = 0;
  for (const auto& [length, count] : sorted) {
    all += static_cast<double>(count);
    sum += static_cast<double>(count) * length;
  }
  TraceLengths found;
  if (all == 0) return found;
  found.mean = sum / all;
  for (const auto& [length, count] : sorted) squares += static_cast<double>(count) * std::pow(length - found.mean, 2);
  found.cv2 = sum > 0 ? squares / all / std::pow(found.mean, 2) : 0;
  found.p50 = quantile(sorted, all, 0.5);
  found.p95 = quantile(sorted, all, 0.95);
  if (sorted.front().first == 0) found.zeros = static_cast<double>(sorted.front().second) / all;
  for (const auto& [length, count] : sorted)
    if (length >= found.mean && static_cast<double>(count) / all > found.piled) {
      found.pile = length;
      found.piled = static_cast<double>(count) / all;
    }
  return found;
}

}  // namespace llmsize
