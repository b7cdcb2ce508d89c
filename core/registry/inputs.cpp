// SPDX-License-Identifier: Apache-2.0
// Rows of all inputs.
#include "core/registry/registry.hpp"

#include <vector>

namespace llmsize {
namespace {

/// A row by the input's address: every input is declared once and lives as long as the program.
template <class I>
InputRow row_of(const I& input) {
  static const I* declared = &input;
  return {&input.about, [](const Tracing& x) { return (*declared)(x).node; }};
}

std::vector<InputRow> list_rows() {
  std::vector<InputRow> all;
  for_each_group([&](const auto& group) { std::apply([&](const auto&... input) { (all.push_back(row_of(input)), ...); }, group); });
  return all;
}

}  // namespace

std::span<const InputRow> inputs() {
  static const auto rows = list_rows();
  return rows;
}

}  // namespace llmsize
