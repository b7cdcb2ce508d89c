// SPDX-License-Identifier: Apache-2.0
// Plans by searching, once per number of nodes.
#include "core/planning/goals.hpp"

#include "core/planning/cache.hpp"
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
  Space space = space_of(scenario, catalog, options.batch);
  if (options.moved && space.offloads.size() > 1) space.offloads.erase(space.offloads.begin());
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

/// The best way to use the nodes that the scenario says, all of them, and the GPUs of each that it uses: absent where
/// all.
LayoutPlan searched_anew(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options, double& used) {
  used = absent;
  LayoutPlan best = searched_here(scenario, catalog, options);
  if (!may_idle(scenario)) return best;
  const Case& base = best.space.base;
  const double gpus = fewer_gpus(base["node.gpus"]);
  if (is_absent(gpus)) return best;
  const double nodes = base["cluster.nodes"];
  SearchOptions faster = options;
  faster.limit = std::min(options.limit, pace(best));
  LayoutPlan partly = searched_here(with_use(scenario, base, {nodes, gpus}, nodes), catalog, faster);
  const bool better = pace(partly) < pace(best);
  const double least = std::min(best.search.least, partly.search.least);
  if (better) used = gpus;
  LayoutPlan& chosen = better ? partly : best;
  chosen.search.least = least;
  return std::move(chosen);
}

