// SPDX-License-Identifier: Apache-2.0
// Lengths of prompts or answers, counted.
#pragma once

#include "core/quantity/absent.hpp"

#include <cstdint>
#include <unordered_map>

namespace llmsize {

/// What lengths in tokens have in common.
struct TraceLengths {
  double mean = absent;
  double cv2 = absent;  ///< squared coefficient of variation
  double p50 = absent, p95 = absent;
  double zeros = 0;      ///< fraction that is 0
  double pile = absent;  ///< the length that most of those from the mean upwards have: where it is frequent, a limit
  double piled = 0;      ///< fraction that has it
};

/// Counts how often each length occurs, so that it needs as much memory as there are different ones.
class LengthCounts {
 public:
  void add(std::uint32_t tokens) { ++counts_[tokens]; }
  TraceLengths lengths() const;

 private:
  std::unordered_map<std::uint32_t, std::uint64_t> counts_{};
};

}  // namespace llmsize
