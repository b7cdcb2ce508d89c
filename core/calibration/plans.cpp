// SPDX-License-Identifier: Apache-2.0
// Plans published configurations, fits what their plans promised too little.
#include "core/calibration/plans.hpp"

#include "core/answer/answer.hpp"
#include "core/planning/goals.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

constexpr ResultKey planned_time = "training.step_time";
constexpr InputKey reserve = "software.search_margin";

double number_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

/// What makes rows one configuration.
using Configuration = std::tuple<std::string, std::string, std::string, double, double, double, double, std::string>;

Configuration configuration_of(const Measurement& row) {
  const Case& plan = *row.plan;
  return {
      row.software,
      plan.word("accelerator.id"),
      plan.word("workload.precision"),
      number_in(plan, "model.parameters"),
      plan["cluster.gpus"],
      plan["workload.global_batch"],
      plan["workload.sequence"],
      plan.word("workload.adapter")};
}

/// What a row says, but for its layout.
Scenario work_of(const Measurement& row) {
  Scenario work = row.scenario;
  for (const auto& [key, said] : row.scenario.all())
    if (key.starts_with("layout.") || key == "workload.accumulation") work.unset(key);
  work.set("workload.global_batch", exact((*row.plan)["workload.global_batch"]), Giver{row.id});
  return work;
}

LayoutTaken taken(const Case& plan) {
  return {
      plan["layout.tensor"], plan["layout.pipeline"], plan["layout.interleave"], plan["layout.micro_batch"],
      number_in(plan, "memory.gpu_total") / number_in(plan, "memory.gpu_capacity")};
}

/// The standard deviation of a step's logarithm upwards; 0 where nothing is uncertain.
double spread_above(const Case& plan) {
  const auto ends = range(plan, result_row(planned_time));
  return ends ? std::log(ends->second / number_in(plan, planned_time)) / z90 : 0;
}

/// Whether the published runs of a stack were tuned.
bool is_tuned(const Catalog& catalog, const std::string& software) {
  const auto& words = catalog.entry("software", software).words;
  return std::any_of(
      words.begin(), words.end(), [](const auto& each) { return each.first == "runs" && each.second == "tuned"; });
}

PlannedRun planned_run(const Measurement& row, const LayoutPlan& plan, const Catalog& catalog) {
  Case best = complete(plan.with(plan.search.best.front()), catalog);
  PlannedRun run{
      &row, is_tuned(catalog, row.software), plan.search.considered, 0, 0, number_in(best, planned_time), 0, 0, 0, {},
      {}};
  run.p90 = run.planned * std::exp(z90 * spread_above(best));
  run.run = taken(*row.plan);
  run.best = taken(best);
  best.values.value[reserve.slot()] = 1;
  best.spreads[reserve.slot()] = 0;
  run.bare = number_in(best, planned_time);
  run.spread = spread_above(best);
  return run;
}

/// Sources count by the root of their runs.
SearchFit fit_of(const std::vector<const PlannedRun*>& runs) {
  if (runs.empty()) return {};
  std::map<std::string, double> of_source;
  for (const PlannedRun* each : runs) of_source[each->row->source] += 1;
  Weighted logs, explained;
  for (const PlannedRun* each : runs) {
    const double weight = 1 / std::sqrt(of_source[each->row->source]);
    logs.emplace_back(std::log(each->factor()), weight);
    explained.emplace_back(each->spread * each->spread, weight);
  }
  const double middle = quantile(logs, 0.5), above = (quantile(logs, 0.9) - middle) / z90;
  const double unexplained = above * above - quantile(std::move(explained), 0.5);
  return {runs.size(), std::exp(middle), std::sqrt(std::max(0.0, unexplained))};
}

/// What tells how much a plan of a run's stack keeps: runs of tuned stacks for each other, all runs for the others.
std::vector<const PlannedRun*> telling(const std::vector<PlannedRun>& runs, bool tuned) {
  std::vector<const PlannedRun*> all;
  for (const PlannedRun& each : runs)
    if (each.tuned || !tuned) all.push_back(&each);
  return all;
}

void leave_out(std::vector<PlannedRun>& runs) {
  std::map<std::pair<bool, std::string>, SearchFit> without;
  for (PlannedRun& each : runs) {
    const auto place = std::pair(each.tuned, each.row->source);
    if (!without.contains(place)) {
      std::vector<const PlannedRun*> others = telling(runs, each.tuned);
      std::erase_if(others, [&](const PlannedRun* other) { return other->row->source == each.row->source; });
      without[place] = fit_of(others);
    }
    const SearchFit& fit = without.at(place);
    each.left_out = fit.rows == 0 ? absent : each.bare * fit.factor;
    each.left_out_p90 = each.left_out * std::exp(z90 * std::hypot(each.spread, fit.spread));
  }
}

}  // namespace

double PlannedRun::factor() const { return row->step_time / bare; }

std::vector<PlannedRun> planned_runs(
    const std::vector<Measurement>& rows, const Catalog& catalog,
    const std::function<void(const Measurement&, const std::string&)>& refused,
    const std::function<void(std::size_t)>& progress) {
  std::map<Configuration, const Measurement*> fastest;
  for (const Measurement* row : timed_rows(rows)) {
    const Measurement*& best = fastest[configuration_of(*row)];
    if (!best || row->step_time < best->step_time) best = row;
  }
  std::vector<PlannedRun> runs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Measurement& row = rows[i];
    if (row.has_time() && fastest.at(configuration_of(row)) == &row) try {
        const LayoutPlan plan = plan_fastest(work_of(row), catalog, {.keep = 1, .sample = 0});
        if (plan.found())
          runs.push_back(planned_run(row, plan, catalog));
        else if (refused)
          refused(row, "no layout fits");
      } catch (const BadInput& error) {
        if (refused) refused(row, error.what());
      }
    if (progress) progress(i + 1);
  }
  leave_out(runs);
  return runs;
}

SearchFits fit_search(const std::vector<PlannedRun>& runs) {
  return {fit_of(telling(runs, true)), fit_of(telling(runs, false))};
}

}  // namespace llmsize
