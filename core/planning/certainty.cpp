// SPDX-License-Identifier: Apache-2.0
// Tells how sure a plan is, from the range of its calendar time.
#include "core/planning/certainty.hpp"

#include "core/answer/answer.hpp"
#include "core/planning/nodes.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view certainty_key = "goal.certainty";
constexpr ResultKey calendar = "training.calendar_time";

/// A certainty, and where it lies on a logarithm that is normal: standard deviations over its median.
struct Certainty {
  std::string_view word;
  double deviations;
  double CertainNodes::*nodes;
};
constexpr Certainty certainties[] = {
    {"p50", 0, &CertainNodes::p50}, {"p80", 0.8416212335729143, &CertainNodes::p80}, {"p90", z90, &CertainNodes::p90}};

const Certainty& certainty_of(const Case& plan) {
  const std::string word = plan.word("goal.certainty");
  return *std::find_if(
      std::begin(certainties), std::end(certainties), [&](const Certainty& each) { return each.word == word; });
}

double value_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

}  // namespace

double reserve_of(const Case& plan) {
  const double deviations = certainty_of(plan).deviations;
  if (deviations == 0) return 1;
  const auto ends = range(plan, result_row(calendar));
  return ends ? std::pow(ends->second / value_in(plan, calendar), deviations / z90) : 1;
}

double certain_time(const Case& plan) { return value_in(plan, calendar) * reserve_of(plan); }

CertainNodes certain_nodes(const LayoutPlan& plan, const Catalog& catalog, const SearchOptions& options) {
  CertainNodes nodes;
  nodes.sought = true;
  if (!plan.found() || !plan.met || !plan.sized || !plan.scenario.find("goal.deadline")) return nodes;
  const Case chosen = complete(plan.with(plan.search.best.front()), catalog);
  nodes.*certainty_of(chosen).nodes = value_in(chosen, "planning.nodes");
  SearchOptions quiet = options;
  if (!quiet.cache) quiet.cache = plan.cache;
  quiet.progress = {};
  for (const Certainty& each : certainties) {
    if (&each == &certainty_of(chosen)) continue;
    Scenario asked = plan.scenario;
    for (const std::string_view key : {"cluster.nodes", "cluster.gpus"}) asked.unset(key);
    asked.set(certainty_key, std::string(each.word), Giver{"plan"});
    const LayoutPlan other = plan_fewest_nodes(asked, catalog, quiet);
    if (options.cancelled && options.cancelled()) return nodes;
    if (other.found() && other.met)
      nodes.*each.nodes = value_in(complete(other.with(other.search.best.front()), catalog), "planning.nodes");
  }
  return nodes;
}

}  // namespace llmsize
