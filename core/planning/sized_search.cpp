// SPDX-License-Identifier: Apache-2.0
#include "core/planning/sized_search.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/held.hpp"
#include "core/planning/uses.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace llmsize {
namespace {

/// A search of a space, on the GPUs that the scenario says.
LayoutPlan searched_here(const Scenario& scenario, Space space, const SearchOptions& options) {
  if (options.moved && space.offloads.size() > 1) space.offloads.erase(space.offloads.begin());
  if (options.full) space.margin = 0;
  SearchResult search = fastest(space, options);
  LayoutPlan plan{scenario, std::move(space), std::move(search)};
  plan.nodes = plan.space.base["cluster.nodes"];
  plan.batch = options.batch;
  return plan;
}

/// Nothing that is said divides what is there.
LayoutPlan nothing(const Scenario& scenario, double nodes) {
  LayoutPlan plan{scenario, {}, {}};
  plan.search.least = std::numeric_limits<double>::infinity();
  plan.nodes = nodes;
  return plan;
}

/// The ways to use the nodes that a scenario says, all of them.
struct Uses {
  bool known = false;          ///< nodes, and GPUs of each
  double nodes = absent;       ///< that are there
  double gpus = absent;        ///< that are there for the job
  std::vector<double> each{};  ///< GPUs of each node, most first

  bool are_all(double of_node) const { return nodes * of_node == gpus; }
};

Uses uses_of(const Scenario& scenario, const Case& base) {
  const double nodes = base["cluster.nodes"], gpus = base["cluster.gpus"], of_node = base["node.gpus"];
  if (!nodes_are_said(scenario) || is_absent(nodes) || is_absent(of_node)) return {};
  return {true, nodes, gpus, uses_of_node(std::min(of_node, std::floor(gpus / nodes)), nodes, held_gpus(scenario))};
}

/// The scenario with so many GPUs of each node.
Scenario with_gpus(const Scenario& scenario, const Case& base, const Uses& uses, double each) {
  if (!uses.known || uses.are_all(each)) return scenario;
  return with_use(scenario, base, {uses.nodes, each}, uses.nodes);
}

/// The best way to use the nodes that the scenario says, all of them, and the GPUs of each that it uses: absent where
/// all.
LayoutPlan searched_anew(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options, double& used) {
  used = absent;
  Case base = without_split(scenario, catalog);
  const Uses uses = uses_of(scenario, base);
  if (!uses.known)
    return searched_here(scenario, space_of(scenario, std::move(base), options.batch, options.full), options);
  std::vector<Scenario> scenarios;
  std::vector<Space> spaces;
  for (const double each : uses.each) {
    const Scenario& here = scenarios.emplace_back(with_gpus(scenario, base, uses, each));
    spaces.push_back(
        space_of(here, uses.are_all(each) ? base : without_split(here, catalog), options.batch, options.full));
  }
  // What no open plan has is taken only where no use of the nodes allows anything else.
  const bool free = std::any_of(
      spaces.begin(), spaces.end(), [](const Space& space) { return !space.forced && !space.branches.empty(); });
  LayoutPlan best = nothing(scenario, uses.nodes);
  bool first = true;
  double least = best.search.least;
  for (std::size_t i = 0; i < spaces.size(); ++i) {
    if (free && spaces[i].forced) continue;
    SearchOptions faster = options;
    faster.limit = std::min(options.limit, cost(best));
    LayoutPlan plan = searched_here(scenarios[i], std::move(spaces[i]), faster);
    least = std::min(least, plan.search.least);
    if (!first && !(cost(plan) < cost(best))) continue;
    first = false;
    used = uses.each[i];
    best = std::move(plan);
  }
  best.search.least = least;
  return best;
}

/// Numbers of nodes below those that are there on which a job may run better, most first.
std::vector<double> fewer_than(double there) {
  constexpr double least_share = 0.8;
  std::vector<double> counts = node_counts(std::ceil(least_share * there));
  std::erase_if(counts, [&](double nodes) { return nodes >= there; });
  std::reverse(counts.begin(), counts.end());
  return counts;
}

}  // namespace

