// SPDX-License-Identifier: Apache-2.0
// Plans by searching, once per number of nodes.
#include "core/planning/goals.hpp"

#include "core/planning/certainty.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/reach.hpp"
#include "core/planning/uses.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace llmsize {
namespace {

double result_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }
double input_in(const Case& plan, InputKey key) { return plan[key]; }

Scenario on_nodes(Scenario scenario, double nodes) {
  scenario.set("cluster.nodes", exact(nodes), Giver{"plan"});
  return scenario;
}

/// A search on the GPUs that the scenario says, for layouts that keep a limit.
LayoutPlan searched_here(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  Space space = space_of(scenario, catalog);
  SearchResult search = fastest(space, options);
  LayoutPlan plan{scenario, std::move(space), std::move(search)};
  plan.nodes = input_in(plan.space.base, "cluster.nodes");
  return plan;
}

double pace(const LayoutPlan& plan) {
  return plan.found() ? plan.search.best.front().pace() : std::numeric_limits<double>::infinity();
}

/// Whether GPUs of the nodes that are there may stay idle: nobody says how many the job takes, or copies of the model.
bool may_idle(const Scenario& scenario) {
  return scenario.find("cluster.nodes") && !scenario.find("cluster.gpus") && !scenario.find("layout.data");
}

/// The best way to use the nodes that the scenario says, all of them.
LayoutPlan searched(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan best = searched_here(scenario, catalog, options);
  if (!may_idle(scenario)) return best;
  const Case base = best.space.base;
  const double gpus = fewer_gpus(base["node.gpus"]);
  if (is_absent(gpus)) return best;
  const double nodes = base["cluster.nodes"];
  SearchOptions faster = options;
  faster.limit = std::min(options.limit, pace(best));
  LayoutPlan partly = searched_here(with_use(scenario, base, {nodes, gpus}, nodes), catalog, faster);
  return pace(partly) < pace(best) ? std::move(partly) : std::move(best);
}

/// The best way to use at most the nodes that the scenario says: some of them may be spares.
LayoutPlan searched_at_most(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan best = searched(scenario, catalog, options);
  if (!may_idle(scenario) || best.search.untimed) return best;
  const Case base = complete(scenario, catalog);
  const double there = base["cluster.nodes"];
  const auto take = [&](double nodes) {
    SearchOptions faster = options;
    faster.limit = std::min(options.limit, pace(best));
    LayoutPlan plan = searched(on_nodes(scenario, nodes), catalog, faster);
    if (!(pace(plan) < pace(best))) return;
    best = std::move(plan);
    best.scenario = with_use(best.scenario, base, {nodes, base["node.gpus"]}, there);
  };
  for (const double nodes : fewer_nodes(there)) take(nodes);
  std::vector<double> counts = node_counts(1);
  for (auto nodes = counts.rbegin(); nodes != counts.rend() && !best.found(); ++nodes)
    if (*nodes < there) take(*nodes);
  return best;
}

/// The scenario without anything said of its size or split, to see what a single node says.
Case single_node(const Scenario& scenario, const Catalog& catalog) {
  Scenario bare = scenario;
  for (const std::string_view key : {"layout.tensor", "layout.pipeline", "layout.context", "layout.expert"})
    bare.unset(key);
  return complete(bare, catalog);
}

/// Calendar time over the time of the steps at least, whatever the layout: interruptions may depend on it where storage
/// is said, and the reserve of a certainty does a little.
double least_calendar(const Case& plan) {
  constexpr double nearly = 0.9;
  const double sure = std::max(1.0, nearly * reserve_of(plan));
  const double whole = result_in(plan, "training.calendar_time") / result_in(plan, "training.time");
  const double advancing = result_in(plan, "reliability.goodput");
  const double least = is_absent(advancing) ? whole : whole * advancing;
  return is_absent(least) ? sure : sure * least;
}

/// A bound on the slowest pace that still meets the deadline and the wanted tokens per second: seconds for each
/// sequence.
double slowest_pace(const Case& plan) {
  const double tokens = input_in(plan, "workload.sequence");
  double slowest = std::numeric_limits<double>::infinity();
  const auto take = [&](double limit) {
    if (limit < slowest) slowest = limit;
  };
  take(input_in(plan, "goal.deadline") / least_calendar(plan) * tokens / input_in(plan, "workload.tokens"));
  take(tokens / input_in(plan, "goal.tokens_per_second"));
  return slowest;
}

