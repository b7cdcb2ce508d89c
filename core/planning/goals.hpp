// SPDX-License-Identifier: Apache-2.0
// What a plan is for: the fastest step, the fewest nodes, the least energy or the lowest cost, within limits.
#pragma once

#include "core/planning/search.hpp"

#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// The best layouts that were found for a scenario, and what the search says of the others.
struct LayoutPlan {
  Scenario scenario;  ///< with nodes and global batch, without the layout
  Space space;
  SearchResult search;
  double nodes = 0;                 ///< that the job uses; 0 where they are not known
  Moved batch = Moved::least;       ///< how far the batch was moved
  bool met = true;                  ///< whether the goal was reached
  bool sized = false;               ///< whether the number of nodes was chosen for the goal
  std::optional<InputKey> limit{};  ///< the limit that ended the search for a number of nodes: "goal.power"
  double unlimited_nodes = absent;  ///< nodes that would reach the goal without limits, where one ended the search
  std::optional<Layout> nearest{};  ///< where no layout fits: the one that needs least beyond the memory that is there
  double cleverest = absent;        ///< seconds for each sequence of the fastest of all layouts on those nodes
  double fitting_nodes =
      absent;  ///< where no layout fits the nodes that are said: the fewest of `node_counts` that some layout fits
  double certain = absent;  ///< where the deadline is missed: calendar time at the certainty asked, seconds

  std::shared_ptr<SearchCache> cache{};  ///< of the searches that led to it, for those that follow

  bool found() const { return !search.best.empty(); }
  /// The scenario with the layout of a candidate.
  Scenario with(const Candidate& candidate) const { return with(candidate.layout); }
  Scenario with(const Layout& layout) const { return with_layout(scenario, layout, space.tier, space.size()); }
};

/// A limit on the size of the cluster.
struct SizeLimit {
  ResultKey result;
  InputKey key;
};
inline constexpr SizeLimit size_limits[] = {
    {"economics.limited_power", "goal.power"}, {"bom.racks", "goal.racks"}, {"economics.capex", "goal.budget"}};

/// Whether the planner chooses what a scenario leaves open of layout and nodes: it trains, the time of a step is known,
/// and neither `layout.search` nor a stated utilisation says otherwise. What is said is held. The same on every
/// surface.
bool wants_plan(const Scenario& scenario, const Catalog& catalog);

/// The plan that `goal.kind` asks for: the fewest nodes where a deadline or tokens per second are wanted and the nodes
/// are open, else the fastest step; among layouts with the same verdict on those nodes a usual one (Space::penalty).
/// Where none fits, `nearest` and `fitting_nodes` say by how much. Throws BadInput as `complete` does, and where values
/// that are said exclude each other.
LayoutPlan plan_layout(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The fastest step on the nodes that the scenario says; on as many as power, racks and budget allow where one of them
/// is limited; else on as many as hold the states.
LayoutPlan plan_fastest(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The fastest step on the scenario's GPUs, where its calendar meets the deadline as surely as is asked and its steps
/// the wanted tokens per second; else nothing found.
LayoutPlan plan_within_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The fewest nodes that meet the deadline and the wanted tokens per second: the first of `node_counts` on which some
/// layout does, as long as power, racks and budget allow, with the batch moved as little as that takes. Where none
/// does, `met` is false and the plan is the one of those that were tried that comes nearest to the goal.
LayoutPlan plan_fewest_nodes(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// The plan that costs least by a result such as economics.energy and meets the deadline and the wanted tokens per
/// second, among numbers of nodes up to four times the fewest.
LayoutPlan plan_least(
    ResultKey cost, const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// Plans on growing numbers of nodes of which none is worse than another in nodes, training time, energy and cost
/// together, as far as those are known: each is the fastest on its nodes. Fewest nodes first.
std::vector<LayoutPlan> pareto_front(
    const Scenario& scenario, const Catalog& catalog, const SearchOptions& options = {});

/// Numbers of nodes that are tried, from `least` on: all up to 256, then those without a prime factor above seven, and
/// others where more than a 32nd would lie between them, or between those that nine stages go into.
/// The set does not depend on `least`, so that a longer deadline never needs more nodes.
std::vector<double> node_counts(double least);

}  // namespace llmsize
