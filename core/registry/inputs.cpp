// SPDX-License-Identifier: Apache-2.0
// Rows of all inputs.
#include "core/registry/registry.hpp"

#include <utility>

namespace llmsize {
namespace {

template <std::size_t Index>
constexpr InputRow input_row() {
  return {input_abouts[Index], [](const Tracing& x) { return std::get<Index>(all_inputs)(x).node; }};
}

template <std::size_t... Index>
constexpr auto input_rows(std::index_sequence<Index...>) {
  return std::array<InputRow, input_count>{input_row<Index>()...};
}

constexpr auto rows = input_rows(std::make_index_sequence<input_count>{});

}  // namespace

std::span<const InputRow> inputs() { return rows; }

}  // namespace llmsize
