// SPDX-License-Identifier: Apache-2.0
// The world of derivations: every number carries its tree; one input or result is one shared node.
#pragma once

#include "core/formula/traced.hpp"
#include "core/inputs/worlds.hpp"

#include <vector>

namespace llmsize {

/// Derived inputs and results of the library come through the registry's rows, so that every body is compiled once,
/// whoever reads it.
class Tracing {
 public:
  explicit Tracing(const Values& values) : values_(&values), inputs_(input_count), results_(most_formulas) {}

  template <class I>
  Traced<typename I::quantity> read(const I&) const {
    const NodePtr& node = input(InputKey::at(slot_of<I>));
    return {of<typename I::quantity>(node->value), node};
  }

  template <class F>
  Traced<typename F::quantity> result(const F& formula) const {
    using Q = typename F::quantity;
    if constexpr (F::listed) {
      const NodePtr& node = result(ResultKey::at(F::slot()));
      return {of<Q>(node->value), node};
    } else {
      NodePtr& node = results_[F::slot()];
      if (!node) {
        const auto body = lift(formula.body(*this));
        node = named(formula.about, {Q(body.value), body.node});
      }
      return {of<Q>(node->value), node};
    }
  }

  /// The node of an input or result by its id.
  const NodePtr& input(InputKey key) const;
  const NodePtr& result(ResultKey key) const;

 private:
  template <class Q>
  static NodePtr named(const About& about, const Traced<Q>& body) {
    return std::make_shared<Node>(Node{Node::Kind::result, raw(body.value), about.unit, &about, {}, {body.node}});
  }

  const Values* values_;
  mutable std::vector<NodePtr> inputs_, results_;
};

}  // namespace llmsize
