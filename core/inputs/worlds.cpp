// SPDX-License-Identifier: Apache-2.0
// Derives the inputs that are not given.
#include "core/inputs/worlds.hpp"

#include "core/inputs/all.hpp"

#include <algorithm>

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

bool Values::prefill_is_own() const {
  constexpr InputKey workers = "serving.prefill_workers";
  if (!((*this)[workers] > 0)) return false;
  return std::any_of(std::begin(prefill_degrees), std::end(prefill_degrees), [&](const PrefillDegree& each) {
    return each.degree != InputKey("cluster.gpus") && (*this)[each.degree] != (*this)[each.own];
  });
}

Values Values::prefill_values() const {
  constexpr InputKey workers = "serving.prefill_workers", copies = "serving.prefill_attention_data";
  Values alone = *this;
  for (const auto& [degree, own] : prefill_degrees) alone.give(degree, (*this)[own]);
  alone.give("layout.data", (*this)[workers] * (*this)[copies]);
  alone.give(workers, 0);
  alone.settle();
  return alone;
}

}  // namespace llmsize
