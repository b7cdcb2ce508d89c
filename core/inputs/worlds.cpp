// SPDX-License-Identifier: Apache-2.0
// Derives the inputs that are not given.
#include "core/inputs/worlds.hpp"

#include "core/inputs/all.hpp"

namespace llmsize {
namespace {

template <class I>
void derive(const I& input, Values& values) {
  if constexpr (I::derivable)
    if (!values.given[slot_of<I>]) values.value[slot_of<I>] = raw(typename I::quantity(input.derived(values)));
}

}  // namespace

void Values::settle() {
  for_each_group(
      [&](const auto& group) { std::apply([&](const auto&... input) { (derive(input, *this), ...); }, group); });
}

}  // namespace llmsize