Scenario on_nodes(Scenario scenario, double nodes) {
  scenario.set("cluster.nodes", exact(nodes), Giver{"plan"});
  return scenario;
}

Case without_split(const Scenario& scenario, const Catalog& catalog) {
  return complete(without_degrees(scenario), catalog);
}

std::vector<double> counts_for(const Scenario& scenario, const Catalog& catalog, double least) {
  constexpr double most = 16384;
  constexpr std::size_t tries = 512;
  std::vector<double> counts = node_counts(least);
  const double held = held_gpus(scenario);
  if (held == 1) return counts;
  const double of_node = without_split(scenario, catalog)["node.gpus"];
  const auto fills = [&](double nodes) { return !uses_of_node(of_node, nodes, held).empty(); };
  if (!(held <= most * of_node) || std::any_of(counts.begin(), counts.end(), fills)) return counts;
  counts.clear();
  const auto shared = std::gcd(static_cast<std::uint64_t>(held), static_cast<std::uint64_t>(of_node));
  const double step = held / static_cast<double>(shared);
  for (double nodes = std::ceil(least / step) * step; nodes <= most && counts.size() < tries; nodes += step)
    counts.push_back(nodes);
  return counts;
}

double least_at_peak(const Case& one, double pace) {
  const double flop = result_row("training.model_flop").value(Once(one.values, dependents()));
  const double node_peak = one["node.accelerators"] * one["accelerator.peak"];
  const double least = std::ceil(flop / (pace * one["workload.global_batch"] * node_peak));
  return least > 1 ? least : 1;
}

double cost(const LayoutPlan& plan) {
  return plan.found() ? plan.search.best.front().cost() : std::numeric_limits<double>::infinity();
}

LayoutPlan searched(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  double used = absent;
  if (!options.cache) return searched_anew(scenario, catalog, options, used);
  if (auto known = options.cache->find(scenario, options)) {
    const Case base = without_split(scenario, catalog);
    const Uses uses = uses_of(scenario, base);
    if (uses.known && uses.each.empty()) return nothing(scenario, uses.nodes);
    Scenario found = with_gpus(scenario, base, uses, known->gpus);
    Space space = space_of(found, catalog, options.batch, options.full);
    if (options.full) space.margin = 0;
    LayoutPlan plan{std::move(found), std::move(space), std::move(known->search)};
    plan.nodes = plan.space.base["cluster.nodes"];
    plan.batch = options.batch;
    return plan;
  }
  LayoutPlan plan = searched_anew(scenario, catalog, options, used);
  if (!plan.search.cut_short) options.cache->keep(scenario, options, {used, plan.search});
  return plan;
}

LayoutPlan searched_at_most(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan best = searched(scenario, catalog, options);
  if (!nodes_are_said(scenario) || best.search.untimed) return best;
  const Case base = without_split(scenario, catalog);
  const double there = base["cluster.nodes"], each = base["node.gpus"];
  if (is_absent(there) || is_absent(each)) return best;
  Scenario open = scenario;
  open.unset("cluster.gpus");
  const auto take = [&](double nodes) {
    SearchOptions faster = options;
    faster.limit = std::min(options.limit, cost(best));
    faster.progress = {};
    LayoutPlan plan = searched(on_nodes(open, nodes), catalog, faster);
    if (!(cost(plan) < cost(best))) return;
    const double gpus = plan.space.base["cluster.gpus"] / nodes;
    best = std::move(plan);
    best.scenario = with_use(best.scenario, base, {nodes, gpus}, there);
  };
  // So few nodes are too slow even at their peak.
  const double too_few = least_at_peak(base, options.limit);
  for (const double nodes : fewer_than(there)) {
    if (nodes < too_few || (options.cancelled && options.cancelled())) return best;
    take(nodes);
  }
  std::vector<double> counts = node_counts(too_few);
  for (auto nodes = counts.rbegin(); nodes != counts.rend() && !best.found(); ++nodes)
    if (*nodes < there) take(*nodes);
  return best;
}

}  // namespace llmsize
