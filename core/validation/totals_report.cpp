// SPDX-License-Identifier: Apache-2.0
// Groups published totals and lays them out.
#include "core/validation/totals_report.hpp"

#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

namespace llmsize {
namespace {

using Rows = std::vector<PredictedTotal>;

/// A way to predict: its number and its ends.
struct Way {
  double PredictedTotal::*number;
  double PredictedTotal::*p10, PredictedTotal::*p90;  ///< none of a constant
};
constexpr Way own_way{&PredictedTotal::predicted, &PredictedTotal::p10, &PredictedTotal::p90},
    left_out_way{&PredictedTotal::left_out, &PredictedTotal::left_out_p10, &PredictedTotal::left_out_p90},
    null_way{&PredictedTotal::null, nullptr, nullptr};

/// Predicted over published of many trainings.
struct Ratios {
  std::size_t rows = 0;
  double median = absent, typical = absent;  ///< of the ratio; factor by which half of them are off at most
  double coverage = absent;                  ///< share inside P10 to P90
  double width = absent, apart = absent;     ///< P90 over P10: as predicted, the median; of the ratio itself
};

Ratios ratios(const Rows& rows, const Way& way) {
  if (rows.empty()) return {};
  std::vector<double> all, off, widths;
  double inside = 0;
  for (const PredictedTotal& each : rows) {
    const double ratio = each.*way.number / each.row->measured;
    all.push_back(ratio);
    off.push_back(std::max(ratio, 1 / ratio));
    if (!way.p10) continue;
    widths.push_back(each.*way.p90 / each.*way.p10);
    inside += each.row->measured >= each.*way.p10 && each.row->measured <= each.*way.p90;
  }
  Ratios of{rows.size(), median(all), median(off)};
  of.apart = quantile(all, 0.9) / quantile(all, 0.1);
  if (!widths.empty()) of.coverage = inside / double(rows.size()), of.width = median(widths);
  return of;
}

Rows frontier(const Rows& rows) {
  Rows kept;
  std::copy_if(
      rows.begin(), rows.end(), std::back_inserter(kept), [](const auto& each) { return each.row->is_frontier(); });
  return kept;
}

std::string ratio_text(double ratio) { return is_absent(ratio) ? "–" : fmt::format("{:.2f}", ratio); }

TitledTable by_group(
    const Rows& rows, std::string title, std::string what,
    const std::function<std::string(const PredictedTotal&)>& of) {
  std::map<std::string, Rows> groups;
  for (const PredictedTotal& each : rows) groups[of(each)].push_back(each);
  groups["all"] = rows;
  TitledTable table{
      std::move(title),
      {{std::move(what), "runs", "predicted / published: median", "median error factor", "P10–P90 coverage",
        "P90 / P10", "leave-one-out: median", "median error factor", "P10–P90 coverage", "P90 / P10 of the errors",
        "constant-MFU baseline: median", "median error factor"},
       {}}};
  for (const auto& [name, group] : groups) {
    const Ratios own = ratios(group, own_way), out = ratios(group, left_out_way), null = ratios(group, null_way);
    table.table.rows.push_back(
        {name, fmt::format("{}", own.rows), ratio_text(own.median), "× " + ratio_text(own.typical),
         share_text(own.coverage), "× " + ratio_text(own.width), ratio_text(out.median), "× " + ratio_text(out.typical),
         share_text(out.coverage), group.size() > 1 ? "× " + ratio_text(out.apart) : std::string("–"),
         ratio_text(null.median), "× " + ratio_text(null.typical)});
  }
  return table;
}

/// "1: up to 7 days": the groups sort by their number.
std::string length_of(const PredictedTotal& each) {
  const double days = each.length / 86400;
  return days <= 7 ? "1: up to 7 days" : days <= 21 ? "2: 7–21 days" : "3: above 21 days";
}

std::string gpus_of(const PredictedTotal& each) {
  return each.gpus <= 256 ? "1: up to 256" : each.gpus <= 1024 ? "2: 257–1,024" : "3: above 1,024";
}

OperationFits fits_of(const Rows& rows) {
  std::vector<const PredictedTotal*> all;
  for (const PredictedTotal& each : rows) all.push_back(&each);
  return fit_operation(all);
}

/// What teams take beyond their steps in a run of a week and of two months, as these rows tell and as the catalog has
/// it.
TitledTable factors(const Rows& rows, const Case& usual) {
  constexpr double day = 86400;
  TitledTable table{
      "Operational overhead: time to train over step time and interruptions",
      {{"runs", "rows", "2 days (P10–P90)", "14 days", "60 days", "share of long runs, fitted", "its spread",
        "in the catalog", "its spread"},
       {}}};
  const auto add = [&](std::string who, const OperationFit& fit, InputKey key) {
    std::vector<std::string> cells{std::move(who), fmt::format("{}", fit.rows)};
    for (const double days : {2.0, 14.0, 60.0}) {
      PredictedTotal run{};
      run.grown = days * day / (days * day + usual["workload.overhead_half_time"]);
      cells.push_back(fmt::format(
          "× {} ({}–{})", ratio_text(fit.factor(run)), ratio_text(fit.factor(run, -z90)),
          ratio_text(fit.factor(run, z90))));
    }
    for (const double each : {fit.share, fit.spread, usual[key], usual.spread(key)}) cells.push_back(ratio_text(each));
    table.table.rows.push_back(std::move(cells));
  };
  const OperationFits fits = fits_of(rows);
  add("all", fits.typical, "workload.typical_overhead");
  add("vendors and frontier labs", fits.tuned, "workload.tuned_overhead");
  return table;
}

TitledTable unused(const TotalsReport& report) {
  TitledTable table{"Training runs not used", {{"run", "reason"}, {}}};
  for (const TrainingTotal& each : report.rows)
    if (!each.reason.empty()) table.table.rows.push_back({each.id, each.reason});
  return table;
}

}  // namespace

Json totals_results(const TotalsReport& report) {
  Json results;
  const auto add = [&](const std::string& name, double value) {
    results["validation.totals." + name] = {{"value", number_json(value)}, {"unit", "1"}};
  };
  const auto add_all = [&](const std::string& prefix, const Ratios& of) {
    add(prefix + "median_ratio", of.median);
    add(prefix + "typical_factor", of.typical);
    add(prefix + "range_coverage", of.coverage);
    add(prefix + "range_width", of.width);
    add(prefix + "spread", of.apart);
  };
  add("rows_used", static_cast<double>(report.predicted.size()));
  const Rows apart = frontier(report.predicted);
  add_all("", ratios(report.predicted, own_way));
  add_all("left_out.", ratios(report.predicted, left_out_way));
  add_all("frontier.", ratios(apart, own_way));
  add_all("frontier.left_out.", ratios(apart, left_out_way));
  add_all("null.", ratios(report.predicted, null_way));
  const OperationFits fits = fits_of(report.predicted);
  add("operation.typical", fits.typical.share);
  add("operation.typical_spread", fits.typical.spread);
  add("operation.tuned", fits.tuned.share);
  add("operation.tuned_spread", fits.tuned.spread);
  return results;
}

Json totals_rows(const TotalsReport& report) {
  Json rows = Json::array();
  for (const PredictedTotal& each : report.predicted)
    rows.push_back(
        {{"id", each.row->id},
         {"organisation", each.row->organisation},
         {"source", each.row->source},
         {"metric", "training.gpu_seconds"},
         {"accelerator.id", each.row->accelerator},
         {"measured", each.row->measured},
         {"predicted", each.predicted},
         {"p10", each.p10},
         {"p90", each.p90},
         {"length", each.length},
         {"gpus", each.gpus},
         {"bare", each.bare},
         {"bare_spread", each.bare_spread},
         {"left_out", each.left_out},
         {"left_out_p10", each.left_out_p10},
         {"left_out_p90", each.left_out_p90},
         {"null", each.null}});
  for (const TrainingTotal& each : report.rows)
    if (!each.reason.empty()) rows.push_back({{"id", each.id}, {"source", each.source}, {"skipped", each.reason}});
  return rows;
}

Table totals_columns(const TotalsReport& report) {
  Table table{
      {"id", "organisation", "accelerator_id", "measured", "predicted", "p10", "p90", "left_out", "null", "skipped"},
      {}};
  for (const PredictedTotal& each : report.predicted)
    table.rows.push_back(
        {each.row->id,
         each.row->organisation,
         each.row->accelerator,
         exact(each.row->measured),
         exact(each.predicted),
         exact(each.p10),
         exact(each.p90),
         exact(each.left_out),
         exact(each.null),
         {}});
  for (const TrainingTotal& each : report.rows)
    if (!each.reason.empty())
      table.rows.push_back({each.id, each.organisation, each.accelerator, {}, {}, {}, {}, {}, {}, each.reason});
  return table;
}

std::vector<TitledTable> totals_tables(const TotalsReport& report) {
  const auto line = [](std::string_view which, const Ratios& of) {
    return fmt::format(
        "{}: median predicted / published GPU-hours {}, median error factor {}×, P10–P90 coverage {}", which,
        ratio_text(of.median), ratio_text(of.typical), share_text(of.coverage));
  };
  const Rows apart = frontier(report.predicted);
  std::vector<TitledTable> tables;
  tables.push_back(
      {line(
           fmt::format("{} of {} training runs predicted", report.predicted.size(), report.rows.size()),
           ratios(report.predicted, own_way)),
       {}});
  if (!apart.empty())
    tables.push_back({line(fmt::format("{} runs of frontier labs", apart.size()), ratios(apart, own_way)), {}});
  tables.push_back(by_group(
      report.predicted, "GPU-hours, by accelerator", "accelerator",
      [](const PredictedTotal& each) { return each.row->accelerator; }));
  tables.push_back(by_group(
      report.predicted, "GPU-hours, by kind of organization", "organization",
      [](const PredictedTotal& each) { return each.row->kind; }));
  tables.push_back(by_group(report.predicted, "GPU-hours, by length of the run", "steps", length_of));
  tables.push_back(by_group(report.predicted, "GPU-hours, by GPUs", "GPUs", gpus_of));
  tables.push_back(factors(report.predicted, report.usual));
  if (TitledTable rest = unused(report); !rest.table.rows.empty()) tables.push_back(std::move(rest));
  return tables;
}

}  // namespace llmsize
