// SPDX-License-Identifier: Apache-2.0
// Plans every target of the offload experiment.
#include "core/planning/targets.hpp"

#include "core/inputs/list.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/serving_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// On as many nodes as the goal takes, or on one: where a model lives is asked of what is there.
Scenario with_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  if (size_is_said(said)) return said;
  const bool goal = said.find("goal.deadline") || said.find("goal.tokens_per_second");
  const double nodes = goal ? plan_layout(said, catalog, options).nodes : 1;
  Scenario sized = said;
  sized.set("cluster.nodes", fmt::format("{}", std::max(1.0, nodes)), Giver{"plan"});
  return sized;
}

/// Whether the planner would choose a layout for training.
bool trains_open(const Scenario& said, const Catalog& catalog) {
  return !unplannable(said) && wants_plan(said, catalog);
}

}  // namespace

bool plans_targets(const Scenario& said, const Catalog& catalog) {
  return trains_open(said, catalog) || serving_is_open(said, catalog);
}

std::vector<Scenario> on_targets(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const bool planned = trains_open(said, catalog), serves = !planned && serving_is_open(said, catalog);
  const Scenario sized = planned ? with_nodes(said, catalog, options) : said;
  SearchOptions moved = options;
  moved.keep = 1;
  moved.sample = 0;
  moved.moved = true;
  moved.cache = {};
  std::vector<Scenario> targets;
  for (const Option& target : find_choice("memory.offload")->options) {
    Scenario on = sized;
    on.set("memory.offload", target.word, Giver{"memory.offload"});
    if (serves) {
      on = fastest_serving(on, catalog);
    } else if (!planned) {
      if (!on.find("layout.zero")) on.set("layout.zero", "3", Giver{"offload"});
    } else if (const LayoutPlan plan = plan_fastest(on, catalog, moved); plan.found()) {
      on = plan.with(plan.search.best.front());
    } else if (const auto nearest = nearest_to_fit(plan.space)) {
      on = plan.with(*nearest);
    }
    targets.push_back(std::move(on));
  }
  return targets;
}

}  // namespace llmsize
