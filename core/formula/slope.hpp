// SPDX-License-Identifier: Apache-2.0
// The slope world's number: a quantity with its change per standard deviation of each uncertain input, all in one pass.
#pragma once

#include "core/formula/functions.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace llmsize {

/// Uncertain inputs followed in one pass; a case with more takes several passes.
inline constexpr std::size_t lanes = 16;
struct Lanes {
  std::array<double, lanes> change{};
  std::uint32_t behind = 0;  ///< a bit for each input that the number rests on, on the branches that are taken

  double operator[](std::size_t lane) const { return change[lane]; }
  bool operator==(const Lanes&) const = default;
};

template <class Q>
struct Sloped {
  using quantity = Q;
  Q value{};
  Lanes slope{};
};

template <class T>
inline constexpr bool is_sloped = false;
template <class Q>
inline constexpr bool is_sloped<Sloped<Q>> = true;

template <class... T>
concept AnySloped = (is_sloped<T> || ...);

/// A sloped number as it is, a plain one as a constant.
template <class T>
auto slope_of(const T& v) {
  if constexpr (is_sloped<T>)
    return v;
  else
    return Sloped<Simple<T>>{Simple<T>(v), {}};
}

template <class Q>
auto with_slope(const Q& value, const Lanes& slope) {
  return Sloped<Simple<Q>>{Simple<Q>(value), slope};
}

/// a·u + b·v, lane by lane.
inline Lanes mixed(double a, const Lanes& u, double b, const Lanes& v) {
  Lanes sum{{}, u.behind | v.behind};
  for (std::size_t i = 0; i < lanes; ++i) sum.change[i] = a * u[i] + b * v[i];
  return sum;
}
inline Lanes scaled(double a, const Lanes& u) {
  Lanes product{{}, u.behind};
  for (std::size_t i = 0; i < lanes; ++i) product.change[i] = a * u[i];
  return product;
}
/// The slopes of what is taken, where others decide what that is.
inline Lanes taken(const Lanes& slopes, const Lanes& one, const Lanes& other = {}) {
  return {slopes.change, slopes.behind | one.behind | other.behind};
}

template <class A, class B>
  requires AnySloped<A, B>
auto operator+(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  return with_slope(x.value + y.value, mixed(1, x.slope, 1, y.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto operator-(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  return with_slope(x.value - y.value, mixed(1, x.slope, -1, y.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto operator*(const A& a, const B& b) {
  if constexpr (!is_sloped<A>)
    return with_slope(a * b.value, scaled(raw(Simple<A>(a)), b.slope));
  else if constexpr (!is_sloped<B>)
    return with_slope(a.value * b, scaled(raw(Simple<B>(b)), a.slope));
  else
    return with_slope(a.value * b.value, mixed(raw(b.value), a.slope, raw(a.value), b.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto operator/(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  const double inverse = 1 / raw(y.value);
  return with_slope(x.value / y.value, mixed(inverse, x.slope, -raw(x.value) * inverse * inverse, y.slope));
}

// Branches follow the arm that is taken. Comparisons and remainders are switches: their slope is zero.
template <class A, class B>
auto switched(Count value, const A& a, const B& b) {
  return Sloped<Count>{value, taken({}, slope_of(a).slope, slope_of(b).slope)};
}
template <class A, class B>
  requires AnySloped<A, B>
auto less(const A& a, const B& b) {
  return switched(less(slope_of(a).value, slope_of(b).value), a, b);
}
template <class A, class B>
  requires AnySloped<A, B>
auto equal(const A& a, const B& b) {
  return switched(equal(slope_of(a).value, slope_of(b).value), a, b);
}
template <class A, class B>
  requires AnySloped<A, B>
auto remainder(const A& a, const B& b) {
  return switched(remainder(slope_of(a).value, slope_of(b).value), a, b);
}
template <class C, class A, class B>
  requires AnySloped<C, A, B>
auto choose(const C& condition, const A& then, const B& other) {
  const auto decides = slope_of(condition);
  const auto x = slope_of(then);
  const auto y = slope_of(other);
  return with_slope(
      choose(decides.value, x.value, y.value), taken(decides.value != 0 ? x.slope : y.slope, decides.slope));
}
template <class Q, class Then, class B>
auto where(const Sloped<Q>& condition, const Then& then, const B& other) {
  using A = decltype(choose(condition, then(), other));
  if (condition.value != 0) return choose(condition, then(), other);
  const auto y = slope_of(other);
  return A{y.value, taken(y.slope, condition.slope)};
}
template <class A, class B>
  requires AnySloped<A, B>
auto larger(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  return with_slope(larger(x.value, y.value), taken(raw(x.value) < raw(y.value) ? y.slope : x.slope, x.slope, y.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto smaller(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  return with_slope(
      smaller(x.value, y.value), taken(raw(y.value) < raw(x.value) ? y.slope : x.slope, x.slope, y.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto smooth_larger(const A& a, const B& b, Count p) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  const auto value = smooth_larger(x.value, y.value, p);
  const auto weight = [&](double part) { return part > 0 ? std::pow(part / raw(value), p - 1) : 0; };
  return with_slope(value, mixed(weight(raw(x.value)), x.slope, weight(raw(y.value)), y.slope));
}
template <class A, class B>
  requires AnySloped<A, B>
auto otherwise(const A& value, const B& other) {
  const auto x = slope_of(value);
  const auto y = slope_of(other);
  return with_slope(otherwise(x.value, y.value), is_absent(raw(x.value)) ? y.slope : x.slope);
}
template <class Q>
auto known(const Sloped<Q>& v) {
  return Sloped<Q>{known(v.value), is_absent(raw(v.value)) ? Lanes{} : v.slope};
}

// A whole count still moves on average as its argument does.
inline auto ceil(const Sloped<Count>& v) { return Sloped<Count>{ceil(v.value), v.slope}; }
inline auto floor(const Sloped<Count>& v) { return Sloped<Count>{floor(v.value), v.slope}; }

/// On average it moves with the number that it must not be below; how many divisors there are is a switch.
template <class A, class B>
  requires AnySloped<A, B>
auto least_divisor(const A& n, const B& k) {
  const auto least = slope_of(k);
  const double value = least_divisor(slope_of(n).value, least.value);
  return Sloped<Count>{value, scaled(least.value > 0 ? value / least.value : 0, least.slope)};
}

template <class A, class B>
  requires AnySloped<A, B>
auto power(const A& a, const B& b) {
  const auto x = slope_of(a);
  const auto y = slope_of(b);
  const double value = power(x.value, y.value);
  return with_slope(value, mixed(value * y.value / x.value, x.slope, value * std::log(x.value), y.slope));
}

inline auto log2(const Sloped<Count>& v) {
  return with_slope(log2(v.value), scaled(1 / (v.value * std::log(2.0)), v.slope));
}

inline auto exp(const Sloped<Count>& v) {
  const double value = exp(v.value);
  return with_slope(value, scaled(value, v.slope));
}

/// Its change with the shape is taken from two neighbours.
template <class A, class B>
  requires AnySloped<A, B>
auto gamma_share(const A& shape, const B& at) {
  const auto k = slope_of(shape);
  const auto v = slope_of(at);
  const double step = 1e-4 * k.value;
  const double by_shape = (gamma_share(k.value + step, v.value) - gamma_share(k.value - step, v.value)) / (2 * step);
  return with_slope(
      gamma_share(k.value, v.value), mixed(step > 0 ? by_shape : 0, k.slope, gamma_density(k.value, v.value), v.slope));
}

template <class Q>
auto squared(const Sloped<Q>& v) {
  return v * v;
}

}  // namespace llmsize