/// The first limit that so many nodes break, because they draw too much power, fill too many racks or cost too much;
/// nothing where all hold.
std::optional<InputKey> broken_limit(const Case& plan) {
  for (const SizeLimit& limit : size_limits)
    if (result_in(plan, limit.result) > input_in(plan, limit.key)) return limit.key;
  return {};
}
bool exceeds(const Scenario& scenario, double nodes, const Catalog& catalog) {
  return broken_limit(complete(on_nodes(scenario, nodes), catalog)).has_value();
}

bool is_limited(const Scenario& scenario) {
  return std::any_of(
      std::begin(size_limits), std::end(size_limits), [&](const SizeLimit& limit) { return scenario.find(limit.key); });
}

/// What all accelerators of a node compute at their peak, FLOP/s.
double node_peak(const Case& one) { return input_in(one, "node.accelerators") * input_in(one, "accelerator.peak"); }

/// Fewer nodes can neither hold the states nor compute as fast as the goal asks at the peak.
double least_nodes(const Scenario& scenario, const Catalog& catalog) {
  const Case one = single_node(scenario, catalog);
  const double slowest_step = slowest_pace(one) * input_in(one, "workload.global_batch");
  const double computing = std::ceil(result_in(one, "training.model_flop") / (slowest_step * node_peak(one)));
  const double holding = result_in(one, "capacity.nodes_states");
  return std::max({1.0, is_absent(computing) ? 1.0 : computing, is_absent(holding) ? 1.0 : holding});
}

/// What a plan costs by a result such as economics.energy; never where it is not known.
double metric(const LayoutPlan& plan, const Catalog& catalog, ResultKey id) {
  const double value = result_in(complete(plan.with(plan.search.best.front()), catalog), id);
  return is_absent(value) ? std::numeric_limits<double>::infinity() : value;
}

/// A search on so many nodes for layouts that meet the goal.
LayoutPlan within_goal(const Scenario& scenario, double nodes, const Catalog& catalog, SearchOptions options) {
  options.progress = {};
  return plan_within_goal(on_nodes(scenario, nodes), catalog, options);
}

/// The fastest of all numbers of nodes that power, racks and budget allow; nothing where no layout fits on any.
std::optional<LayoutPlan> fastest_within_limits(
    const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  std::vector<double> counts = node_counts(least_nodes(scenario, catalog));
  counts.erase(
      std::find_if(counts.begin(), counts.end(), [&](double nodes) { return exceeds(scenario, nodes, catalog); }),
      counts.end());
  const Case one = single_node(scenario, catalog);
  const double ideal =
      result_in(one, "training.model_flop") / (input_in(one, "workload.global_batch") * node_peak(one));
  std::optional<LayoutPlan> best;
  for (std::size_t left = counts.size(); left-- > 0;) {
    SearchOptions faster = options;
    if (best) faster.limit = best->search.best.front().pace();
    // Fewer nodes cannot catch up once even their peak is too slow.
    if (best && ideal / counts[left] > faster.limit) break;
    LayoutPlan plan = within_goal(scenario, counts[left], catalog, faster);
    if (options.progress) options.progress(counts.size() - left, counts.size());
    if (plan.found() && (!best || plan.search.best.front().pace() < best->search.best.front().pace()))
      best = std::move(plan);
    if (options.cancelled && options.cancelled()) break;
  }
  return best;
}

/// The fastest within power, racks and budget, whatever time and rate are asked for.
std::optional<LayoutPlan> fastest_without_goal(
    const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  Scenario bare = scenario;
  for (const std::string_view key : {"goal.deadline", "goal.tokens_per_second"}) bare.unset(key);
  std::optional<LayoutPlan> plan = fastest_within_limits(bare, catalog, options);
  if (!plan) return {};
  for (const std::string_view key : {"goal.deadline", "goal.tokens_per_second"})
    if (const Scenario::Said* said = scenario.find(key)) plan->scenario.set(key, said->value, said->text, said->giver);
  return plan;
}

