// SPDX-License-Identifier: Apache-2.0
// The world of slopes: up to `lanes` uncertain inputs, each moving by one standard deviation.
#pragma once

#include "core/formula/slope.hpp"
#include "core/inputs/worlds.hpp"

#include <vector>

namespace llmsize {

/// Derived inputs and results of the library come through the registry's rows, so that every body is compiled once,
/// whoever reads it.
class Sloping {
 public:
  /// An input and its standard deviation in base units.
  struct Lane {
    InputKey key;
    double deviation;
  };

  Sloping(const Values& values, const std::vector<Lane>& uncertain);

  template <class I>
  Sloped<typename I::quantity> read(const I&) const {
    using Q = typename I::quantity;
    constexpr std::size_t slot = slot_of<I>;
    if constexpr (I::derivable) {
      if (!values_->given[slot]) return typed<Q>(derived(InputKey::at(slot)));
    }
    Sloped<Q> number{of<Q>(values_->value[slot]), {}};
    if (const std::size_t lane = lane_of_[slot]; lane < lanes) number.slope[lane] = deviation_[lane];
    return number;
  }

  template <class F>
  Sloped<typename F::quantity> result(const F& formula) const {
    using Q = typename F::quantity;
    if constexpr (F::listed) {
      return typed<Q>(result(ResultKey::at(F::slot())));
    } else {
      const auto body = slope_of(formula.body(*this));
      return {Q(body.value), body.slope};
    }
  }

  /// A result by its id.
  const Sloped<double>& result(ResultKey key) const;

 private:
  template <class Q>
  static Sloped<Q> typed(const Sloped<double>& number) {
    return {of<Q>(number.value), number.slope};
  }
  Sloped<double> derived(InputKey key) const;

  const Values* values_;
  std::array<std::size_t, input_count> lane_of_;
  Lanes deviation_{};
  mutable Results known_;
  mutable std::vector<Sloped<double>> remembered_;
};

}  // namespace llmsize
