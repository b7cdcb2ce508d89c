// SPDX-License-Identifier: Apache-2.0
// The certainties that somebody may ask for.
#pragma once

#include "core/answer/answer.hpp"
#include "core/quantity/statistics.hpp"

#include <cmath>
#include <string_view>

namespace llmsize {

/// A certainty, and where it lies on a logarithm that is normal: standard deviations over its median.
struct Certainty {
  std::string_view word;
  double deviations;
};
inline constexpr Certainty certainties[] = {{"p50", 0}, {"p80", 0.8416212335729143}, {"p90", z90}};

/// What is at most reached at a certainty, by its median and P90: the logarithm is normal above the median.
inline double at_certainty(const Certainty& certainty, double median, double p90) {
  return median * std::pow(p90 / median, certainty.deviations / z90);
}

}  // namespace llmsize
