// SPDX-License-Identifier: Apache-2.0
// Groups planned configurations and lays them out.
#include "core/validation/plans_report.hpp"

#include "core/quantity/statistics.hpp"
#include "core/validation/error_cells.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

using Runs = std::vector<const PlannedRun*>;

template <class Number>
double quantile_of(const Runs& runs, double share, Number number) {
  Weighted all;
  all.reserve(runs.size());
  for (const PlannedRun* each : runs)
    if (const double value = number(*each); !is_absent(value)) all.emplace_back(value, 1);
  return quantile(std::move(all), share);
}

/// The share of runs for which what was promised was enough, of those that were promised anything.
double enough(const Runs& runs, double PlannedRun::*promised) {
  double known = 0, kept = 0;
  for (const PlannedRun* each : runs) {
    if (is_absent(each->*promised)) continue;
    known += 1;
    kept += each->*promised >= each->row->step_time;
  }
  return known > 0 ? kept / known : absent;
}

double bare_ratio(const PlannedRun& each) { return each.bare / each.row->step_time; }
double planned_ratio(const PlannedRun& each) { return each.planned / each.row->step_time; }

Runs all_of(const PlansReport& report) {
  Runs all;
  all.reserve(report.runs.size());
  for (const PlannedRun& each : report.runs) all.push_back(&each);
  return all;
}

/// Groups in the order of their names, those of tuned stacks together, and all.
std::vector<std::pair<std::string, Runs>> groups_of(const PlansReport& report) {
  std::map<std::string, Runs> stacks;
  Runs tuned;
  for (const PlannedRun* each : all_of(report)) {
    stacks[each->row->software].push_back(each);
    if (each->tuned) tuned.push_back(each);
  }
  std::vector<std::pair<std::string, Runs>> groups(stacks.begin(), stacks.end());
  groups.emplace_back("tuned stacks", std::move(tuned));
  groups.emplace_back("all", all_of(report));
  return groups;
}

std::string ratio(double value) { return is_absent(value) ? "–" : fmt::format("{:.2f}", value); }

TitledTable promises(const PlansReport& report) {
  TitledTable table{
      "Plan accuracy, by software stack",
      {{"stack", "configurations", "parts / measured: P10", "median", "P90", "planned / measured: median",
        "sufficient: at P50", "at P90", "leave-one-out, sufficient: at P50", "at P90"},
       {}}};
  for (const auto& [name, runs] : groups_of(report))
    table.table.rows.push_back(
        {name, fmt::format("{}", runs.size()), ratio(quantile_of(runs, 0.1, bare_ratio)),
         ratio(quantile_of(runs, 0.5, bare_ratio)), ratio(quantile_of(runs, 0.9, bare_ratio)),
         ratio(quantile_of(runs, 0.5, planned_ratio)), share_text(enough(runs, &PlannedRun::planned)),
         share_text(enough(runs, &PlannedRun::p90)), share_text(enough(runs, &PlannedRun::left_out)),
         share_text(enough(runs, &PlannedRun::left_out_p90))});
  return table;
}

TitledTable reserves(const PlansReport& report) {
  TitledTable table{
      "Search margin of planned layouts",
      {{"stacks", "from configurations", "factor", "spread", "in the catalog"}, {}}};
  const auto add = [&](std::string stacks, const SearchFit& fit, bool tuned) {
    const auto one = std::find_if(
        report.runs.begin(), report.runs.end(), [&](const PlannedRun& each) { return each.tuned == tuned; });
    table.table.rows.push_back(
        {std::move(stacks), fmt::format("{}", fit.rows), fmt::format("× {:.3f}", fit.factor),
         fmt::format("{:.3f}", fit.spread),
         one == report.runs.end() ? "" : fmt::format("× {:.3f}", one->planned / one->bare)});
  };
  const SearchFits fits = fit_search(report.runs);
  add("tuned", fits.tuned, true);
  add("others", fits.all, false);
  return table;
}

