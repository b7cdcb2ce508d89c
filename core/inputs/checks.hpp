// SPDX-License-Identifier: Apache-2.0
// What the compiler checks of the list of inputs, once.
#pragma once

#include "core/inputs/all.hpp"

namespace llmsize {

consteval bool keys_are_unique() {
  std::array<bool, input_count> seen{};
  for (const auto* about : input_abouts) {
    bool& known = seen[InputKey::find(about->key)->slot()];
    if (known) return false;
    known = true;
  }
  return true;
}
static_assert(keys_are_unique(), "two inputs share a key");

consteval bool inputs_are_described() {
  for (const auto* about : input_abouts)
    if (about->symbol.empty() || about->label.empty() || about->help.empty() ||
        (about->initial && about->source.empty()))
      return false;
  return true;
}
static_assert(inputs_are_described(), "an input lacks its symbol, its label, its help or the source of its default");

}  // namespace llmsize
