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
#include "core/planning/within_goal.hpp"
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

/// The first limit that so many nodes break, because they draw too much power, fill too many racks or cost too much;
/// nothing where all hold.
std::optional<InputKey> broken_limit(const Case& plan) {
  for (const SizeLimit& limit : size_limits)
    if (result_in(plan, limit.result) > plan[limit.key]) return limit.key;
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
  const double held = std::ceil(held_gpus(scenario) / one["node.gpus"]);
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

/// The fastest within power, racks and budget, whatever rate is asked for.
std::optional<LayoutPlan> fastest_without_goal(
    const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  constexpr std::string_view rate = "goal.tokens_per_second";
  Scenario bare = scenario;
  bare.unset(rate);
  std::optional<LayoutPlan> plan = fastest_within_limits(bare, catalog, options);
  if (!plan) return {};
  if (const Scenario::Said* said = scenario.find(rate)) plan->scenario.set(rate, said->value, said->text, said->giver);
  return plan;
}

}  // namespace

namespace {

/// All numbers of nodes that are ever tried, by size.
std::vector<double> all_node_counts() {
  constexpr double most = 16384, all_up_to = 256;
  std::vector<double> counts;
  for (double nodes = 1; nodes <= most; ++nodes) {
    const double part = std::exp2(std::floor(std::log2(nodes)) - 5), ninth = 9 * std::max(1.0, part / 8);
    const auto is_multiple_of = [&](double each) { return std::fmod(nodes, each) == 0; };
    if (nodes <= all_up_to || divides_by(nodes, 7) || is_multiple_of(part) || is_multiple_of(ninth))
      counts.push_back(nodes);
  }
  return counts;
}

}  // namespace

std::vector<double> node_counts(double least) {
  static const std::vector<double> all = all_node_counts();
  return {std::lower_bound(all.begin(), all.end(), least), all.end()};
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
  const double groups = std::ceil(held_gpus(scenario) / one["node.gpus"]);
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

/// Calendar time of a plan at the certainty asked, seconds; endless where no layout fits.
double certain_time_of(const LayoutPlan& plan, const Catalog& catalog) {
  return plan.found() ? certain_time(complete(plan.with(plan.search.best.front()), catalog))
                      : std::numeric_limits<double>::infinity();
}

/// The plan that is done first at the certainty asked: not that with most nodes, which are interrupted most often.
std::optional<LayoutPlan> soonest_of(
    const std::vector<double>& counts, const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  SearchOptions sooner = options;
  sooner.progress = {};
  const Case one = without_split(scenario, catalog);
  std::optional<LayoutPlan> best;
  double soonest = std::numeric_limits<double>::infinity();
  // A first look at few of them tells by when others have to be done, which bounds most of the rest.
  constexpr std::size_t few = 16;
  for (const std::size_t stride : {few, std::size_t{1}})
    for (std::size_t left = counts.size(); left > 0; left -= std::min(left, stride)) {
      if (options.cancelled && options.cancelled()) return best;
      LayoutPlan plan = searched(on_nodes(scenario, counts[left - 1]), catalog, sooner);
      const double time = certain_time_of(plan, catalog);
      if (!(time < soonest)) continue;
      soonest = time;
      sooner.limit = slowest_within(one, soonest);
      best = std::move(plan);
    }
  // With the layouts that come next on so many nodes.
  return best ? std::optional(searched(on_nodes(scenario, best->nodes), catalog, options)) : std::nullopt;
}

/// The plan that comes nearest to a goal that none of the numbers of nodes that were tried reaches.
std::optional<LayoutPlan> nearest_to_goal(
    const std::vector<double>& tried, const std::optional<InputKey>& limit, const Scenario& scenario,
    const Catalog& catalog, const SearchOptions& options) {
  const bool timed = scenario.find("goal.deadline") != nullptr;
  // Where the limits leave too few nodes for the goal from the start, as many as they leave.
  if (tried.empty() && limit && !timed) return fastest_without_goal(scenario, catalog, options);
  // A goal may ask for more nodes than anybody tries.
  std::vector<double> counts = tried.empty() ? node_counts(1) : tried;
  if (tried.empty() && limit) std::erase_if(counts, [&](double nodes) { return exceeds(scenario, nodes, catalog); });
  if (timed) return soonest_of(counts, scenario, catalog, options);
  return fastest_of_many(counts, scenario, catalog, options);
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
  if (plan.found() && scenario.find("goal.deadline")) plan.certain = certain_time_of(plan, catalog);
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

LayoutPlan plan_least(ResultKey id, const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  const Scenario scenario = with_batch(said, catalog);
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

}  // namespace llmsize