/// "4 / 2": the median as run and as planned.
template <class Number>
std::string beside(const Runs& runs, Number number) {
  return fmt::format(
      "{:.3g} / {:.3g}", quantile_of(runs, 0.5, [&](const PlannedRun& each) { return number(each.run); }),
      quantile_of(runs, 0.5, [&](const PlannedRun& each) { return number(each.best); }));
}

TitledTable layouts(const PlansReport& report) {
  TitledTable table{
      "Layouts, as run / as planned (medians)",
      {{"stack", "TP", "PP", "VPP", "micro-batch", "GPU memory utilization"}, {}}};
  for (const auto& [name, runs] : groups_of(report))
    table.table.rows.push_back(
        {name, beside(runs, [](const LayoutTaken& each) { return each.tensor; }),
         beside(runs, [](const LayoutTaken& each) { return each.pipeline; }),
         beside(runs, [](const LayoutTaken& each) { return each.interleave; }),
         beside(runs, [](const LayoutTaken& each) { return each.micro_batch; }),
         beside(runs, [](const LayoutTaken& each) { return each.memory_share; })});
  return table;
}

}  // namespace

PlansReport plans_report(
    const std::vector<Measurement>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress) {
  PlansReport report;
  report.runs = planned_runs(
      rows, catalog, [&](const Measurement& row, const std::string& why) { report.refused.emplace_back(&row, why); },
      progress);
  return report;
}

Json plans_results(const PlansReport& report) {
  Json results;
  const auto add = [&](const std::string& name, double value) {
    results["validation.plan." + name] = {{"value", number_json(value)}, {"unit", "1"}};
  };
  const Runs all = all_of(report);
  add("rows", static_cast<double>(all.size()));
  add("refused", static_cast<double>(report.refused.size()));
  add("median_ratio", quantile_of(all, 0.5, planned_ratio));
  add("parts_median_ratio", quantile_of(all, 0.5, bare_ratio));
  add("enough_p50", enough(all, &PlannedRun::planned));
  add("enough_p90", enough(all, &PlannedRun::p90));
  add("left_out.enough_p50", enough(all, &PlannedRun::left_out));
  add("left_out.enough_p90", enough(all, &PlannedRun::left_out_p90));
  const SearchFits fits = fit_search(report.runs);
  add("search.tuned", fits.tuned.factor);
  add("search.tuned_spread", fits.tuned.spread);
  add("search.all", fits.all.factor);
  add("search.all_spread", fits.all.spread);
  return results;
}

Json plans_rows(const PlansReport& report) {
  Json rows = Json::array();
  for (const PlannedRun& each : report.runs)
    rows.push_back(
        {{"id", each.row->id},
         {"source", each.row->source},
         {"metric", plan_metric},
         {"software.id", each.row->software},
         {"considered", each.considered},
         {"measured", each.row->step_time},
         {"parts", each.bare},
         {"planned", each.planned},
         {"p90", each.p90},
         {"left_out", number_json(each.left_out)},
         {"left_out_p90", number_json(each.left_out_p90)}});
  for (const auto& [row, why] : report.refused)
    rows.push_back({{"id", row->id}, {"source", row->source}, {"metric", plan_metric}, {"skipped", why}});
  return rows;
}

std::vector<TitledTable> plans_tables(const PlansReport& report) {
  std::vector<TitledTable> tables;
  const Runs all = all_of(report);
  tables.push_back(
      {fmt::format(
           "{} configurations planned: median planned / measured step time {}; the plan is sufficient for {} at P50, "
           "for {} "
           "at P90",
           all.size(), ratio(quantile_of(all, 0.5, planned_ratio)), share_text(enough(all, &PlannedRun::planned)),
           share_text(enough(all, &PlannedRun::p90))),
       {}});
  tables.push_back(promises(report));
  tables.push_back(reserves(report));
  tables.push_back(layouts(report));
  if (report.refused.empty()) return tables;
  std::vector<Unused> refused;
  refused.reserve(report.refused.size());
  for (const auto& [row, why] : report.refused) refused.emplace_back(row->id, why);
  tables.push_back(unused_table("Configurations without a plan", "configurations", refused));
  return tables;
}

}  // namespace llmsize
