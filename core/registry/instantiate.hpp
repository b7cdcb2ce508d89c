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
constexpr FunctionRow row_of_function() {
  using F = std::decay_t<decltype(std::get<Index>(List))>;
  return {
      &std::get<Index>(List).about, *FunctionKey::find(F::id),
      [](const Tracing& x, const std::vector<Traced<double>>& at) { return traced_body(std::get<Index>(List), x, at); },
      [](const Sloping& x, const std::vector<Sloped<double>>& at) {
        return sloped_body(std::get<Index>(List), x, at, std::make_index_sequence<F::arity>());
      }};
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

template <const auto& List, std::size_t... Index>
constexpr auto function_rows(std::index_sequence<Index...>) {
  return std::array<FunctionRow, sizeof...(Index)>{row_of_function<List, Index>()...};
}

template <const auto& List>
using IndicesOf = std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(List)>>>;

inline constexpr std::tuple<> no_functions{};

template <const auto& Formulas, const auto& Findings, const auto& Functions = no_functions>
Room instantiate() {
  static constexpr auto results = result_rows<Formulas>(IndicesOf<Formulas>{});
  static constexpr auto findings = finding_rows<Findings>(IndicesOf<Findings>{});
  static constexpr auto functions = function_rows<Functions>(IndicesOf<Functions>{});
  return {results, findings, functions};
}

}  // namespace llmsize
