// SPDX-License-Identifier: Apache-2.0
// The parts of completing a scenario: each fills in what it knows of a case, and what was filled in before stays.
#pragma once

#include "core/scenario/case.hpp"
#include "core/scenario/known_entries.hpp"

#include <string_view>

namespace llmsize {

/// An origin that is not put into words yet.
struct From {
  Origin::Kind kind;
  std::string_view detail{}, source{}, confidence{};
};

/// What is told of origins: all of them, or their kinds without words.
enum class Origins { whole, kinds };

/// A case that is filled in from a scenario and a catalog, which outlive it.
class Filling {
 public:
  Filling(const Scenario& from, KnownEntries& entries, Origins origins, Case& into)
      : scenario(from), known(entries), plan(into), origins_(origins) {}

  const Scenario& scenario;
  KnownEntries& known;
  Case& plan;

  const Catalog& catalog() const { return known.catalog(); }
  bool tells() const { return origins_ == Origins::whole; }
  Origin told(const From& from) const;
  /// Gives a value unless there is one.
  void fill(InputKey key, double value, const From& from, double spread = 0);

  /// The value where somebody gave it; absent where it is derived.
  double given(InputKey key) const { return plan.has(key) ? plan[key] : absent; }
  /// The word that is said or told, else the usual one.
  std::string_view word_of(const Choice& choice) const;
  bool trains() const;
  bool is_mixture() const { return given("model.experts") > 0; }
  /// The accelerator that the scenario names, or its system has; empty where neither tells one.
  std::string accelerator() const;
  /// Whether the user named a stack.
  bool names_stack() const;

 private:
  Origins origins_;
};

/// Throws BadInput: usage, where the best precision is asked for and no layout is planned: it is that of a plan.
void refuse_unplanned_precision(const Scenario& scenario);
/// The same where an option counts the parameters of a model that another names: work would be of one, memory of the
/// other. Who sets the count in a file, a sheet or a chart means it.
void refuse_two_models(const Scenario& scenario);
/// Throws BadInput: usage, where a choice and a number that it sets contradict each other: `--recompute none` beside a
/// fraction of layers that is recomputed. A plan, and a page that tries a value, may set either.
void refuse_denied_words(const Scenario& scenario);
/// Throws BadInput: usage, where a phase has more tokens than the training that it is a part of.
void refuse_long_phases(const Filling& filling);

/// What the entry that a reference names says of the case. Throws BadInput as `KnownEntries::entry` does, and where the
/// scenario contradicts the entry.
void take_entry(Filling& filling, const Reference& reference);
/// Prices of a user's list for the system, switches and appliances of the case, before those that hold for any. Throws
/// BadInput: usage, for a second currency.
void take_listed_prices(Filling& filling, const Entry& list);
/// Prices that somebody asked for instead of giving them: the middle of public ones, and what a cluster costs beside
/// its nodes.
void take_public_price(Filling& filling);
/// What is practice since a year, where neither user nor catalog says otherwise: kernels of every chip since 2022 keep
/// no scores; stacks since 2024, of a chip or named, save behind training unless states are offloaded, and each rank
/// reads its shards.
void take_practice(Filling& filling);
/// What the word of a choice sets.
void take_choice(Filling& filling, const Choice& choice);
/// Nodes, GPUs and degrees say the same thing in three ways: completes what is open, refuses what contradicts.
void settle_cluster(Filling& filling);

}  // namespace llmsize
