// SPDX-License-Identifier: Apache-2.0
// Turns a room's list of formulas into rows: the only place where bodies meet the traced and slope worlds.
#pragma once

#include "core/registry/row.hpp"

#include <utility>

namespace llmsize {

template <const auto& List, std::size_t Index>
constexpr ResultRow result_row() {
  const auto& formula = std::get<Index>(List);
  using F = std::decay_t<decltype(formula)>;
  return {
      &formula.about, &F::slot, [](const Once& x) { return raw(std::get<Index>(List)(x)); },
      [](const Tracing& x) { return std::get<Index>(List)(x).node; },
      [](const Sloping& x) {
        const auto sloped = std::get<Index>(List)(x);
        return Sloped<double>{raw(sloped.value), sloped.slope};
      }};
}

template <const auto& List, std::size_t Index>
constexpr FindingRow finding_row() {
  return {
      &std::get<Index>(List).about, [](const Once& x) { return raw(std::get<Index>(List).margin(x)); },
      [](const Tracing& x) { return std::get<Index>(List).margin(x).node; }};
}

template <const auto& List, std::size_t... Index>
constexpr auto result_rows(std::index_sequence<Index...>) {
  return std::array<ResultRow, sizeof...(Index)>{result_row<List, Index>()...};
}
template <const auto& List, std::size_t... Index>
constexpr auto finding_rows(std::index_sequence<Index...>) {
  return std::array<FindingRow, sizeof...(Index)>{finding_row<List, Index>()...};
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
