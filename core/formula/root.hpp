// SPDX-License-Identifier: Apache-2.0
// Roots of equations, and means over a spread, of plain numbers: what formulas that are no closed expressions rest on.
#pragma once

#include <type_traits>

namespace llmsize {

/// The number between `least` and `most` at which `rest` changes its sign, to the last digits; absent where it has the
/// same sign at both ends or is absent at one.
double bracketed_root(double (*rest)(const void*, double), const void* context, double least, double most);
template <class Rest>
double bracketed_root(const Rest& rest, double least, double most) {
  return bracketed_root(
      [](const void* context, double at) { return (*static_cast<const Rest*>(context))(at); }, &rest, least, most);
}

/// Sizes and weights of a log-normal number whose mean is 1: quantiles a seventh of a standard deviation apart.
struct Spread {
  static constexpr int most = 61;
  int count;  ///< 1 where nothing is spread
  double size[most], weight[most];
};
Spread log_normal(double cv2);

}  // namespace llmsize
