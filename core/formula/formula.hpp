// SPDX-License-Identifier: Apache-2.0
// What an input, a formula and a finding are: declared once, read in any number world.
//
// A world is a case type with two members: `read(input)` gives an input's value and `result(formula)` a formula's, each
// as that world's number (a quantity, a quantity with its derivation, a quantity with its slopes); `told(quantity)` is
// a plain quantity as such a number. `classes()` are the traffic classes of its requests. Nothing here knows which
// worlds exist.
#pragma once

#include "core/formula/about.hpp"
#include "core/formula/id.hpp"
#include "core/formula/name.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/units.hpp"

#include <cstddef>
#include <tuple>

namespace llmsize {

/// An input that nothing else tells.
struct Underived {};

/// A numeric input of type Q, called on a case like a formula: `hidden(x)`. `derived` is its formula over other inputs,
/// used where it is absent.
template <Name Key, class Q, class Derived = Underived>
struct Input {
  using quantity = Q;
  static constexpr std::string_view key = Key;
  static constexpr bool derivable = !std::is_same_v<Derived, Underived>;
  InputAbout about;
  Derived derived{};

  template <class Case>
  auto operator()(const Case& x) const {
    return x.read(*this);
  }
};

template <Name Key, class Q, class Derived = Underived>
constexpr auto input(InputAbout about, Derived derived = {}) {
  about.key = Input<Key, Q, Derived>::key;
  if (about.unit == Unit::count) about.unit = unit_of<Q>();
  return Input<Key, Q, Derived>{about, derived};
}

/// Memo slots for formulas that no header of the library declares, such as those of tests; handed out before main.
inline constexpr std::size_t spare_slots = 32;
inline constexpr std::size_t most_formulas = result_count + spare_slots;
inline std::size_t next_spare_slot() {
  static std::size_t next = result_count;
  return next++;
}

/// A result of type Q: a closed expression over inputs and other formulas. `if` inside a body does not compile; say
/// `choose`.
template <Name Id, class Q, class Body>
struct Formula {
  using quantity = Q;
  static constexpr std::string_view id = Id;
  static constexpr bool listed = ResultKey::find(id).has_value();
  About about;
  Body body;

  /// Where a case remembers the result.
  static std::size_t slot() {
    if constexpr (listed) {
      constexpr std::size_t place = ResultKey::find(id)->slot();  // else every read would search the list
      return place;
    } else {
      static const std::size_t spare = next_spare_slot();
      return spare;
    }
  }

  template <class Case>
  auto operator()(const Case& x) const {
    return x.result(*this);
  }
};

template <Name Id, class Q, class Body>
constexpr auto formula(About about, Body body) {
  about.id = Formula<Id, Q, Body>::id;
  if (about.unit == Unit::count) about.unit = unit_of<Q>();
  return Formula<Id, Q, Body>{about, body};
}

/// The body of a result that an algorithm tells: absent in every case.
template <class Q>
struct Untold {
  template <class Case>
  Q operator()(const Case&) const {
    return of<Q>(absent);
  }
};

/// A result of type Q that no formula computes: algorithms choose cases, and say this of their choice. Declared like
/// the others, so that it is listed, looked up and explained like them; `teller` is the command whose answer holds it.
template <Name Id, class Q>
constexpr auto told(std::string_view teller, About about) {
  about.teller = teller;
  return formula<Id, Q>(about, Untold<Q>{});
}

/// A function of arguments that formulas call, `step_at(x, batch)`: what a case gives at other numbers than its own.
template <Name Id, class Q, class Body, class... Arguments>
struct Function {
  using quantity = Q;
  template <std::size_t I>
  using argument = std::tuple_element_t<I, std::tuple<Arguments...>>;
  static constexpr std::size_t arity = sizeof...(Arguments);
  static constexpr std::string_view id = Id;
  static constexpr bool listed = FunctionKey::find(id).has_value();
  About about;
  Body body;

  template <class Case, class... Given>
    requires(sizeof...(Given) == sizeof...(Arguments))
  auto operator()(const Case& x, const Given&... given) const {
    return x.call(*this, given...);
  }
  /// Its value in a world of plain numbers.
  template <class Case, class... Given>
  Q value(const Case& x, const Given&... given) const {
    return Q(body(x, Arguments(given)...));
  }
};

/// "Seconds(Count)" taken apart.
template <class Signature>
struct Parted;
template <class Q, class... Arguments>
struct Parted<Q(Arguments...)> {
  using quantity = Q;
  template <Name Id, class Body>
  using function = Function<Id, Q, Body, Arguments...>;
};

/// Declared like a formula, by its signature: function<"serving.step_at", Seconds(Count)>; `.of` names the arguments.
template <Name Id, class Signature, class Body>
constexpr auto function(About about, Body body) {
  using F = typename Parted<Signature>::template function<Id, Body>;
  about.id = F::id;
  if (about.unit == Unit::count) about.unit = unit_of<typename F::quantity>();
  return F{about, body};
}

/// The body of a function that solves an equation: the number between `least` and `most` at which `rest` is nothing.
template <class Q, class Least, class Most, class Rest>
struct Root {
  using quantity = Q;
  std::string_view symbol;
  Least least;
  Most most;
  Rest rest;

  template <class Case, class... Given>
  auto operator()(const Case& x, const Given&... given) const {
    return x.root(*this, given...);
  }
};

/// A function that solves an equation. `least(x, …)` and `most(x, …)` take its arguments, `rest(x, …, number)` the
/// number after them, too. `rest` crosses nothing once between them: whoever declares one promises it, and properties
/// test it. Where it does not, or is absent at an end, there is no solution: absent.
template <Name Id, class Signature, class Least, class Most, class Rest>
constexpr auto solve(About about, Least least, Most most, Rest rest) {
  using Q = typename Parted<Signature>::quantity;
  return function<Id, Signature>(about, Root<Q, Least, Most, Rest>{about.symbol, least, most, rest});
}

/// The mean of a function over what its first argument is, which is spread about 1 as a log-normal number of this
/// squared coefficient of variation.
template <class F, class Case, class Spread, class... Given>
auto average(const F& function, const Case& x, const Spread& cv2, const Given&... given) {
  return x.average(function, cv2, given...);
}

/// A rule that speaks up when its margin is negative. An absent margin says nothing.
template <Name Id, class Margin>
struct Finding {
  static constexpr std::string_view id = Id;
  FindingAbout about;
  Margin margin;
};

template <Name Id>
inline constexpr Name finding_name = Id;

/// A finding that a search or a measurement tells, not a margin of the case.
template <Name Id>
constexpr FindingAbout told_finding(FindingAbout about) {
  about.id = finding_name<Id>;
  return about;
}

template <Name Id, class Margin>
constexpr auto finding(FindingAbout about, Margin margin) {
  about.id = Finding<Id, Margin>::id;
  return Finding<Id, Margin>{about, margin};
}

}  // namespace llmsize
