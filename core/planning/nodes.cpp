// SPDX-License-Identifier: Apache-2.0
// Plans the number of nodes: formulas produce it, this chooses it.
#include "core/planning/nodes.hpp"

#include "core/planning/certainty.hpp"
#include "core/planning/within_goal.hpp"
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

/// How many times as fast the steps have to be for a run that takes so long, as surely as is asked, to keep the
/// deadline.
double late_steps(const Case& plan, double certain) {
  const double deadline = plan["goal.deadline"], median = result_in(plan, "training.calendar_time");
  const double leaves = slowest_within(plan, deadline * median / certain) * plan["workload.tokens"];
  return certain > deadline ? result_in(plan, "training.total_step_time") * plan["workload.sequence"] / leaves
                            : certain / deadline;
}

constexpr int most_tries = 100;
constexpr double most_nodes = 1e7, most_copies = 1024;

/// How many times as many copies would make room on the fullest GPU, at most: what is sharded over copies shrinks with
/// them, the rest does not. 1 where it fits, or no copy shards.
double overflow(const Case& plan) {
  const auto in = [&](ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); };
  const double over = in("memory.gpu_total") / in("memory.gpu_capacity");
  return over > 1 && plan["layout.shard_optimizer"] == 1 && plan["layout.data"] < most_copies ? over : 1;
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
  return scenario.find("cluster.nodes") || scenario.find("cluster.gpus") || scenario.find("layout.data") ||
         scenario.find("serving.decode_workers");
}

Plan plan_nodes(const Scenario& scenario, const Catalog& catalog) {
  const bool open = layout_is_open(scenario);
  if (size_is_said(scenario))
    return {scenario, open ? at_utilisation(scenario, catalog, "the layout is open") : complete(scenario, catalog)};
  const auto completed = [&](const Scenario& each) {
    return open ? at_utilisation(each, catalog, "the number of nodes is open") : complete(each, catalog);
  };
  Plan plan{scenario, completed(scenario)};
  const double holding = result_row("capacity.nodes_states").value(Once(plan.completed.values, dependents()));
  if (is_absent(holding)) return plan;
  const Values bare = plan.completed.values;
  double nodes = divisible(holding, bare);
  // Time falls with the nodes, less than in proportion: what is late by a third needs a third more at least.
  for (int tries = 0; tries < most_tries; ++tries) {
    Scenario sized = plan.scenario;
    sized.set("cluster.nodes", Value{nodes, {}}, exact(nodes), "planned nodes");
    Case next = completed(sized);
    const double time = certain_time(next), late = late_steps(next, time);
    const double more = std::max(is_absent(late) ? 1 : late, overflow(next));
    // A batch that is dealt out makes more nodes slower.
    if (tries > 0 && time > certain_time(plan.completed)) break;
    plan = {std::move(sized), std::move(next)};
    if (!(more > 1) || nodes * more > most_nodes) break;
    nodes = divisible(std::max(nodes + 1, std::ceil(nodes * more * (1 - 1e-9))), bare);
  }
  plan.completed.explain("cluster.nodes", {Origin::Kind::planned, "fewest nodes", {}, {}});
  return plan;
}

}  // namespace llmsize
