// SPDX-License-Identifier: Apache-2.0
#include "core/planning/within_goal.hpp"

#include "core/planning/cache.hpp"
#include "core/planning/certainty.hpp"
#include "core/planning/sized_search.hpp"
#include "core/registry/registry.hpp"
#include "core/storage/calendar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace llmsize {

double result_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

namespace {

/// Time over what it would be if nothing had to be recovered from, at least: checkpoints read in no time.
double least_recovery(const Case& plan) {
  const double stated = plan["reliability.restart_time_given"];
  const double recovery = is_absent(stated) ? plan["reliability.detection"] + plan["reliability.startup"] : stated;
  const double factor = std::exp(recovery / result_in(plan, "reliability.job_mtbf"));
  return is_absent(factor) ? 1 : factor;
}

/// Calendar time over the time of steps and overhead at least, whatever the layout and the certainty: interruptions may
/// depend on it where storage is said.
double least_calendar(const Case& plan) {
  const double running = result_in(plan, "training.total_step_time") + result_in(plan, "training.overhead_time");
  const double whole = result_in(plan, "training.calendar_time") / running;
  const double advancing = result_in(plan, "reliability.goodput");
  const double least = is_absent(advancing) ? whole : whole * advancing * least_recovery(plan);
  return is_absent(least) ? 1 : std::max(1.0, least);
}

}  // namespace

double slowest_within(const Case& plan, double time) {
  const Once values(plan.values, dependents());
  const double running = time / least_calendar(plan);
  // A shorter run has less overhead, so that turns come from both sides: after an even number of them from above.
  constexpr int turns = 8;
  double steps = running;
  for (int turn = 0; turn < turns; ++turn) {
    const double factor = raw(training::overhead_factor_at(values, of<Seconds>(steps)));
    if (!is_absent(factor)) steps = running / factor;
  }
  return steps * plan["workload.sequence"] / plan["workload.tokens"];
}

double slowest_pace(const Case& plan) {
  const double tokens = plan["workload.sequence"];
  double slowest = std::numeric_limits<double>::infinity();
  const auto take = [&](double limit) {
    if (limit < slowest) slowest = limit;
  };
  take(slowest_within(plan, plan["goal.deadline"]));
  take(tokens / plan["goal.tokens_per_second"]);
  return slowest;
}

double median_within(const LayoutPlan& plan, double deadline, const Catalog& catalog) {
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  return deadline * result_in(best, "training.calendar_time") / certain_time(best);
}

bool loses_time(const Scenario& scenario, const Catalog& catalog) {
  return !is_absent(result_in(without_split(scenario, catalog), "reliability.goodput"));
}

bool meets_goal(const LayoutPlan& plan, const Catalog& catalog) {
  const Case best = complete(plan.with(plan.search.best.front()), catalog);
  return !(certain_time(best) > best["goal.deadline"]) &&
         !(result_in(best, "training.tokens_per_second") < best["goal.tokens_per_second"]);
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

void erase_late(LayoutPlan& plan, const Catalog& catalog, double deadline) {
  std::erase_if(plan.search.best, [&](const Candidate& each) {
    return certain_time(complete(plan.with(each), catalog)) > deadline;
  });
}

/// The fastest that meets the deadline as surely as is asked, of layouts that lose different shares of the time.
LayoutPlan on_time_with_losses(
    const Scenario& scenario, const Catalog& catalog, SearchOptions within, double deadline) {
  within.calendar = deadline;
  LayoutPlan plan = searched(scenario, catalog, within);
  if (!plan.found() || !scenario.find("goal.certainty")) return plan;
  within.calendar = median_within(plan, deadline, catalog);
  plan = searched(scenario, catalog, within);
  erase_late(plan, catalog, deadline);
  return plan;
}

/// The best of a search, where it meets the deadline as surely as is asked; what else there is takes longer on the
/// calendar at least as its steps do. `name` is what its time is remembered by.
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
  // A longer run has more overhead too.
  if (certain <= deadline) erase_late(plan, catalog, deadline);
  return plan;
}

}  // namespace

LayoutPlan plan_within_goal(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options) {
  const Scenario::Said *said = scenario.find("goal.deadline"), *certainty = scenario.find("goal.certainty");
  const double deadline = said ? *said->value.number : absent;
  SearchOptions within = options;
  if (scenario.find("goal.tokens_per_second"))
    within.limit = std::min(options.limit, slowest_pace(without_split(scenario, catalog)));
  else if (const double pace = remembered(
               fmt::format("pace within {}", deadline), scenario, options,
               [&] { return slowest_within(without_split(scenario, catalog), deadline); });
           pace < within.limit)
    within.limit = pace;
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

}  // namespace llmsize
