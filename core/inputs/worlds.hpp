// SPDX-License-Identifier: Apache-2.0
// The number worlds as case types: plain values, values that remember results, values with derivations, values with slopes.
#pragma once

#include "core/formula/slope.hpp"
#include "core/formula/traced.hpp"
#include "core/inputs/all.hpp"

#include <bitset>
#include <span>
#include <vector>

namespace llmsize {

/// Numbers of all inputs in base units, by slot: given, or derived by the input's own formula. NaN is absent.
/// Also the plain world: nothing is remembered.
struct Values {
  std::array<double, input_count> value;
  std::bitset<input_count> given;

  Values() { value.fill(absent); }

  /// Gives an input a value, or takes it back with NaN. Derived inputs follow at the next `settle`.
  void give(std::size_t slot, double base_units) {
    value[slot] = base_units;
    given[slot] = !is_absent(base_units);
  }
  /// Computes every derived input that is not given.
  void settle();

  template <class I>
  typename I::quantity read(const I&) const {
    return of<typename I::quantity>(value[slot_of<I>]);
  }
  template <class F>
  typename F::quantity result(const F& formula) const {
    return typename F::quantity(formula.body(*this));
  }
  template <class I>
  void set(const I&, double base_units) {
    give(slot_of<I>, base_units);
    settle();
  }
};

/// A set of formulas, by memo slot.
using Results = std::bitset<most_formulas>;

/// For each input, the formulas that read it, directly or through others. The registry knows it.
using Dependents = std::array<Results, input_count>;

/// An input and its value in base units.
struct Change {
  std::size_t slot;
  double value;
};

/// The plain world that computes each result once, and after a change only what depends on the changed input.
class Once : private Values {
 public:
  explicit Once(const Values& values, const Dependents& dependents) : Values(values), dependents_(&dependents) {}

  using Values::read;
  const Values& values() const { return *this; }

  template <class F>
  typename F::quantity result(const F& formula) const {
    using Q = typename F::quantity;
    const std::size_t slot = F::slot;
    if (!known_[slot]) {
      remembered_[slot] = raw(Q(formula.body(*this)));
      known_.set(slot);
      ++evaluations_;
    }
    return of<Q>(remembered_[slot]);
  }

  void change(std::size_t input_slot, double base_units) {
    give(input_slot, base_units);
    settle();
    known_ &= ~(*dependents_)[input_slot];
  }
  /// Several inputs at once; those that hold their value already cost nothing.
  void change(std::span<const Change> changes) {
    bool changed = false;
    for (const auto& [input_slot, base_units] : changes) {
      if (value[input_slot] == base_units && given[input_slot]) continue;
      give(input_slot, base_units);
      known_ &= ~(*dependents_)[input_slot];
      changed = true;
    }
    if (changed) settle();
  }
  /// Takes over another case and forgets every result.
  void restart(const Values& values) {
    static_cast<Values&>(*this) = values;
    known_.reset();
  }
  /// How many formulas have been evaluated so far.
  std::size_t evaluations() const { return evaluations_; }

 private:
  const Dependents* dependents_;
  mutable Results known_;
  mutable std::array<double, most_formulas> remembered_;
  mutable std::size_t evaluations_ = 0;
};

/// The world of derivations: every number carries its tree; one input or result is one shared node.
class Tracing {
 public:
  explicit Tracing(const Values& values) : values_(&values), inputs_(input_count), results_(most_formulas) {}

  template <class I>
  Traced<typename I::quantity> read(const I& input) const {
    using Q = typename I::quantity;
    NodePtr& node = inputs_[slot_of<I>];
    if (!node) {
      double value = values_->value[slot_of<I>];
      std::vector<NodePtr> parts;
      if constexpr (I::derivable) {
        if (!values_->given[slot_of<I>]) {
          const auto derived = lift(input.derived(*this));
          value = raw(Q(derived.value));
          parts.push_back(derived.node);
        }
      }
      node = std::make_shared<Node>(Node{Node::Kind::input, value, input.about.unit, {}, &input.about, std::move(parts)});
    }
    return {of<Q>(node->value), node};
  }

  template <class F>
  Traced<typename F::quantity> result(const F& formula) const {
    using Q = typename F::quantity;
    NodePtr& node = results_[F::slot];
    if (!node) {
      const auto body = lift(formula.body(*this));
      const Q value(body.value);
      node = std::make_shared<Node>(Node{Node::Kind::result, raw(value), formula.about.unit, &formula.about, {}, {body.node}});
    }
    return {of<Q>(node->value), node};
  }

 private:
  const Values* values_;
  mutable std::vector<NodePtr> inputs_, results_;
};

/// The world of slopes: up to `lanes` uncertain inputs, each moving by one standard deviation.
class Sloping {
 public:
  /// An input and its standard deviation in base units.
  struct Lane {
    std::size_t slot;
    double deviation;
  };

  Sloping(const Values& values, const std::vector<Lane>& uncertain) : values_(&values), remembered_(most_formulas) {
    lane_of_.fill(lanes);
    for (std::size_t lane = 0; lane < uncertain.size(); ++lane) {
      lane_of_[uncertain[lane].slot] = lane;
      deviation_[lane] = uncertain[lane].deviation;
    }
  }

  template <class I>
  Sloped<typename I::quantity> read(const I& input) const {
    using Q = typename I::quantity;
    if constexpr (I::derivable) {
      if (!values_->given[slot_of<I>]) {
        const auto derived = slope_of(input.derived(*this));
        return {Q(derived.value), derived.slope};
      }
    }
    Sloped<Q> number{of<Q>(values_->value[slot_of<I>]), {}};
    if (const std::size_t lane = lane_of_[slot_of<I>]; lane < lanes) number.slope[lane] = deviation_[lane];
    return number;
  }

  template <class F>
  Sloped<typename F::quantity> result(const F& formula) const {
    using Q = typename F::quantity;
    Sloped<double>& slot = remembered_[F::slot];
    if (!known_[F::slot]) {
      const auto body = slope_of(formula.body(*this));
      slot = {raw(Q(body.value)), body.slope};
      known_.set(F::slot);
    }
    return {of<Q>(slot.value), slot.slope};
  }

 private:
  const Values* values_;
  std::array<std::size_t, input_count> lane_of_;
  Lanes deviation_{};
  mutable Results known_;
  mutable std::vector<Sloped<double>> remembered_;
};

}  // namespace llmsize
