// SPDX-License-Identifier: Apache-2.0
// The certainties that somebody may ask for.
#pragma once

#include "core/answer/answer.hpp"
#include "core/quantity/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace llmsize {

/// A certainty, and where it lies on a logarithm that is normal: standard deviations over its median.
struct Certainty {
  std::string_view word;   ///< in scenarios
  std::string_view shown;  ///< to people
  double chance;
  double deviations;
};
inline constexpr Certainty certainties[] = {
    {"p50", "P50", 0.5, 0}, {"p80", "P80", 0.8, 0.8416212335729143}, {"p90", "P90", 0.9, z90}};

/// The certainty of a word that is one.
inline const Certainty& certainty_of(std::string_view word) {
  return *std::find_if(
      std::begin(certainties), std::end(certainties), [&](const Certainty& each) { return each.word == word; });
}

/// What is at most reached at a certainty, by its median and P90: the logarithm is normal above the median.
inline double at_certainty(const Certainty& certainty, double median, double p90) {
  return median * std::pow(p90 / median, certainty.deviations / z90);
}

}  // namespace llmsize
