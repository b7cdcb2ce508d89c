// SPDX-License-Identifier: Apache-2.0
// Plans by searching, once per number of nodes.
#include "core/planning/goals.hpp"

#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

double result_in(const Case& plan, std::string_view id) { return find_result(id)->value(Once(plan.values, dependents())); }
double input_in(const Case& plan, std::string_view key) { return plan.values.value[find_slot(key)]; }

bool says_size(const Scenario& scenario) {
  return scenario.find("cluster.nodes") || scenario.find("cluster.gpus") || scenario.find("layout.data");
}

Scenario on_nodes(Scenario scenario, double nodes) {
  scenario.set("cluster.nodes", exact(nodes), Giver{"plan"});
  return scenario;
}

/// A search on the GPUs that the scenario says.
LayoutPlan searched(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  Space space = space_of(scenario, catalog);
  SearchResult search = fastest(space, options);
  LayoutPlan plan{scenario, std::move(space), std::move(search)};
  plan.nodes = input_in(plan.space.base, "cluster.nodes");
  return plan;
}

/// The scenario without anything said of its size or split, to see what a single node says.
Case single_node(const Scenario& scenario, const Catalog& catalog) {
  Scenario bare = scenario;
  for (const std::string_view key : {"layout.tensor", "layout.pipeline", "layout.context", "layout.expert"}) bare.unset(key);
  return complete(bare, catalog);
}

}  // namespace

std::vector<double> node_counts(double least) {
  constexpr double most = 16384;
  std::vector<double> counts;
  double step = 1;
  for (double nodes = 1; nodes <= most; nodes += step) {
    step = nodes < 64 ? 1 : std::exp2(2 * std::floor(std::log2(nodes / 64) / 2 + 1));
    if (nodes >= least) counts.push_back(nodes);
  }
  return counts;
}

LayoutPlan plan_fastest(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  if (says_size(scenario)) return searched(scenario, catalog, options);
  const double needed = result_in(single_node(scenario, catalog), "capacity.nodes_states");
  if (is_absent(needed)) return searched(scenario, catalog, options);
  std::optional<LayoutPlan> plan;
  // Activations come on top of the states: a few more nodes may be needed than hold those.
  for (const double nodes : node_counts(needed)) {
    plan = searched(on_nodes(scenario, nodes), catalog, options);
    if (plan->found() || nodes > 8 * needed + 8) break;
  }
  return std::move(*plan);
}

LayoutPlan plan_fewest_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  const Case one = single_node(scenario, catalog);
  const double deadline = input_in(one, "goal.deadline"), tokens = input_in(one, "workload.tokens");
  // No layout computes faster than the peak, and none does without its states.
  const double work = result_in(one, "training.work");
  const double per_node = input_in(one, "node.accelerators") * input_in(one, "accelerator.peak");
  const double states = result_in(one, "capacity.nodes_states");
  const double least = std::max({1.0, std::ceil(work / (deadline * per_node)), is_absent(states) ? 1.0 : states});
  std::optional<LayoutPlan> nearest;
  const auto counts = node_counts(is_absent(least) ? 1 : least);
  std::size_t done = 0;
  for (const double nodes : counts) {
    const Scenario sized = on_nodes(scenario, nodes);
    Space space = space_of(sized, catalog);
    const double steps = tokens / (input_in(space.base, "workload.global_batch") * input_in(space.base, "workload.sequence"));
    SearchOptions within = options;
    within.progress = {};
    within.limit = deadline / steps;
    SearchResult search = fastest(space, within);
    if (options.progress) options.progress(++done, counts.size());
    if (!search.best.empty()) return {sized, std::move(space), std::move(search), nodes, true};
    // Nodes that help no more: the batch is dealt out, or exchange eats what they add.
    if ((nearest && nodes > 8 * nearest->nodes) || (options.cancelled && options.cancelled())) break;
    if (space.branches.empty()) continue;
    within.limit = nearest ? nearest->search.best.front().step_time : std::numeric_limits<double>::infinity();
    SearchResult fastest_here = fastest(space, within);
    if (!fastest_here.best.empty()) nearest = LayoutPlan{sized, std::move(space), std::move(fastest_here), nodes, false};
  }
  if (nearest) return std::move(*nearest);
  LayoutPlan none{scenario, space_of(scenario, catalog), {}};
  none.met = false;
  return none;
}

}  // namespace llmsize
