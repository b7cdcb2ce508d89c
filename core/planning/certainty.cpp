// SPDX-License-Identifier: Apache-2.0
// Tells how sure a plan is, from the range of its calendar time.
#include "core/planning/certainty.hpp"

#include "core/answer/certainties.hpp"
#include "core/planning/nodes.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view certainty_key = "goal.certainty";

double value_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

double& nodes_at(CertainNodes& nodes, std::string_view certainty) {
  return certainty == "p50" ? nodes.p50 : certainty == "p80" ? nodes.p80 : nodes.p90;
}

CertainNodes::Sized sized(std::string_view certainty, const Case& plan) {
  return {
      certainty,
      value_in(plan, "planning.nodes"),
      plan["cluster.gpus"],
      value_in(plan, "training.calendar_time"),
      value_in(plan, "power.it"),
      value_in(plan, "economics.capex"),
      time_at(plan, "p80"),
      time_at(plan, "p90"),
      plan["cluster.nodes"]};
}

/// The fewest nodes at most deadlines that somebody may have.
std::vector<CertainNodes::For> nodes_by_deadline(
    const LayoutPlan& plan, const Catalog& catalog, const SearchOptions& options) {
  constexpr double day = 86400, days[] = {30, 60, 90, 180};
  const Scenario::Said* nodes = plan.scenario.find("cluster.nodes");
  const bool open = nodes && nodes->giver == "plan" && !plan.scenario.find("goal.tokens_per_second") &&
                    !plan.scenario.find("goal.kind");
  const Case chosen = complete(plan.with(plan.search.best.front()), catalog);
  if (!open || is_absent(value_in(chosen, "training.calendar_time"))) return {};
  std::vector<CertainNodes::For> all;
  for (const double each : days) {
    Scenario asked = plan.scenario;
    for (const std::string_view key : {"cluster.nodes", "cluster.gpus"}) asked.unset(key);
    asked.set("goal.deadline", Value{each * day, {}}, fmt::format("{}d", each), "plan");
    const LayoutPlan other = plan_fewest_nodes(asked, catalog, options);
    if (options.cancelled && options.cancelled()) break;
    if (!other.found() || !other.met) {
      all.push_back({each * day, absent, absent, absent});
      continue;
    }
    const Case best = complete(other.with(other.search.best.front()), catalog);
    all.push_back(
        {each * day, value_in(best, "planning.nodes"), value_in(best, "economics.capex"), best["cluster.nodes"]});
  }
  return all;
}

}  // namespace

std::vector<CertainNodes::Sized> CertainNodes::leading(std::string_view asked) const {
  std::vector<Sized> kept = sizes;
  std::erase_if(kept, [&](const Sized& each) { return each.certainty == "p90" && asked != "p90"; });
  return kept;
}

CertainNodes certain_nodes(const LayoutPlan& plan, const Catalog& catalog, const SearchOptions& options) {
  CertainNodes nodes;
  nodes.sought = true;
  if (!plan.found() || !plan.met) return nodes;
  SearchOptions quiet = options;
  if (!quiet.cache) quiet.cache = plan.cache;
  quiet.progress = {};
  if (!plan.scenario.find("goal.deadline")) nodes.by_deadline = nodes_by_deadline(plan, catalog, quiet);
  if (!plan.sized || !plan.scenario.find("goal.deadline")) return nodes;
  const Case chosen = complete(plan.with(plan.search.best.front()), catalog);
  const std::string asked_for = chosen.word("goal.certainty");
  for (const Certainty& each : certainties) {
    if (each.word == asked_for) {
      nodes.sizes.push_back(sized(each.word, chosen));
      continue;
    }
    Scenario asked = plan.scenario;
    for (const std::string_view key : {"cluster.nodes", "cluster.gpus"}) asked.unset(key);
    asked.set(certainty_key, std::string(each.word), Giver{"plan"});
    const LayoutPlan other = plan_fewest_nodes(asked, catalog, quiet);
    if (options.cancelled && options.cancelled()) break;
    nodes.sizes.push_back(
        other.found() && other.met ? sized(each.word, complete(other.with(other.search.best.front()), catalog))
                                   : CertainNodes::Sized{each.word});
  }
  for (const CertainNodes::Sized& each : nodes.sizes) nodes_at(nodes, each.certainty) = each.nodes;
  return nodes;
}

}  // namespace llmsize
