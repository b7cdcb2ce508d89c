// SPDX-License-Identifier: Apache-2.0
// The space of layouts: what a planner may choose for a scenario.
#pragma once

#include "core/planning/layout.hpp"

#include <vector>

namespace llmsize {

/// All layouts of a scenario on its GPUs. A branch fixes degrees, interleave and micro-batch; below it lie all
/// combinations of recomputation, sequence parallelism, ZeRO stage and offload, of which those that are one and the
/// same are listed once.
struct Space {
  Case base;        ///< everything that a layout does not set, with GPUs and a global batch
  double tier = 0;  ///< where states may be offloaded to: 0 nowhere, 1 CPU memory, 2 local NVMe, 3 shared storage
  std::vector<Layout> branches;

  std::vector<Recompute> recomputes;
  std::vector<std::uint8_t> zeros, offloads;
  std::vector<bool> sequence_parallels;
  std::uint8_t pipeline_zero = 3;  ///< highest ZeRO stage beside pipelines
  double margin = 0;               ///< share of GPU memory that is left free
  double wanted_batch = absent;    ///< sequences of a step that are wanted, where the batch moves as little as divides
  std::vector<Change> held{};      ///< what is said of a layout beside its own words: core/planning/held.hpp
  bool forced = false;             ///< what is said leaves only layouts that no open plan has: groups that fill no
                                   ///< scale-up domain evenly, ZeRO stages that the stack does not run beside pipelines

  /// ZeRO stages below a branch: one where nothing is there to shard over.
  std::span<const std::uint8_t> zeros_of(const Layout& branch) const;
  /// Whether sequence parallelism makes a difference below a branch.
  bool splits_sequences(const Layout& branch) const;
  /// Layouts below a branch, and in all.
  std::uint64_t leaves(const Layout& branch) const;
  /// One of the layouts below a branch; those with the same recomputation follow one another, in the order of
  /// `recomputes`.
  Layout leaf(const Layout& branch, std::uint64_t index) const;
  std::uint64_t size() const;
  /// What a layout sets in the case, with what is held.
  std::array<Change, layout_changes> changes_of(const Layout& layout) const;
  /// The slowest tier that anything may live on.
  double deepest() const;
  /// What the time of a layout is multiplied with to choose: 1 for those that published recipes of such models have,
  /// more for others. The gain of the others is less than teams lose by being the first. A batch that moved counts by
  /// as much as it did, as nobody trained the model with it: so no multiple but the next ones can be the best, and one
  /// that was chosen is chosen again where it is said.
  double penalty(const Layout& layout) const;
};

/// Who gives a global batch that nobody said: the tokens of a step over those of a sequence, as the model was trained
/// or as others of its size are.
inline constexpr std::string_view trained_batch = "from the published recipe";
inline constexpr std::string_view assumed_batch = "assumed: typical for models of this size";
/// The same while serving.
inline constexpr std::string_view assumed_serving_batch = "assumed: one sequence per GPU";
/// Whether a planner took the batch that a scenario says, not who asks.
bool is_taken_batch(const Scenario::Said& batch);
/// How far a batch that may move does: as little as divides, or as much as it may.
enum class Moved { least, most };
/// Whether a planner may move the batch.
bool moves_batch(const Scenario& scenario);
/// The scenario with a global batch: a planner compares layouts that do the same work.
Scenario with_batch(Scenario scenario, const Catalog& catalog);

/// The space of a scenario: what it says about the layout is held, everything else is open. `--offload T` allows
/// offloading to T, unless the tier of a kind of state is said; where the model serves, its weights are offloaded to T.
/// `forced` takes what no open plan has even where something else is left. Throws BadInput as `complete` does.
Space space_of(const Scenario& scenario, const Catalog& catalog, Moved batch = Moved::least, bool forced = false);
/// The same where the scenario `without_degrees` is complete already.
Space space_of(const Scenario& scenario, Case base, Moved batch, bool forced = false);

}  // namespace llmsize
