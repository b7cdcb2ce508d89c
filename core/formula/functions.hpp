// SPDX-License-Identifier: Apache-2.0
// The few functions a formula may call, for plain quantities. Every other world overloads them.
//
// Absent is NaN and spreads: through arithmetic, larger, smaller, comparisons and the chosen arm of choose. Only
// `otherwise` and `known` look behind it. Comparisons give 1 or 0 as a Count, never bool, so that they too can be
// absent.
#pragma once

#include "core/quantity/absent.hpp"
#include "core/quantity/units.hpp"

#include <cmath>

namespace llmsize {

template <class T>
inline constexpr bool is_quantity = std::is_arithmetic_v<T>;
template <class Unit>
inline constexpr bool is_quantity<boost::units::quantity<Unit>> = true;

template <class T>
concept Quantity = is_quantity<T>;

template <Quantity A>
using Simple = typename Simplest<std::conditional_t<std::is_arithmetic_v<A>, double, A>>::type;
template <class A, class B>
concept Alike = Quantity<A> && Quantity<B> && std::is_same_v<Simple<A>, Simple<B>>;

/// Any plain quantity in base units.
template <Quantity A>
constexpr double in_base_units(A a) {
  return raw(Simple<A>(a));
}

/// 1 where a < b, else 0.
template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Count less(A a, B b) {
  const double u = raw(Simple<A>(a)), v = raw(Simple<B>(b));
  return u < v ? 1.0 : u >= v ? 0.0 : absent;
}

/// 1 where a == b, else 0: for switches and tiers, which hold small whole numbers.
template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Count equal(A a, B b) {
  const double u = raw(Simple<A>(a)), v = raw(Simple<B>(b));
  return is_absent(u) || is_absent(v) ? absent : u == v ? 1.0 : 0.0;
}

/// `then` where the condition is 1, `other` where it is 0. Both are computed; only the chosen one counts.
template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Simple<A> choose(Count condition, A then, B other) {
  // Written as branches, so that the compiler moves what only one arm needs behind the condition.
  if (condition == 0) return Simple<A>(other);
  if (is_absent(condition)) return of<Simple<A>>(absent);
  return Simple<A>(then);
}

/// As `choose`, with a function for `then`: worlds of numbers ask it only where it counts, so that what most cases lack
/// costs them nothing; a derivation shows both.
template <class Then, Quantity B>
constexpr auto where(Count condition, const Then& then, B other) {
  using A = Simple<decltype(then())>;
  if (condition == 0) return A(other);
  if (is_absent(condition)) return of<A>(absent);
  return A(then());
}

template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Simple<A> larger(A a, B b) {
  const double u = raw(Simple<A>(a)), v = raw(Simple<B>(b));
  return of<Simple<A>>(is_absent(u) || is_absent(v) ? absent : u < v ? v : u);
}

template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Simple<A> smaller(A a, B b) {
  const double u = raw(Simple<A>(a)), v = raw(Simple<B>(b));
  return of<Simple<A>>(is_absent(u) || is_absent(v) ? absent : v < u ? v : u);
}

/// `value`, or `other` where it is absent.
template <Quantity A, Quantity B>
  requires Alike<A, B>
constexpr Simple<A> otherwise(A value, B other) {
  return is_absent(raw(Simple<A>(value))) ? Simple<A>(other) : Simple<A>(value);
}

/// `value`, or nothing (zero) where it is absent: only for sums that are meant as "at least".
template <Quantity A>
constexpr Simple<A> known(A value) {
  return is_absent(raw(Simple<A>(value))) ? of<Simple<A>>(0) : Simple<A>(value);
}

/// Smooth maximum (a^p + b^p)^(1/p) of numbers that are not negative: their sum at p = 1, the larger one at a large p.
template <Quantity A, Quantity B>
  requires Alike<A, B>
Simple<A> smooth_larger(A a, B b, Count p) {
  const double u = raw(Simple<A>(a)), v = raw(Simple<B>(b));
  if (is_absent(u) || is_absent(v)) return of<Simple<A>>(absent);
  const double high = u < v ? v : u, low = u < v ? u : v;
  if (!(high > 0)) return of<Simple<A>>(high);
  const double part = low / high;
  if (p == 3) return of<Simple<A>>(high * std::cbrt(1 + part * part * part));
  if (p == 2) return of<Simple<A>>(high * std::sqrt(1 + part * part));
  return of<Simple<A>>(high * std::pow(1 + std::pow(part, p), 1 / p));
}

inline Count ceil(Count a) { return std::ceil(a); }
inline Count floor(Count a) { return std::floor(a); }

/// What is left of a when b is taken out as often as possible; both are counts.
inline Count remainder(Count a, Count b) { return std::fmod(a, b); }

/// The least divisor of n that is not below k; both are counts, n a whole one. Absent where there is none: k above n.
Count least_divisor(Count n, Count k);

/// a to the power of b; both are counts, a positive. Absent where one of them is, which C is not: there 1 to the power
/// of anything is 1.
inline Count power(Count a, Count b) { return is_absent(a) || is_absent(b) ? absent : std::pow(a, b); }

/// e to the power of a.
inline Count exp(Count a) { return std::exp(a); }

/// The share of a gamma distribution of this shape, whose scale is 1, that lies below a. Of a shape that is not above
/// zero all of it does.
Count gamma_share(Count shape, Count a);
/// Its density there.
Count gamma_density(Count shape, Count a);

/// Logarithm of a to the base of 2; a is a positive count.
inline Count log2(Count a) { return std::log2(a); }

template <Quantity A>
constexpr auto squared(A a) {
  return a * a;
}

}  // namespace llmsize