/// The same, remembered.
LayoutPlan searched(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  double used = absent;
  if (!options.cache) return searched_anew(scenario, catalog, options, used);
  if (auto known = options.cache->find(scenario, options)) {
    const Case base = complete(scenario, catalog);
    const double nodes = base["cluster.nodes"];
    Scenario found = is_absent(known->gpus) ? scenario : with_use(scenario, base, {nodes, known->gpus}, nodes);
    Space space = space_of(found, catalog, options.batch);
    return {std::move(found), std::move(space), std::move(known->search), nodes};
  }
  LayoutPlan plan = searched_anew(scenario, catalog, options, used);
  if (!plan.search.cut_short) options.cache->keep(scenario, options, {used, plan.search});
  return plan;
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

/// Calendar time over the time of the steps at least, whatever the layout and the certainty: interruptions may depend
/// on it where storage is said.
double least_calendar(const Case& plan) {
  const double whole = result_in(plan, "training.calendar_time") / result_in(plan, "training.time");
  const double advancing = result_in(plan, "reliability.goodput");
  const double least = is_absent(advancing) ? whole : whole * advancing;
  return is_absent(least) ? 1 : std::max(1.0, least);
}

/// Seconds on the calendar at least for each second that a sequence takes.
double least_stretch(const Case& plan) {
  return least_calendar(plan) * input_in(plan, "workload.tokens") / input_in(plan, "workload.sequence");
}

/// A bound on the slowest pace that still meets the deadline and the wanted tokens per second: seconds for each
/// sequence.
double slowest_pace(const Case& plan) {
  const double tokens = input_in(plan, "workload.sequence");
  double slowest = std::numeric_limits<double>::infinity();
  const auto take = [&](double limit) {
    if (limit < slowest) slowest = limit;
  };
  take(input_in(plan, "goal.deadline") / least_stretch(plan));
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
  constexpr double most = 16384, all_up_to = 128;
  std::vector<double> counts;
  for (double nodes = std::max(1.0, std::ceil(least)); nodes <= most; ++nodes) {
    const double part = std::exp2(std::floor(std::log2(nodes)) - 5), ninth = 9 * std::max(1.0, part / 8);
    const auto is_multiple_of = [&](double each) { return std::fmod(nodes, each) == 0; };
    if (nodes <= all_up_to || divides_by(nodes, 7) || is_multiple_of(part) || is_multiple_of(ninth))
      counts.push_back(nodes);
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
  const Case plan = complete(scenario, catalog);
  constexpr InputKey trains = "workload.trains";
  return plan[trains] == 1 && result_row("training.step_time").value(Once(plan.values, dependents())) > 0;
}

namespace {

/// Whether a plan is as early and as fast as is asked.
bool meets_goal(const LayoutPlan& plan, const Catalog& catalog) {
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  return !(certain_time(best) > best["goal.deadline"]) &&
         !(result_in(best, "training.tokens_per_second") < best["goal.tokens_per_second"]);
}

/// The fastest step on the nodes that are said; the batch moves as far as it may where that meets the goal and moving
/// it less does not.
LayoutPlan fastest_for_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  LayoutPlan plan = plan_fastest(scenario, catalog, options);
  if (!plan.found() || !moves_batch(plan.scenario) || meets_goal(plan, catalog)) return plan;
  SearchOptions further = options;
  further.batch = Moved::most;
  LayoutPlan faster = plan_fastest(scenario, catalog, further);
  return faster.found() && meets_goal(faster, catalog) ? faster : plan;
}

LayoutPlan plan_wanted(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said* said = scenario.find("goal.kind");
  if (said && said->value.word == "largest-model") return plan_largest_model(scenario, catalog, options);
  if (said && said->value.word == "longest-context") return plan_longest_context(scenario, catalog, options);
  const bool deadline =
      scenario.find("goal.deadline") && !is_absent(input_in(complete(scenario, catalog), "workload.tokens"));
  const bool asked = deadline || scenario.find("goal.tokens_per_second");
  if (size_is_said(scenario))
    return asked ? fastest_for_goal(scenario, catalog, options) : plan_fastest(scenario, catalog, options);
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
  const LayoutPlan plan =
      plan_fastest(bare, catalog, {.keep = 1, .cache = options.cache, .cancelled = options.cancelled});
  return plan.found() ? plan.nodes : absent;
}

}  // namespace

LayoutPlan plan_layout(const Scenario& scenario, const Catalog& catalog, const SearchOptions& given) {
  const SearchOptions options = remembering(given);
  LayoutPlan plan = plan_wanted(scenario, catalog, options);
  plan.cache = options.cache;
  if (plan.found() || plan.search.untimed || (options.cancelled && options.cancelled())) return plan;
  plan.nearest = nearest_to_fit(plan.space);
  const bool counted = scenario.find("cluster.nodes") || scenario.find("cluster.gpus");
  if (counted && !scenario.find("layout.data")) plan.fitting_nodes = fewest_that_fit(scenario, catalog, options);
  return plan;
}

namespace {

/// A number of a scenario that no goal changes, remembered.
template <class Compute>
double remembered(std::string_view name, const Scenario& scenario, const SearchOptions& options, Compute compute) {
  if (options.cache)
    if (const auto known = options.cache->number(name, scenario)) return *known;
  const double number = compute();
  if (options.cache) options.cache->keep(name, scenario, number);
  return number;
}

}  // namespace

LayoutPlan plan_within_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said *said = scenario.find("goal.deadline"), *certainty = scenario.find("goal.certainty");
  const double deadline = said ? *said->value.number : absent;
  const std::string name =
      fmt::format("time at {}, batch {}", certainty ? certainty->text : "P50", static_cast<int>(options.batch));
  // On so many nodes the fastest layout may be known to be too late, for another deadline.
  if (const auto known = options.cache ? options.cache->number(name, scenario) : std::nullopt;
      known && *known > deadline)
    return {scenario, {}, {}};
  SearchOptions within = options;
  if (scenario.find("goal.tokens_per_second"))
    within.limit = std::min(options.limit, slowest_pace(complete(scenario, catalog)));
  else if (const double stretch =
               remembered("stretch", scenario, options, [&] { return least_stretch(complete(scenario, catalog)); });
           deadline / stretch < within.limit)
    within.limit = deadline / stretch;
  LayoutPlan plan = searched(scenario, catalog, within);
  if (!plan.found() || !said) return plan;
  const double certain = remembered(
      name, scenario, options, [&] { return certain_time(complete(plan.with(plan.search.best.front()), catalog)); });
  // What else there is takes longer on the calendar as its steps do.
  const double slowest = pace(plan) * deadline / certain;
  std::erase_if(plan.search.best, [&](const Candidate& each) { return each.pace() > slowest; });
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

/// The fastest step on the most of these nodes that some layout can use, or on down to half as many; nothing where no
/// layout fits on any.
std::optional<LayoutPlan> fastest_of_many(
    std::vector<double> counts, const Scenario& scenario, const Catalog& catalog, SearchOptions options) {
  options.progress = {};
  SearchOptions faster = options;
  std::optional<LayoutPlan> best;
  std::reverse(counts.begin(), counts.end());
  for (const double nodes : counts) {
    if ((best && nodes < best->nodes / 2) || (options.cancelled && options.cancelled())) break;
    const Scenario sized = on_nodes(scenario, nodes);
    if (!is_consistent(sized, catalog)) continue;
    if (best) faster.limit = pace(*best);
    LayoutPlan plan = searched(sized, catalog, faster);
    if (plan.found() && (!best || pace(plan) < pace(*best))) best = std::move(plan);
  }
  // With the layouts that come next on so many nodes.
  return best ? std::optional(searched(on_nodes(scenario, best->nodes), catalog, options)) : std::nullopt;
}

/// The plan that comes nearest to a goal that none of the numbers of nodes that were tried reaches.
std::optional<LayoutPlan> nearest_to_goal(
    const std::vector<double>& tried, const std::optional<InputKey>& limit, const Scenario& scenario,
    const Catalog& catalog, const SearchOptions& options) {
  // Where the limits leave too few nodes for the goal from the start, as many as they leave.
  if (tried.empty() && limit) return fastest_without_goal(scenario, catalog, options);
  // A goal may ask for more nodes than anybody tries.
  return fastest_of_many(tried.empty() ? node_counts(1) : tried, scenario, catalog, options);
}

}  // namespace

