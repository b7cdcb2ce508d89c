// SPDX-License-Identifier: Apache-2.0
// All kinds of layers that mix tokens by other means than attention, and sums over them.
#pragma once

#include "core/layers/list.hpp"

namespace llmsize::model {

/// The sum of `of(kind)` over the layers of every kind that a model has; `none` is zero in the unit of the sum.
template <class Case, class None, class Of>
auto sum_over_kinds(const Case& x, const None& none, const Of& of) {
  const auto layers_of = [&](const auto& kind) {
    return where(
        less(0.0, kind.layers(x)), [&] { return kind.layers(x) * of(kind); }, none);
  };
  return std::apply([&](const auto&... kind) { return (layers_of(kind) + ...); }, Kinds());
}

/// How many layers are of kinds whose training nobody has published times of.
template <class Case>
auto layers_of_unmeasured_kinds(const Case& x) {
  const auto layers_of = [&](const auto& kind) {
    return (std::decay_t<decltype(kind)>::measured ? 0.0 : 1.0) * kind.layers(x);
  };
  return std::apply([&](const auto&... kind) { return (layers_of(kind) + ...); }, Kinds());
}

/// Entries of the projections of a layer.
template <class Kind, class Case>
auto matrices_of(const Kind& kind, const Case& x) {
  return hidden(x) * (kind.columns(x) + kind.rows(x)) + kind.inner(x);
}

}  // namespace llmsize::model
