// SPDX-License-Identifier: Apache-2.0
// A case and its neighbours: what pages read their numbers from.
#pragma once

#include "core/answer/answer.hpp"
#include "core/charts/chart.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// An input that takes another value, base units.
struct Move {
  InputKey key;
  double value;
};
using Moves = std::vector<Move>;

/// What a scenario says otherwise: key and text; an empty text leaves the key open.
using Changes = std::vector<std::pair<std::string, std::string>>;

/// A scenario with what a user would type into it. Throws BadInput as `Scenario::set` does.
Scenario changed(Scenario scenario, const Changes& changes);

/// What makes one scenario say what the other does.
Changes changes_to(const Scenario& from, const Scenario& to);

/// The text that means a number in base units: "1h" for an input that is a time.
std::string text_of(InputKey key, double value);

/// The text of a positive value near a number in base units, as one would type it: whole days, hours or minutes above
/// two of them, else two digits.
std::string text_near(InputKey key, double value);

/// A completed scenario, its results and those of its neighbours, each with the changes that lead there.
class Around {
 public:
  /// Throws BadInput as `complete` does.
  Around(const Scenario& scenario, const Catalog& catalog, Changes changes = {});
  /// The same scenario after further changes.
  Around with(const Changes& changes) const;

  const Scenario& scenario() const { return scenario_; }
  const Catalog& catalog() const { return *catalog_; }
  const Case& plan() const { return plan_; }
  const Changes& changes() const { return changes_; }

  /// A result, base units; absent where an input is missing or nothing finite comes out.
  double result(ResultKey id) const;
  double result(ResultKey id, const Moves& moves) const;
  /// All results after some moves.
  Once at(const Moves& moves) const;
  double input(InputKey key) const { return plan_[key]; }
  bool knows(ResultKey id) const { return !is_absent(result(id)); }

  /// A result or an input.
  double number(NumberId name) const { return name.result() ? result(*name.result()) : input(*name.input()); }
  /// A result or input as people read it.
  std::string shown(NumberId name) const;
  std::string word(WordKey key) const { return plan_.word(key); }
  /// Name of the entry that a reference names, without its vendor: "DGX H100"; empty where there is none.
  std::string name(WordKey key) const;

  /// P10 and P90 of a result, nothing where it has no range.
  std::optional<std::pair<double, double>> range(ResultKey id, const Moves& moves = {}) const;
  /// Where a number comes from.
  Source source(NumberId name, const Moves& moves = {}) const;
  /// Keys of the inputs that are missing for a result.
  std::vector<std::string_view> missing(ResultKey id) const;
  /// Whether an accelerator is said or comes with the system.
  bool has_accelerator() const { return !is_absent(input("accelerator.memory")); }
  /// What is missing for a result, in words: "a model and a system"; empty where nothing is.
  std::string needs(ResultKey id) const;

 private:
  Scenario scenario_;  ///< with the changes
  const Catalog* catalog_;
  Changes changes_;
  Case plan_;
  Once once_;
  /// Ranges with the case that they are of: both stay where they are when this is copied.
  struct Ranged;
  mutable std::shared_ptr<const Ranged> ranged_{};
  mutable std::optional<Case> moved_{};  ///< room for ranges after moves
};

/// A finite number or absent.
double finite_or_absent(double value);

}  // namespace llmsize
