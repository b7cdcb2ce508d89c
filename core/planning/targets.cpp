// SPDX-License-Identifier: Apache-2.0
// Plans every target of the offload experiment.
#include "core/planning/targets.hpp"

#include "core/inputs/list.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/serving_layout.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// On as many nodes as the goal takes, or on one: where a model lives is asked of what is there.
Scenario with_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  if (nodes_are_said(said)) return said;
  const bool goal = said.find("goal.deadline") || said.find("goal.tokens_per_second");
  const double nodes = goal ? plan_layout(said, catalog, options).nodes : 1;
  Scenario sized = said;
  sized.set("cluster.nodes", fmt::format("{}", std::max(1.0, nodes)), Giver{"plan"});
  return sized;
}

/// Whether the planner would choose a layout for training.
bool trains_open(const Scenario& said, const Catalog& catalog) { return wants_plan(said, catalog); }

/// The fastest layout of a training. Where none fits, one layer may be larger than a GPU: it is tried in tiles, with
/// activations in CPU memory. Else
/// the layout that is nearest to fit.
Scenario fastest_training(const Scenario& on, const Catalog& catalog, const SearchOptions& options) {
  const LayoutPlan plan = plan_fastest(on, catalog, options);
  if (plan.found()) return plan.with(plan.search.best.front());
  if (!on.find("layout.tiling") && on.find("memory.offload")->value.word != "gpu")
    for (const char* tiles : {"4", "16", "64"}) {
      Scenario tiled = on;
      tiled.set("layout.tiling", tiles, Giver{"plan"});
      if (!on.find("memory.offload_activations")) tiled.set("memory.offload_activations", "cpu", Giver{"plan"});
      const LayoutPlan in_tiles = plan_fastest(tiled, catalog, options);
      if (in_tiles.found()) return in_tiles.with(in_tiles.search.best.front());
    }
  const auto nearest = nearest_to_fit(plan.space);
  return nearest ? plan.with(*nearest) : divided(on, catalog);
}

/// The batch that an experiment says is that of its training, too.
Scenario with_own_batch(Scenario said, const Catalog& catalog) {
  const Scenario::Said* batch = said.find("serving.batch");
  if (!batch || said.find("workload.global_batch") || said.find("workload.batch_tokens")) return said;
  if (complete(without_degrees(said), catalog)["workload.trains"] == 1)
    said.set("workload.global_batch", batch->value, batch->text, batch->giver);
  return said;
}

/// Whether the fullest GPU holds a scenario as it stands.
bool fits_gpus(const Scenario& scenario, const Catalog& catalog) {
  const Case plan = complete(scenario, catalog);
  const Once values(plan.values, dependents());
  return result_row("memory.gpu_total").value(values) <= result_row("memory.gpu_capacity").value(values);
}

}  // namespace

bool plans_targets(const Scenario& said, const Catalog& catalog) {
  return trains_open(said, catalog) || serving_is_open(said, catalog);
}

std::vector<Scenario> on_targets(const Scenario& given, const Catalog& catalog, const SearchOptions& options) {
  const Scenario said = with_own_batch(given, catalog);
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
    } else {
      on = fastest_training(on, catalog, moved);
    }
    targets.push_back(std::move(on));
  }
  return targets;
}

std::optional<Scenario> more_nodes_instead(
    const Scenario& given, const Catalog& catalog, const SearchOptions& options) {
  const Scenario said = with_own_batch(given, catalog);
  constexpr double most_nodes = 256;
  const bool trains = trains_open(said, catalog);
  if (!trains && complete(without_degrees(said), catalog)["workload.trains"] == 1) return {};
  SearchOptions one = options;
  one.keep = 1;
  one.sample = 0;
  one.cache = {};
  const auto on_nodes = [&](double nodes) {
    Scenario on = said;
    on.set("cluster.nodes", fmt::format("{}", nodes), Giver{"nodes"});
    on.unset("cluster.gpus");
    on.set("memory.offload", "gpu", Giver{"memory.offload"});
    if (trains) return fastest_training(on, catalog, one);
    return serving_is_open(on, catalog) ? fastest_serving(on, catalog) : on;
  };
  const Scenario sized = trains ? with_nodes(said, catalog, options) : said;
  const Case here = complete(divided(sized, catalog), catalog);
  const double there = here["cluster.nodes"];
  Once values(here.values, dependents());
  values.change("memory.target_tier", 0);
  const double least =
      result_row(trains ? ResultKey("capacity.nodes_states") : ResultKey("capacity.nodes_weights")).value(values);
  if (!(there >= 1) || !(least >= 1) || fits_gpus(on_nodes(there), catalog)) return {};
  // Activations, caches and what works beside the states take more.
  for (const double more : {1.0, 1.25, 1.5, 2.0}) {
    const double nodes = std::ceil(more * std::max(least, there + 1));
    if (nodes > most_nodes) return {};
    Scenario on = on_nodes(nodes);
    if (fits_gpus(on, catalog)) return on;
  }
  return {};
}

}  // namespace llmsize
