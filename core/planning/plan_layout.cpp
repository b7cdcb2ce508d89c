// SPDX-License-Identifier: Apache-2.0
// The plan that a scenario asks for: its goal, layouts as people run them, and the precision where the best is wanted.
#include "core/planning/cache.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/reach.hpp"
#include "core/planning/sized_search.hpp"
#include "core/planning/within_goal.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace llmsize {

namespace {

/// The fastest step on the nodes that are said. Where it misses the goal, the first that meets it of what an open plan
/// would try on so many nodes: layouts that lose less time, usual ones, and both with the batch moved as far as it may.
LayoutPlan fastest_for_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan fastest = plan_fastest(scenario, catalog, options);
  if (!fastest.found() || meets_goal(fastest, catalog)) return fastest;
  SearchOptions other = options;
  other.limit = std::min(options.limit, slowest_pace(without_split(fastest.scenario, catalog)));
  if (const Scenario::Said* deadline = scenario.find("goal.deadline"); deadline && loses_time(scenario, catalog))
    other.calendar = median_within(fastest, *deadline->value.number, catalog);
  for (const Moved batch : {Moved::least, Moved::most})
    for (const bool usual : {false, true}) {
      other.batch = batch;
      other.usual = usual;
      if (batch == Moved::most && !moves_batch(fastest.scenario)) continue;
      LayoutPlan plan = plan_fastest(scenario, catalog, other);
      if (plan.found() && meets_goal(plan, catalog)) return plan;
    }
  return fastest;
}

LayoutPlan plan_wanted(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said* said = scenario.find("goal.kind");
  if (said && said->value.word == "largest-model") return plan_largest_model(scenario, catalog, options);
  if (said && said->value.word == "longest-context") return plan_longest_context(scenario, catalog, options);
  const bool deadline =
      scenario.find("goal.deadline") && !is_absent(without_split(scenario, catalog)["workload.tokens"]);
  const bool asked = deadline || scenario.find("goal.tokens_per_second");
  if (nodes_are_said(scenario))
    return asked ? fastest_for_goal(scenario, catalog, options) : plan_fastest(scenario, catalog, options);
  const std::string goal = said && said->value.word != "required-bandwidth" ? said->value.word
                           : asked                                          ? "fewest-nodes"
                                                                            : "fastest";
  if (goal == "fewest-nodes") return plan_fewest_nodes(scenario, catalog, options);
  if (goal == "least-energy") return plan_least("economics.energy", scenario, catalog, options);
  if (goal == "cheapest") return plan_least("economics.run_cost", scenario, catalog, options);
  return plan_fastest(scenario, catalog, options);
}

/// The fewest nodes on which some layout fits, whatever the time and the limits; absent where none of those that are
/// tried is enough.
double fewest_that_fit(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  Scenario bare = with_batch(scenario, catalog);
  for (const std::string_view key : {"cluster.nodes", "cluster.gpus", "goal.deadline", "goal.tokens_per_second"})
    bare.unset(key);
  bare.unset("layout.data");
  for (const SizeLimit& limit : size_limits) bare.unset(limit.key);
  const LayoutPlan plan =
      plan_fastest(bare, catalog, {.keep = 1, .cache = options.cache, .cancelled = options.cancelled});
  return plan.found() ? plan.nodes : absent;
}

/// Seconds for each sequence at most with which a plan has the best verdict that it can have: all that it keeps at P80,
/// else what it keeps as surely as is asked. Infinite where it keeps nothing that is asked.
double pace_of_verdict(const LayoutPlan& plan, const Catalog& catalog) {
  const Candidate& best = plan.search.best.front();
  const Case chosen = complete(plan.with(best), catalog);
  double most = std::numeric_limits<double>::infinity();
  if (const double deadline = chosen["goal.deadline"]; !is_absent(deadline))
    for (const double time : {time_at(chosen, "p80"), certain_time(chosen)})
      if (time <= deadline) {
        most = best.pace() * deadline / time;
        break;
      }
  if (const double rate = chosen["goal.tokens_per_second"]; result_in(chosen, "training.tokens_per_second") >= rate)
    most = std::min(most, chosen["workload.sequence"] / rate);
  return most;
}

