// SPDX-License-Identifier: Apache-2.0
// The worlds of plain numbers as case types: values, and values that remember results.
#pragma once

#include "core/formula/formula.hpp"
#include "core/formula/functions.hpp"
#include "core/formula/root.hpp"
#include "core/inputs/traffic_class.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <span>
#include <utility>

namespace llmsize {

/// What every world of plain numbers does with a function, an equation and a spread.
template <class World>
class PlainFunctions {
 public:
  /// A plain quantity as a number of this world.
  template <class Q>
  Q told(Q quantity) const {
    return quantity;
  }
  template <class F, class... Given>
  typename F::quantity call(const F& function, const Given&... given) const {
    return function.value(self(), given...);
  }
  template <class R, class... Given>
  [[gnu::noinline]] typename R::quantity root(const R& root, const Given&... given) const {
    using Q = typename R::quantity;
    const auto rest = [&](double at) { return in_base_units(root.rest(self(), given..., of<Q>(at))); };
    return of<Q>(bracketed_root(rest, raw(Q(root.least(self(), given...))), raw(Q(root.most(self(), given...)))));
  }
  template <class F, class... Given>
  [[gnu::noinline]] typename F::quantity average(const F& function, Count cv2, const Given&... given) const {
    if (is_absent(cv2)) return of<typename F::quantity>(absent);
    const Spread spread = log_normal(cv2);
    double sum = 0;
    for (int i = 0; i < spread.count; ++i)
      sum += spread.weight[i] * raw(function.value(self(), spread.size[i], given...));
    return of<typename F::quantity>(sum);
  }

 private:
  const World& self() const { return static_cast<const World&>(*this); }
};

/// Slot of an input, known at compile time.
template <class I>
inline constexpr std::size_t slot_of = InputKey::find(I::key)->slot();

/// An input and its value in base units.
struct Change {
  InputKey key;
  double value;
};

/// Numbers of all inputs in base units, by slot: given, or derived by the input's own formula. NaN is absent.
/// Also the plain world: nothing is remembered from one result to the next.
struct Values : PlainFunctions<Values> {
  std::array<double, input_count> value;
  std::bitset<input_count> given;
  std::shared_ptr<const TrafficClasses> mixture{};  ///< where requests are of several classes

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
  /// The classes of the requests; none where all are alike.
  std::span<const TrafficClass> classes() const {
    return mixture ? std::span<const TrafficClass>(*mixture) : std::span<const TrafficClass>();
  }
  template <class F>
  [[gnu::flatten]] typename F::quantity result(const F& formula) const;
  template <class I>
  void set(const I&, double base_units) {
    give(InputKey::at(slot_of<I>), base_units);
    settle();
  }

  /// The prefill workers of a service with these alone, split as they are; the case itself where they are split as the
  /// decode workers are, or where there are none. Formulas read both: every world has such a case of its own kind.
  Values prefilling() const { return prefill_is_own() ? prefill_values() : *this; }
  bool prefill_is_own() const;
  Values prefill_values() const;
};

/// What prefill workers have instead of the degrees of decode workers: the input, and the one that tells it.
struct PrefillDegree {
  InputKey degree, own;
};
inline constexpr PrefillDegree prefill_degrees[] = {
    {InputKey("layout.tensor"), InputKey("serving.prefill_tensor")},
    {InputKey("layout.pipeline"), InputKey("serving.prefill_pipeline")},
    {InputKey("layout.attention_data"), InputKey("serving.prefill_attention_data")},
    {InputKey("layout.expert"), InputKey("serving.prefill_expert")},
    {InputKey("cluster.gpus"), InputKey("serving.prefill_gpus")}};

/// The plain world within one result: what two formulas share is computed once. The compiler sees through all of it
/// and keeps what is remembered in registers.
class WithinOne : public PlainFunctions<WithinOne> {
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
  std::span<const TrafficClass> classes() const { return values_.classes(); }
  [[gnu::noinline]] Values prefilling() const { return values_.prefilling(); }

 private:
  const Values& values_;
  mutable double remembered_[result_count];
  mutable bool known_[result_count] = {};
};

template <class F>
typename F::quantity Values::result(const F& formula) const {
  return WithinOne(*this).result(formula);
}

/// A place for what a world makes for itself when it is asked: copies of the world make their own.
template <class T>
class Own {
 public:
  Own() = default;
  Own(const Own&) {}
  Own& operator=(const Own&) {
    made_.reset();
    return *this;
  }
  explicit operator bool() const { return made_ != nullptr; }
  T& operator*() const { return *made_; }
  T* operator->() const { return made_.get(); }
  template <class... Given>
  T& make(Given&&... given) {
    made_ = std::make_unique<T>(std::forward<Given>(given)...);
    return *made_;
  }

 private:
  std::unique_ptr<T> made_{};
};

/// A set of formulas, by memo slot.
using Results = std::bitset<most_formulas>;

/// For each input, the formulas that read it, directly or through others. The registry knows it.
using Dependents = std::array<Results, input_count>;

/// The plain world that computes each result once, and after a change only what depends on the changed input.
class Once : private Values, public PlainFunctions<Once> {
 public:
  using PlainFunctions<Once>::root;
  using PlainFunctions<Once>::average;
  using PlainFunctions<Once>::told;

  /// What a function came to when it was called last is remembered: parts of an equation ask for the same.
  template <class F, class... Given>
  typename F::quantity call(const F& function, const Given&... given) const {
    using Q = typename F::quantity;
    if constexpr (!F::listed || sizeof...(Given) == 0 || sizeof...(Given) > Last::most) {
      return function.value(*this, given...);
    } else {
      const double at[] = {in_base_units(given)...};
      constexpr std::size_t slot = FunctionKey::find(F::id)->slot();
      Last& last = called_[slot];
      if (last.change == changes_ && std::equal(std::begin(at), std::end(at), last.at)) return of<Q>(last.value);
      const double value = raw(function.value(*this, given...));
      last.change = changes_;
      last.value = value;
      std::copy(std::begin(at), std::end(at), last.at);
      return of<Q>(value);
    }
  }

  explicit Once(const Values& values, const Dependents& dependents) : Values(values), dependents_(&dependents) {}

  using Values::classes;
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
    ++changes_;
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
    changes_ += changed;
  }
  /// Takes over another case and forgets every result.
  void restart(const Values& values) {
    static_cast<Values&>(*this) = values;
    known_.reset();
    ++changes_;
  }
  const Once& prefilling() const {
    if (!prefill_is_own()) return *this;
    if (!prefilling_)
      prefilling_.make(prefill_values(), *dependents_);
    else if (prefilling_at_ != changes_)
      prefilling_->restart(prefill_values());
    prefilling_at_ = changes_;
    return *prefilling_;
  }
  /// How many formulas have been evaluated so far.
  std::size_t evaluations() const { return evaluations_; }

 private:
  struct Last {
    static constexpr std::size_t most = 4;
    std::size_t change = 0;
    double at[most], value;
  };

  const Dependents* dependents_;
  std::size_t changes_ = 1;
  mutable std::array<Last, function_count> called_{};
  mutable Results known_;
  mutable std::array<double, most_formulas> remembered_;
  mutable std::size_t evaluations_ = 0;
  mutable std::size_t prefilling_at_ = 0;
  mutable Own<Once> prefilling_{};
};

}  // namespace llmsize