/// The plan that costs least by a result, among numbers of nodes up to four times the fewest.
LayoutPlan least_of(ResultKey id, const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  std::optional<LayoutPlan> best;
  double least = std::numeric_limits<double>::infinity(), fewest = 0;
  for (const double nodes : node_counts(least_nodes(scenario, catalog))) {
    if ((fewest > 0 && nodes > 4 * fewest) || exceeds(scenario, nodes, catalog)) break;
    LayoutPlan plan = within_goal(scenario, nodes, catalog, options);
    if (!plan.found()) continue;
    if (fewest == 0) fewest = nodes;
    const double cost = metric(plan, catalog, id);
    if (best && !(cost < least)) continue;
    least = cost;
    best = std::move(plan);
  }
  return best ? std::move(*best) : plan_fewest_nodes(scenario, catalog, options);
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

bool layout_is_said(const Scenario& scenario) {
  constexpr std::string_view others[] = {"layout.interleave", "layout.micro_batch", "layout.recompute"};
  return !layout_is_open(scenario) || unplannable(scenario) ||
         std::any_of(std::begin(others), std::end(others), [&](std::string_view key) { return scenario.find(key); });
}

bool wants_plan(const Scenario& scenario, const Catalog& catalog) {
  const Scenario::Said* search = scenario.find("layout.search");
  const bool plain = search && search->value.word == "plain", best = search && search->value.word == "best";
  const bool asked = best || scenario.find("goal.kind");
  if (plain || (layout_is_said(scenario) && !asked) || scenario.find("software.utilisation") ||
      scenario.find("software.at_utilisation"))
    return false;
  return result_row("training.step_time").value(Once(complete(scenario, catalog).values, dependents())) > 0;
}

namespace {

LayoutPlan plan_wanted(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said* said = scenario.find("goal.kind");
  if (said && said->value.word == "largest-model") return plan_largest_model(scenario, catalog, options);
  if (said && said->value.word == "longest-context") return plan_longest_context(scenario, catalog, options);
  const bool deadline =
      scenario.find("goal.deadline") && !is_absent(input_in(complete(scenario, catalog), "workload.tokens"));
  const bool asked = deadline || scenario.find("goal.tokens_per_second");
  if (size_is_said(scenario)) return plan_fastest(scenario, catalog, options);
  const std::string goal = said && said->value.word != "required-bandwidth" ? said->value.word
                           : asked                                          ? "fewest-nodes"
                                                                            : "fastest";
  if (goal == "fewest-nodes") return plan_fewest_nodes(scenario, catalog, options);
  if (goal == "least-energy") return least_of("economics.energy", with_batch(scenario, catalog), catalog, options);
  if (goal == "cheapest") return least_of("economics.run_cost", with_batch(scenario, catalog), catalog, options);
  return plan_fastest(scenario, catalog, options);
}

/// The fewest nodes on which some layout fits, whatever the time and the limits; absent where none of those that are
/// tried is enough.
double fewest_that_fit(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  Scenario bare = with_batch(scenario, catalog);
  for (const std::string_view key : {"cluster.nodes", "cluster.gpus", "goal.deadline", "goal.tokens_per_second"})
    bare.unset(key);
  for (const SizeLimit& limit : size_limits) bare.unset(limit.key);
  const LayoutPlan plan = plan_fastest(bare, catalog, {.keep = 1, .cancelled = options.cancelled});
  return plan.found() ? plan.nodes : absent;
}

}  // namespace

LayoutPlan plan_layout(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan plan = plan_wanted(scenario, catalog, options);
  if (plan.found() || plan.search.untimed || (options.cancelled && options.cancelled())) return plan;
  plan.nearest = nearest_to_fit(plan.space);
  const bool counted = scenario.find("cluster.nodes") || scenario.find("cluster.gpus");
  if (counted && !scenario.find("layout.data")) plan.fitting_nodes = fewest_that_fit(scenario, catalog, options);
  return plan;
}

LayoutPlan plan_within_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  SearchOptions within = options;
  within.limit = std::min(options.limit, slowest_pace(complete(scenario, catalog)));
  LayoutPlan plan = searched(scenario, catalog, within);
  if (!plan.found()) return plan;
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  if (certain_time(best) > input_in(best, "goal.deadline")) plan.search.best.clear();
  return plan;
}

