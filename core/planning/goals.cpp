// SPDX-License-Identifier: Apache-2.0
// Plans by searching, once per number of nodes.
#include "core/planning/goals.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/planning/reach.hpp"
#include "core/planning/sized_search.hpp"
#include "core/planning/uses.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace llmsize {
namespace {

double result_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }
double input_in(const Case& plan, InputKey key) { return plan[key]; }

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
  return broken_limit(without_split(on_nodes(scenario, nodes), catalog)).has_value();
}

/// Whether a limit on the size is said that can be judged: what nothing is known of decides nothing.
bool is_limited(const Scenario& scenario, const Catalog& catalog) {
  const auto is_said = [&](const SizeLimit& limit) { return scenario.find(limit.key) != nullptr; };
  if (std::none_of(std::begin(size_limits), std::end(size_limits), is_said)) return false;
  const Case one = without_split(on_nodes(scenario, 1), catalog);
  return std::any_of(std::begin(size_limits), std::end(size_limits), [&](const SizeLimit& limit) {
    return is_said(limit) && !is_absent(result_in(one, limit.result));
  });
}

/// Fewer nodes can neither hold the states nor groups that are said, nor compute as fast as the goal asks at the peak.
double least_nodes(const Scenario& scenario, const Catalog& catalog) {
  const Case one = without_split(scenario, catalog);
  const double computing = least_at_peak(one, slowest_pace(one));
  const double holding = result_in(one, "capacity.nodes_states");
  const double held = std::ceil(held_gpus(scenario) / input_in(one, "node.gpus"));
  double least = 1;
  for (const double each : {computing, holding, held})
    if (each > least) least = each;
  return least;
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
  std::vector<double> counts = counts_for(scenario, catalog, least_nodes(scenario, catalog));
  counts.erase(
      std::find_if(counts.begin(), counts.end(), [&](double nodes) { return exceeds(scenario, nodes, catalog); }),
      counts.end());
  const Case one = without_split(scenario, catalog);
  std::optional<LayoutPlan> best;
  for (std::size_t left = counts.size(); left-- > 0;) {
    SearchOptions faster = options;
    if (best) faster.limit = best->search.best.front().pace();
    // Fewer nodes cannot catch up once even their peak is too slow.
    if (counts[left] < least_at_peak(one, faster.limit)) break;
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
  for (const double nodes : counts_for(scenario, catalog, least_nodes(scenario, catalog))) {
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
  constexpr double most = 16384, all_up_to = 256;
  std::vector<double> counts;
  for (double nodes = std::max(1.0, std::ceil(least)); nodes <= most; ++nodes) {
    const double part = std::exp2(std::floor(std::log2(nodes)) - 5), ninth = 9 * std::max(1.0, part / 8);
    const auto is_multiple_of = [&](double each) { return std::fmod(nodes, each) == 0; };
    if (nodes <= all_up_to || divides_by(nodes, 7) || is_multiple_of(part) || is_multiple_of(ninth))
      counts.push_back(nodes);
  }
  return counts;
}

bool wants_plan(const Scenario& scenario, const Catalog& catalog) {
  const Scenario::Said* search = scenario.find("layout.search");
  if ((search && search->value.word == "plain") || scenario.find("software.utilisation") ||
      scenario.find("software.at_utilisation"))
    return false;
  const Case plan = without_split(scenario, catalog);
  constexpr InputKey trains = "workload.trains";
  return plan[trains] == 1 && result_row("training.step_time").value(Once(plan.values, dependents())) > 0;
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

/// The median of the calendar time that a layout may have at most to meet the deadline as surely as is asked, seconds:
/// as much below the deadline as that of a plan is below its certain time.
double median_within(const LayoutPlan& plan, double deadline, const Catalog& catalog) {
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  return deadline * result_in(best, "training.calendar_time") / certain_time(best);
}

/// Whether interruptions are known to lengthen the calendar, more with some layouts than with others.
bool loses_time(const Scenario& scenario, const Catalog& catalog) {
  return !is_absent(result_in(without_split(scenario, catalog), "reliability.goodput"));
}

/// The fastest that meets the deadline as surely as is asked, of layouts that lose different shares of the time.
LayoutPlan on_time_with_losses(
    const Scenario& scenario, const Catalog& catalog, SearchOptions within, double deadline) {
  within.calendar = deadline;
  LayoutPlan plan = searched(scenario, catalog, within);
  if (!plan.found() || !scenario.find("goal.certainty")) return plan;
  within.calendar = median_within(plan, deadline, catalog);
  plan = searched(scenario, catalog, within);
  std::erase_if(plan.search.best, [&](const Candidate& each) {
    return certain_time(complete(plan.with(each), catalog)) > deadline;
  });
  return plan;
}

/// The best of a search, where it meets the deadline as surely as is asked; what else there is takes longer on the
/// calendar as its steps do. `name` is what its time is remembered by.
LayoutPlan on_time(
    const std::string& name, const Scenario& scenario, const Catalog& catalog, const SearchOptions& within,
    double deadline) {
  // On so many nodes the best layout may be known to be too late, for another deadline.
  if (const auto known = within.cache ? within.cache->number(name, scenario) : std::nullopt; known && *known > deadline)
    return {scenario, {}, {}};
  LayoutPlan plan = searched(scenario, catalog, within);
  if (!plan.found()) return plan;
  const double certain = remembered(
      name, scenario, within, [&] { return certain_time(complete(plan.with(plan.search.best.front()), catalog)); });
  const double slowest = plan.search.best.front().pace() * deadline / certain;
  std::erase_if(plan.search.best, [&](const Candidate& each) { return each.pace() > slowest; });
  return plan;
}

}  // namespace

LayoutPlan plan_within_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said *said = scenario.find("goal.deadline"), *certainty = scenario.find("goal.certainty");
  const double deadline = said ? *said->value.number : absent;
  SearchOptions within = options;
  if (scenario.find("goal.tokens_per_second"))
    within.limit = std::min(options.limit, slowest_pace(without_split(scenario, catalog)));
  else if (const double stretch = remembered(
               "stretch", scenario, options, [&] { return least_stretch(without_split(scenario, catalog)); });
           deadline / stretch < within.limit)
    within.limit = deadline / stretch;
  if (!said) return searched(scenario, catalog, within);
  if (loses_time(scenario, catalog)) return on_time_with_losses(scenario, catalog, within, deadline);
  const std::string name =
      fmt::format("time at {}, batch {}", certainty ? certainty->text : "P50", static_cast<int>(options.batch));
  LayoutPlan plan = on_time(name, scenario, catalog, within, deadline);
  if (plan.found() || plan.search.untimed) return plan;
  // The fastest layout may be less certain than a usual one.
  within.usual = true;
  LayoutPlan usual = on_time(name + ", usual", scenario, catalog, within, deadline);
  return usual.found() ? usual : plan;
}

LayoutPlan plan_fastest(const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
  if (nodes_are_said(scenario)) return searched_at_most(scenario, catalog, options);
  if (is_limited(scenario, catalog)) {
    auto within = fastest_within_limits(scenario, catalog, options);
    return within ? std::move(*within) : plan_fewest_nodes(scenario, catalog, options);
  }
  const Case one = without_split(scenario, catalog);
  const double holding = result_in(one, "capacity.nodes_states");
  if (is_absent(holding)) return searched(scenario, catalog, options);
  const double groups = std::ceil(held_gpus(scenario) / input_in(one, "node.gpus"));
  const double needed = groups > holding ? groups : holding;
  std::optional<LayoutPlan> plan;
  // Activations come on top of the states: a few more nodes may be needed than hold those.
  for (const double nodes : counts_for(scenario, catalog, needed)) {
    plan = searched(on_nodes(scenario, nodes), catalog, options);
    if (plan->found() || nodes > 8 * needed + 8) break;
  }
  return std::move(*plan);
}

namespace {

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
    if (best) faster.limit = cost(*best);
    LayoutPlan plan = searched(on_nodes(scenario, nodes), catalog, faster);
    if (plan.found() && (!best || cost(plan) < cost(*best))) best = std::move(plan);
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

/// A plan on so many nodes that meets the goal. Whether one does is asked with the batch moved as far as it may, as
/// more sequences in a step make fewer of them; where one does, the batch moves as little as divides and still meets
/// it.
LayoutPlan with_moved_batch(
    const Scenario& scenario, double nodes, const Catalog& catalog, const SearchOptions& options) {
  if (!moves_batch(scenario)) return within_goal(scenario, nodes, catalog, options);
  SearchOptions further = options;
  further.batch = Moved::most;
  LayoutPlan moved = within_goal(scenario, nodes, catalog, further);
  if (!moved.found()) return moved;
  LayoutPlan plan = within_goal(scenario, nodes, catalog, options);
  return plan.found() ? plan : moved;
}

}  // namespace

LayoutPlan plan_fewest_nodes(const Scenario& said, const Catalog& catalog, const SearchOptions& given) {
  const SearchOptions options = remembering(given);
  const Scenario scenario = with_batch(said, catalog);
  const auto counts = counts_for(scenario, catalog, least_nodes(scenario, catalog));
  std::vector<double> tried;
  std::optional<InputKey> limit;
  const bool limited = is_limited(scenario, catalog);
  bool untimed = false;
  for (const double nodes : counts) {
    if (limited) limit = broken_limit(without_split(on_nodes(scenario, nodes), catalog));
    if (limit) break;
    LayoutPlan plan = with_moved_batch(scenario, nodes, catalog, options);
    tried.push_back(nodes);
    if (options.progress) options.progress(tried.size(), counts.size());
    if (plan.found()) {
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
  const std::vector<double> counts = counts_for(scenario, catalog, least_nodes(scenario, catalog));
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

namespace {

/// Whether a plan is as early and as fast as is asked.
bool meets_goal(const LayoutPlan& plan, const Catalog& catalog) {
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  return !(certain_time(best) > best["goal.deadline"]) &&
         !(result_in(best, "training.tokens_per_second") < best["goal.tokens_per_second"]);
}

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
      scenario.find("goal.deadline") && !is_absent(input_in(without_split(scenario, catalog), "workload.tokens"));
  const bool asked = deadline || scenario.find("goal.tokens_per_second");
  if (nodes_are_said(scenario))
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
  bare.unset("layout.data");
  for (const SizeLimit& limit : size_limits) bare.unset(limit.key);
  const LayoutPlan plan =
      plan_fastest(bare, catalog, {.keep = 1, .cache = options.cache, .cancelled = options.cancelled});
  return plan.found() ? plan.nodes : absent;
}

/// Seconds for each sequence at most with which a plan has the best verdict that it can have: all that it keeps at P90,
/// else what it keeps as surely as is asked. Infinite where it keeps nothing that is asked.
double pace_of_verdict(const LayoutPlan& plan, const Catalog& catalog) {
  const Candidate& best = plan.search.best.front();
  const Case chosen = complete(plan.with(best), catalog);
  double most = std::numeric_limits<double>::infinity();
  if (const double deadline = chosen["goal.deadline"]; !is_absent(deadline))
    for (const double time : {late_time(chosen), certain_time(chosen)})
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
  return !late(late_time(best), late_time(tried)) && !late(certain_time(best), certain_time(tried)) &&
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