/// Whether another layout keeps of what is asked all that the best does.
bool keeps_verdict(const Case& tried, const Case& best) {
  const double deadline = best["goal.deadline"], rate = best["goal.tokens_per_second"];
  const auto late = [&](double a, double b) { return a <= deadline && b > deadline; };
  constexpr ResultKey speed = "training.tokens_per_second";
  return !late(time_at(best, "p80"), time_at(tried, "p80")) && !late(certain_time(best), certain_time(tried)) &&
         !(result_in(best, speed) >= rate && result_in(tried, speed) < rate);
}

/// Nodes and whether they are enough come from all layouts. Of those with the best verdict on so many nodes the one is
/// taken that is fastest, where layouts that nobody publishes have to be clearly faster.
LayoutPlan usual_of(LayoutPlan plan, const Scenario& said, const Catalog& catalog, SearchOptions options) {
  const Scenario scenario = with_batch(said, catalog);
  options.usual = true;
  options.batch = plan.batch;
  options.limit = pace_of_verdict(plan, catalog);
  if (const Scenario::Said* deadline = scenario.find("goal.deadline"); deadline && meets_goal(plan, catalog))
    options.calendar = median_within(plan, *deadline->value.number, catalog);
  options.progress = {};
  LayoutPlan usual = nodes_are_said(scenario) ? searched_at_most(scenario, catalog, options)
                                              : searched(on_nodes(scenario, plan.nodes), catalog, options);
  std::vector<Candidate>& all = usual.search.best;
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  const auto kept = std::find_if(all.begin(), all.end(), [&](const Candidate& each) {
    return keeps_verdict(complete(usual.with(each), catalog), best);
  });
  if (kept == all.end()) return plan;
  all.erase(all.begin(), kept);
  plan.cleverest = plan.search.best.front().pace();
  plan.scenario = std::move(usual.scenario);
  plan.space = std::move(usual.space);
  plan.search = std::move(usual.search);
  plan.nodes = usual.nodes;
  if (!is_absent(plan.certain)) plan.certain = certain_time(complete(plan.with(plan.search.best.front()), catalog));
  return plan;
}

}  // namespace

namespace {

constexpr std::string_view precision_key = "workload.precision";

/// Whether a plan comes before another: it reaches the goal, on fewer nodes, faster.
bool precedes(const LayoutPlan& a, const LayoutPlan& b) {
  if (!b.found() || !a.found()) return a.found() && !b.found();
  return std::tuple(!a.met, a.nodes, a.search.best.front().pace()) <
         std::tuple(!b.met, b.nodes, b.search.best.front().pace());
}

/// The best of the plans with each precision that models are trained in.
LayoutPlan plan_best_precision(Scenario scenario, const Catalog& catalog, const SearchOptions& options) {
  std::optional<LayoutPlan> best;
  for (const std::string_view word : {"bf16", "fp16", "fp8", "fp4"}) {
    scenario.set(precision_key, std::string(word), Giver{"plan"});
    LayoutPlan plan = plan_layout(scenario, catalog, options);
    if (!best || precedes(plan, *best)) best = std::move(plan);
    if (options.cancelled && options.cancelled()) break;
  }
  return std::move(*best);
}

}  // namespace

LayoutPlan plan_layout(const Scenario& scenario, const Catalog& catalog, const SearchOptions& given) {
  SearchOptions options = remembering(given);
  if (const Scenario::Said* said = scenario.find(precision_key); said && said->value.word == "best")
    return plan_best_precision(scenario, catalog, options);
  refuse_clash(scenario, without_split(scenario, catalog));
  LayoutPlan plan = plan_wanted(scenario, catalog, options);
  const auto stopped = [&] { return options.cancelled && options.cancelled(); };
  if (!plan.found() && !stopped() && nodes_are_said(scenario) && holds_layout(scenario)) {
    // A layout that is said is judged by all of the memory.
    options.full = true;
    plan = plan_wanted(scenario, catalog, options);
  }
  plan.cache = options.cache;
  const Scenario::Said* goal = scenario.find("goal.kind");
  const bool reaches = goal && (goal->value.word == "largest-model" || goal->value.word == "longest-context");
  if (plan.found() && !reaches && !stopped()) plan = usual_of(std::move(plan), scenario, catalog, options);
  if (plan.found() || plan.search.untimed || stopped()) return plan;
  plan.nearest = nearest_to_fit(plan.space);
  if (nodes_are_said(scenario)) plan.fitting_nodes = fewest_that_fit(scenario, catalog, options);
  return plan;
}

}  // namespace llmsize
