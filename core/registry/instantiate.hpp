// SPDX-License-Identifier: Apache-2.0
// Turns a room's list of formulas into rows: the only place where bodies meet the traced and slope worlds.
#pragma once

#include "core/registry/row.hpp"

#include <utility>

namespace llmsize {

/// A traced or sloped number of any quantity as base units; `Q` is the quantity that its declaration promises.
template <class Q, class Number>
Traced<double> untyped_trace(const Number& number) {
  auto lifted = lift(number);
  return {raw(Q(lifted.value)), std::move(lifted.node)};
}
template <class Q, class Number>
Sloped<double> untyped_slope(const Number& number) {
  const auto sloped = slope_of(number);
  return {raw(Q(sloped.value)), sloped.slope};
}

template <const auto& List, std::size_t Index>
constexpr ResultRow row_of_result() {
  const auto& formula = std::get<Index>(List);
  using F = std::decay_t<decltype(formula)>;
  using Q = typename F::quantity;
  return {
      &formula.about, *ResultKey::find(F::id), [](const Once& x) { return raw(std::get<Index>(List)(x)); },
      [](const Tracing& x) { return untyped_trace<Q>(std::get<Index>(List).body(x)); },
      [](const Sloping& x) { return untyped_slope<Q>(std::get<Index>(List).body(x)); }};
}

template <const auto& List, std::size_t Index>
constexpr FindingRow row_of_finding() {
  return {
      &std::get<Index>(List).about, [](const Once& x) { return raw(std::get<Index>(List).margin(x)); },
      [](const Tracing& x) { return std::get<Index>(List).margin(x).node; }};
}

template <const auto& List, std::size_t... Index>
constexpr auto result_rows(std::index_sequence<Index...>) {
  return std::array<ResultRow, sizeof...(Index)>{row_of_result<List, Index>()...};
}
template <const auto& List, std::size_t... Index>
constexpr auto finding_rows(std::index_sequence<Index...>) {
  return std::array<FindingRow, sizeof...(Index)>{row_of_finding<List, Index>()...};
}

template <const auto& List>
using IndicesOf = std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(List)>>>;

template <const auto& Formulas, const auto& Findings>
Room instantiate() {
  static constexpr auto results = result_rows<Formulas>(IndicesOf<Formulas>{});
  static constexpr auto findings = finding_rows<Findings>(IndicesOf<Findings>{});
  return {results, findings};
}

}  // namespace llmsize