LayoutPlan plan_fastest(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  if (size_is_said(scenario)) return searched_at_most(scenario, catalog, options);
  if (is_limited(scenario)) {
    auto within = fastest_within_limits(scenario, catalog, options);
    return within ? std::move(*within) : plan_fewest_nodes(scenario, catalog, options);
  }
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

namespace {

/// Whether degrees that are said divide the GPUs.
bool is_consistent(const Scenario& scenario, const Catalog& catalog) {
  try {
    complete(scenario, catalog);
    return true;
  } catch (const BadInput&) {
    return false;
  }
}

/// The fastest step on the most nodes that are tried and some layout can use, or on down to half as many; nothing where
/// no layout fits on any.
std::optional<LayoutPlan> fastest_of_many(const Scenario& scenario, const Catalog& catalog, SearchOptions options) {
  options.progress = {};
  std::optional<LayoutPlan> best;
  std::vector<double> counts = node_counts(1);
  std::reverse(counts.begin(), counts.end());
  for (const double nodes : counts) {
    if ((best && nodes < best->nodes / 2) || (options.cancelled && options.cancelled())) break;
    const Scenario sized = on_nodes(scenario, nodes);
    if (!is_consistent(sized, catalog)) continue;
    LayoutPlan plan = searched(sized, catalog, options);
    if (!plan.found()) continue;
    const double step = plan.search.best.front().pace();
    if (!best || step < best->search.best.front().pace()) best = std::move(plan);
  }
  return best;
}

}  // namespace

LayoutPlan plan_fewest_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  std::optional<LayoutPlan> nearest;
  const auto counts = node_counts(least_nodes(scenario, catalog));
  std::size_t done = 0;
  std::optional<InputKey> limit;
  bool untimed = false;
  for (const double nodes : counts) {
    limit = broken_limit(complete(on_nodes(scenario, nodes), catalog));
    if (limit) break;
    LayoutPlan plan = within_goal(scenario, nodes, catalog, options);
    if (options.progress) options.progress(++done, counts.size());
    if (plan.found()) {
      plan.sized = true;
      return plan;
    }
    // Nodes that help no more: the batch is dealt out, or exchange eats what they add.
    if ((nearest && nodes > 8 * nearest->nodes) || (options.cancelled && options.cancelled())) break;
    // What is missing on these nodes is missing on more of them.
    untimed = plan.search.untimed;
    if (untimed) break;
    if (plan.space.branches.empty()) continue;
    SearchOptions faster = options;
    faster.progress = {};
    if (nearest) faster.limit = nearest->search.best.front().pace();
    plan.search = fastest(plan.space, faster);
    plan.met = false;
    if (plan.found()) nearest = std::move(plan);
  }
  // Where the limits leave too few nodes for the goal from the start, the nearest is the fastest on as many as they
  // leave.
  if (!nearest && limit) nearest = fastest_without_goal(scenario, catalog, options);
  // A goal that asks for more nodes than anybody tries is missed by the fastest of those that are tried.
  if (!nearest && !limit && !untimed) nearest = fastest_of_many(scenario, catalog, options);
  LayoutPlan plan = nearest ? std::move(*nearest) : LayoutPlan{scenario, space_of(scenario, catalog), {}};
  plan.met = false;
  plan.limit = limit;
  if (limit) {
    Scenario unlimited = scenario;
    for (const SizeLimit& each : size_limits) unlimited.unset(each.key);
    if (const LayoutPlan free = plan_fewest_nodes(unlimited, catalog, {.cancelled = options.cancelled});
        free.found() && free.met)
      plan.unlimited_nodes = free.nodes;
  }
  plan.search.untimed = plan.search.untimed || untimed;
  return plan;
}

std::vector<LayoutPlan> pareto_front(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  const std::vector<double> counts = node_counts(least_nodes(scenario, catalog));
  std::vector<LayoutPlan> front;
  std::vector<std::array<double, 3>> costs;
  // Up to thirty times the nodes, a quarter more after each number that some layout can use.
  double next = 0;
  for (std::size_t i = 0; i < counts.size() && counts[i] <= 32 * counts.front(); ++i) {
    if (counts[i] < next) continue;
    if (exceeds(scenario, counts[i], catalog)) break;
    LayoutPlan plan = within_goal(scenario, counts[i], catalog, options);
    if (options.progress) options.progress(i + 1, counts.size());
    if (options.cancelled && options.cancelled()) break;
    if (!plan.found()) continue;
    next = 1.25 * counts[i];
    const std::array<double, 3> cost{
        plan.search.best.front().pace(), metric(plan, catalog, "economics.energy"),
        metric(plan, catalog, "economics.run_cost")};
    // More nodes are on the front where they do something better than all fewer ones.
    const bool dominated = std::any_of(costs.begin(), costs.end(), [&](const auto& fewer) {
      return fewer[0] <= cost[0] && fewer[1] <= cost[1] && fewer[2] <= cost[2];
    });
    if (dominated) continue;
    costs.push_back(cost);
    front.push_back(std::move(plan));
  }
  return front;
}

}  // namespace llmsize
