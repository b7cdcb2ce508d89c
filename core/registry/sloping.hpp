// SPDX-License-Identifier: Apache-2.0
// The world of slopes: up to `lanes` uncertain inputs, each moving by one standard deviation.
#pragma once

#include "core/formula/slope.hpp"
#include "core/inputs/worlds.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace llmsize {

/// What a function comes to at arguments that move.
template <class F, std::size_t... I>
Sloped<double> sloped_body(
    const F& function, const class Sloping& x, const std::vector<Sloped<double>>& at, std::index_sequence<I...>) {
  using Q = typename F::quantity;
  const auto body = slope_of(function.body(
      x, Sloped<typename F::template argument<I>>{of<typename F::template argument<I>>(at[I].value), at[I].slope}...));
  return {raw(Q(body.value)), body.slope};
}

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
  /// The world of the prefill workers of a case.
  Sloping(const Sloping& decoding, Values prefilling);

  template <class I>
  Sloped<typename I::quantity> read(const I&) const {
    using Q = typename I::quantity;
    constexpr std::size_t slot = slot_of<I>;
    if constexpr (I::derivable) {
      if (!values_->given[slot]) return typed<Q>(derived(InputKey::at(slot)));
    }
    Sloped<Q> number{of<Q>(values_->value[slot]), {}};
    if (const std::size_t lane = lane_of_[slot]; lane < lanes) {
      number.slope.change[lane] = deviation_[lane];
      number.slope.behind = 1U << lane;
    }
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

  template <class F, class... Given>
  Sloped<typename F::quantity> call(const F& function, const Given&... given) const {
    const auto arguments = untyped<F>(std::index_sequence_for<Given...>(), slope_of(given)...);
    if constexpr (F::listed)
      return typed<typename F::quantity>(listed_call(FunctionKey::find(F::id).value(), arguments));
    else
      return typed<typename F::quantity>(sloped_body(function, *this, arguments, std::index_sequence_for<Given...>()));
  }

  /// Where an equation stays solved: what moves its rest, over what the number itself moves it by.
  template <class R, class... Given>
  Sloped<typename R::quantity> root(const R& root, const Given&... given) const {
    using Q = typename R::quantity;
    const Q value = root(plain(), given.value...);
    if (is_absent(raw(value))) return {value, {}};
    const auto rest = slope_of(root.rest(*this, given..., Sloped<Q>{value, {}}));
    const double step = 1e-6 * raw(value);
    const auto moved = [&](double at) { return in_base_units(root.rest(plain(), given.value..., of<Q>(at))); };
    const double own = (moved(raw(value) + step) - moved(raw(value) - step)) / (2 * step);
    return {value, scaled(-1 / own, rest.slope)};
  }

  /// The spread itself is no uncertain input.
  template <class F, class Cv2, class... Given>
  Sloped<typename F::quantity> average(const F& function, const Cv2& cv2, const Given&... given) const {
    const double of_spread = slope_of(cv2).value;
    Sloped<double> sum{is_absent(of_spread) ? absent : 0, {}};
    const Spread spread = log_normal(of_spread);
    for (int i = 0; i < spread.count; ++i) {
      const auto each = call(function, spread.size[i], given...);
      sum.value += spread.weight[i] * raw(each.value);
      sum.slope = mixed(1, sum.slope, spread.weight[i], each.slope);
    }
    return typed<typename F::quantity>(sum);
  }

  /// A plain quantity as a number of this world, which nothing moves.
  template <class Q>
  auto told(const Q& quantity) const {
    return slope_of(quantity);
  }
  std::span<const TrafficClass> classes() const { return values_->classes(); }

  const Sloping& prefilling() const;
  /// The same case in plain numbers.
  const Once& plain() const;
  /// A result by its id.
  const Sloped<double>& result(ResultKey key) const;

 private:
  template <class F, std::size_t... I, class... Given>
  static std::vector<Sloped<double>> untyped(std::index_sequence<I...>, const Given&... given) {
    return {Sloped<double>{raw(typename F::template argument<I>(given.value)), given.slope}...};
  }
  using Arguments = std::vector<Sloped<double>>;
  /// What a function came to at the arguments of its last calls: parts of an equation ask for the same.
  struct Called {
    Arguments at{};
    Sloped<double> value{};
  };
  struct LastCalls {
    static constexpr std::size_t most = 3;
    std::array<Called, most> calls{};
    std::size_t next = 0;
  };
  Sloped<double> listed_call(FunctionKey key, const Arguments& arguments) const;

  template <class Q>
  static Sloped<Q> typed(const Sloped<double>& number) {
    return {of<Q>(number.value), number.slope};
  }
  const Sloped<double>& derived(InputKey key) const;

  Values own_{};  ///< of prefill workers
  const Values* values_;
  mutable Own<Sloping> prefilling_{};
  std::array<std::size_t, input_count> lane_of_;
  std::array<double, lanes> deviation_{};
  mutable Results known_;
  mutable std::vector<Sloped<double>> remembered_;
  mutable std::vector<std::optional<Sloped<double>>> derived_;
  mutable std::vector<LastCalls> called_;
  mutable std::optional<Once> plain_;
};

}  // namespace llmsize