namespace {

/// The plan on fewer of the nodes that were tried before its own, where moving the batch as far as it may makes up for
/// them: more sequences in a step make fewer of them. Looks on as long as the next few are near enough, so that a
/// longer deadline never takes more nodes.
LayoutPlan on_fewer_nodes(
    LayoutPlan plan, const std::vector<double>& tried, const Scenario& scenario, const Catalog& catalog,
    const SearchOptions& options) {
  if (!moves_batch(scenario)) return plan;
  constexpr double near = 0.94;
  SearchOptions further = options;
  further.batch = Moved::most;
  for (auto nodes = tried.rbegin() + 1; nodes != tried.rend() && *nodes >= near * plan.nodes; ++nodes)
    if (LayoutPlan fewer = within_goal(scenario, *nodes, catalog, further); fewer.found()) plan = std::move(fewer);
  return plan;
}

}  // namespace

LayoutPlan plan_fewest_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& given) {
  const SearchOptions options = remembering(given);
  const Scenario scenario = with_batch(said, catalog);
  const auto counts = node_counts(least_nodes(scenario, catalog));
  std::vector<double> tried;
  std::optional<InputKey> limit;
  bool untimed = false;
  for (const double nodes : counts) {
    if (is_limited(scenario)) limit = broken_limit(complete(on_nodes(scenario, nodes), catalog));
    if (limit) break;
    LayoutPlan plan = within_goal(scenario, nodes, catalog, options);
    tried.push_back(nodes);
    if (options.progress) options.progress(tried.size(), counts.size());
    if (plan.found()) {
      plan = on_fewer_nodes(std::move(plan), tried, scenario, catalog, options);
      plan.sized = true;
      return plan;
    }
    // What is missing on these nodes is missing on more of them.
    untimed = plan.search.untimed;
    if (untimed || (options.cancelled && options.cancelled())) break;
  }
  std::optional<LayoutPlan> nearest;
  if (!untimed) nearest = nearest_to_goal(tried, limit, scenario, catalog, options);
  LayoutPlan plan = nearest ? std::move(*nearest) : LayoutPlan{scenario, space_of(scenario, catalog), {}};
  plan.met = false;
  plan.limit = limit;
  if (limit) {
    Scenario unlimited = scenario;
    for (const SizeLimit& each : size_limits) unlimited.unset(each.key);
    SearchOptions quiet = options;
    quiet.progress = {};
    if (const LayoutPlan free = plan_fewest_nodes(unlimited, catalog, quiet); free.found() && free.met)
      plan.unlimited_nodes = free.nodes;
  }
  plan.search.untimed = plan.search.untimed || untimed;
  return plan;
}

std::vector<LayoutPlan> pareto_front(const Scenario& said, const Catalog& catalog, const SearchOptions& given) {
  const SearchOptions options = remembering(given);
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
