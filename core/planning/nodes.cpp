// SPDX-License-Identifier: Apache-2.0
// Plans the number of nodes: formulas produce it, this chooses it.
#include "core/planning/nodes.hpp"

#include "core/planning/certainty.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <cmath>
#include <numeric>

namespace llmsize {
namespace {

/// Completes a scenario whose step time the expected utilisation tells, because the layout or the number of nodes is
/// open.
Case at_utilisation(const Scenario& scenario, const Catalog& catalog, std::string_view because) {
  Case plan = complete(scenario, catalog);
  if (scenario.find("software.at_utilisation") || scenario.find("software.utilisation")) return plan;
  plan.put("software.at_utilisation", 1, {Origin::Kind::planned, std::string(because), {}, {}});
  plan.values.settle();
  return plan;
}

constexpr int most_tries = 100;
constexpr double most_nodes = 1e7;

Case on_nodes(Scenario& scenario, double nodes, const Catalog& catalog) {
  scenario.set("cluster.nodes", Value{nodes, {}}, exact(nodes), "planned nodes");
  return at_utilisation(scenario, catalog, "the number of nodes is planned");
}

/// The next number of nodes whose GPUs the degrees divide.
double divisible(double nodes, const Values& values) {
  const auto at = [&](InputKey key) { return static_cast<std::uint64_t>(values[key]); };
  const std::uint64_t split = at("layout.tensor") * at("layout.pipeline") * at("layout.context");
  const std::uint64_t together = split / std::gcd(split, at("node.gpus"));
  const auto step = static_cast<double>(together);
  return std::ceil(nodes / step) * step;
}

}  // namespace

bool size_is_said(const Scenario& scenario) {
  return scenario.find("cluster.nodes") || scenario.find("cluster.gpus") || scenario.find("layout.data");
}

Plan plan_nodes(const Scenario& scenario, const Catalog& catalog) {
  const bool open = layout_is_open(scenario);
  if (size_is_said(scenario))
    return {scenario, open ? at_utilisation(scenario, catalog, "the layout is open") : complete(scenario, catalog)};
  Plan plan{scenario, at_utilisation(scenario, catalog, "the number of nodes is open")};
  const double holding =
      result_row("capacity.nodes_states").value(Once(plan.completed.values, dependents()));
  if (is_absent(holding)) return plan;
  const Values bare = plan.completed.values;
  double nodes = divisible(holding, bare);
  // Time falls with the nodes, less than in proportion: what is late by a third needs a third more at least.
  for (int tries = 0; tries < most_tries; ++tries) {
    plan.completed = on_nodes(plan.scenario, nodes, catalog);
    const double late = certain_time(plan.completed) / plan.completed["goal.deadline"];
    if (!(late > 1) || nodes * late > most_nodes) break;
    nodes = divisible(std::max(nodes + 1, std::ceil(nodes * late * (1 - 1e-9))), bare);
  }
  plan.completed.explain("cluster.nodes", {Origin::Kind::planned, "fewest nodes", {}, {}});
  return plan;
}

}  // namespace llmsize
