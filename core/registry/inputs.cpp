// SPDX-License-Identifier: Apache-2.0
// Rows of all inputs.
#include "core/inputs/all.hpp"
#include "core/registry/instantiate.hpp"
#include "core/registry/registry.hpp"

#include <vector>

namespace llmsize {
namespace {

/// A row by the input's address: every input is declared once and lives as long as the program.
template <class I>
InputRow row_of(const I& input) {
  [[maybe_unused]] static const I* declared = &input;
  InputRow row{&input.about, *InputKey::find(I::key), nullptr, nullptr};
  if constexpr (I::derivable) {
    using Q = typename I::quantity;
    row.derived = [](const Tracing& x) { return untyped_trace<Q>(declared->derived(x)); };
    row.derived_slope = [](const Sloping& x) { return untyped_slope<Q>(declared->derived(x)); };
  }
  return row;
}

std::vector<InputRow> list_rows() {
  std::vector<InputRow> all;
  for_each_group([&](const auto& group) {
    std::apply([&](const auto&... input) { (all.push_back(row_of(input)), ...); }, group);
  });
  return all;
}

/// Places of the rows by slot.
std::array<const InputRow*, input_count> by_slot() {
  std::array<const InputRow*, input_count> rows{};
  for (const InputRow& row : inputs()) rows[row.key.slot()] = &row;
  return rows;
}

}  // namespace

std::span<const InputRow> inputs() {
  static const auto rows = list_rows();
  return rows;
}

const InputRow& input_row(InputKey key) {
  static const auto rows = by_slot();
  return *rows[key.slot()];
}

}  // namespace llmsize
