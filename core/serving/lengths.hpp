// SPDX-License-Identifier: Apache-2.0
// Log-normal numbers in closed form: what of them lies beyond a bound. Lengths of prompts and pauses of users are such.
#pragma once

#include "core/formula/functions.hpp"

#include <numbers>

namespace llmsize::serving {

/// Natural logarithm.
template <class Number>
auto log_of(const Number& number) {
  return std::numbers::ln2 * log2(number);
}
/// Normal distribution up to z.
template <class Number>
auto normal_share(const Number& z) {
  const auto outward = gamma_share(0.5, squared(z) / 2.0) / 2.0;
  return choose(less(z, 0.0), 0.5 - outward, 0.5 + outward);
}

/// Log-normal lengths of mean 1 and this squared coefficient of variation, where it is 0 all alike.
template <class Spread>
struct Lengths {
  Spread cv2;

  /// Of all, those above `bound`, which is positive.
  template <class Bound>
  auto longer(const Bound& bound) const {
    const auto width = deviation();
    return normal_share((0.0 - log_of(bound)) / width - width / 2.0);
  }
  /// Of the sum of all, what those above `bound` have.
  template <class Bound>
  auto of_longer(const Bound& bound) const {
    const auto width = deviation();
    return normal_share((0.0 - log_of(bound)) / width + width / 2.0);
  }
  auto deviation() const {
    constexpr double none = 1e-6;
    return larger(none, power(log_of(1.0 + cv2), 0.5));
  }
};
template <class Spread>
Lengths(Spread) -> Lengths<Spread>;

}  // namespace llmsize::serving
