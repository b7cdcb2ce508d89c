// SPDX-License-Identifier: Apache-2.0
// The worlds of plain numbers as case types: values, and values that remember results.
#pragma once

#include "core/formula/formula.hpp"
#include "core/formula/functions.hpp"

#include <array>
#include <bitset>
#include <span>

namespace llmsize {

/// Slot of an input, known at compile time.
template <class I>
inline constexpr std::size_t slot_of = InputKey::find(I::key)->slot();

/// Numbers of all inputs in base units, by slot: given, or derived by the input's own formula. NaN is absent.
/// Also the plain world: nothing is remembered from one result to the next.
struct Values {
  std::array<double, input_count> value;
  std::bitset<input_count> given;

  Values() { value.fill(absent); }

  double operator[](InputKey key) const { return value[key.slot()]; }
  bool has(InputKey key) const { return given[key.slot()]; }

  /// Gives an input a value, or takes it back with NaN. Derived inputs follow at the next `settle`.
  void give(InputKey key, double base_units) {
    value[key.slot()] = base_units;
    given[key.slot()] = !is_absent(base_units);
  }
  /// Computes every derived input that is not given.
  void settle();

  template <class I>
  typename I::quantity read(const I&) const {
    return of<typename I::quantity>(value[slot_of<I>]);
  }
  template <class F>
  [[gnu::flatten]] typename F::quantity result(const F& formula) const;
  template <class I>
  void set(const I&, double base_units) {
    give(InputKey::at(slot_of<I>), base_units);
    settle();
  }
};

/// The plain world within one result: what two formulas share is computed once. The compiler sees through all of it
/// and keeps what is remembered in registers.
class WithinOne {
 public:
  explicit WithinOne(const Values& values) : values_(values) {}

  template <class I>
  typename I::quantity read(const I& input) const {
    return values_.read(input);
  }
  template <class F>
  typename F::quantity result(const F& formula) const {
    using Q = typename F::quantity;
    if constexpr (!F::listed) {
      return Q(formula.body(*this));
    } else {
      if (!known_[F::slot()]) {
        remembered_[F::slot()] = raw(Q(formula.body(*this)));
        known_[F::slot()] = true;
      }
      return of<Q>(remembered_[F::slot()]);
    }
  }

 private:
  const Values& values_;
  mutable double remembered_[result_count];
  mutable bool known_[result_count] = {};
};

template <class F>
typename F::quantity Values::result(const F& formula) const {
  return WithinOne(*this).result(formula);
}

/// A set of formulas, by memo slot.
using Results = std::bitset<most_formulas>;

/// For each input, the formulas that read it, directly or through others. The registry knows it.
using Dependents = std::array<Results, input_count>;

/// An input and its value in base units.
struct Change {
  InputKey key;
  double value;
};

/// The plain world that computes each result once, and after a change only what depends on the changed input.
class Once : private Values {
 public:
  explicit Once(const Values& values, const Dependents& dependents) : Values(values), dependents_(&dependents) {}

  using Values::has;
  using Values::read;
  using Values::operator[];
  const Values& values() const { return *this; }

  template <class F>
  typename F::quantity result(const F& formula) const {
    using Q = typename F::quantity;
    const std::size_t slot = F::slot();
    if (!known_[slot]) {
      remembered_[slot] = raw(Q(formula.body(*this)));
      known_.set(slot);
      ++evaluations_;
    }
    return of<Q>(remembered_[slot]);
  }

  void change(InputKey key, double base_units) {
    give(key, base_units);
    settle();
    known_ &= ~(*dependents_)[key.slot()];
  }
  /// Several inputs at once; those that hold their value already cost nothing.
  void change(std::span<const Change> changes) {
    bool changed = false;
    for (const auto& [key, base_units] : changes) {
      if ((*this)[key] == base_units && has(key)) continue;
      give(key, base_units);
      known_ &= ~(*dependents_)[key.slot()];
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

}  // namespace llmsize
