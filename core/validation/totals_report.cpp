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
#include <map>

namespace llmsize {
namespace {

using Rows = std::vector<PredictedTotal>;

/// Predicted over published of many trainings.
struct Ratios {
  std::size_t rows = 0;
  double median = absent, typical = absent;  ///< of the ratio; factor by which half of them are off at most
  double coverage = absent;                  ///< share inside P10 to P90
};

Ratios ratios(const Rows& rows, double PredictedTotal::*predicted) {
  std::vector<double> all, off;
  double inside = 0;
  for (const PredictedTotal& each : rows) {
    const double ratio = each.*predicted / each.row->measured, moved = each.*predicted / each.predicted;
    all.push_back(ratio);
    off.push_back(std::max(ratio, 1 / ratio));
    inside += each.row->measured >= moved * each.p10 && each.row->measured <= moved * each.p90;
  }
  return {rows.size(), median(all), median(off), rows.empty() ? absent : inside / double(rows.size())};
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
        "leave-one-out: median", "median error factor", "P10–P90 coverage", "constant-MFU baseline: median",
        "median error factor"},
       {}}};
  for (const auto& [name, group] : groups) {
    const Ratios own = ratios(group, &PredictedTotal::predicted), out = ratios(group, &PredictedTotal::left_out),
                 null = ratios(group, &PredictedTotal::null);
    table.table.rows.push_back(
        {name, fmt::format("{}", own.rows), ratio_text(own.median), "× " + ratio_text(own.typical),
         share_text(own.coverage), ratio_text(out.median), "× " + ratio_text(out.typical), share_text(out.coverage),
         ratio_text(null.median), "× " + ratio_text(null.typical)});
  }
  return table;
}

/// Accelerators of one generation: "a100-sxm4-40gb, a100-sxm4-80gb".
std::string accelerators_of(const Rows& rows, double peak) {
  std::vector<std::string> names;
  for (const PredictedTotal& each : rows)
    if (each.peak == peak && std::find(names.begin(), names.end(), each.row->accelerator) == names.end())
      names.push_back(each.row->accelerator);
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, ", "));
}

OperationFits fits_of(const Rows& rows) {
  std::vector<const PredictedTotal*> all;
  for (const PredictedTotal& each : rows) all.push_back(&each);
  return fit_operation(all);
}

TitledTable factors(const Rows& rows) {
  TitledTable table{
      "Operational overhead: time to train over step time and interruptions",
      {{"runs", "rows", "fitted factor", "P10–P90", "in the catalog"}, {}}};
  const auto add = [&](std::string who, const OperationFit& fit, double used) {
    const double end = std::exp(z90 * fit.spread);
    table.table.rows.push_back(
        {std::move(who), fmt::format("{}", fit.rows), "× " + ratio_text(fit.factor),
         fmt::format("{}–{}", ratio_text(fit.factor / end), ratio_text(fit.factor * end)),
         is_absent(used) ? std::string{} : "× " + ratio_text(used)});
  };
  // The catalog has one factor for vendors and frontier laboratories, one for everybody.
  const auto used = [&](bool tuned) {
    const auto own = std::find_if(
        rows.begin(), rows.end(), [&](const PredictedTotal& each) { return each.row->is_tuned() == tuned; });
    return own == rows.end() ? absent : own->predicted / own->bare;
  };
  const OperationFits fits = fits_of(rows);
  for (const auto& [peak, fit] : fits.generations) add(accelerators_of(rows, peak), fit, absent);
  add("all", fits.typical, used(false));
  add("vendors and frontier labs", fits.tuned, used(true));
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
  };
  add("rows_used", static_cast<double>(report.predicted.size()));
  add_all("", ratios(report.predicted, &PredictedTotal::predicted));
  add_all("left_out.", ratios(report.predicted, &PredictedTotal::left_out));
  add_all("null.", ratios(report.predicted, &PredictedTotal::null));
  const OperationFits fits = fits_of(report.predicted);
  add("operation.typical", fits.typical.factor);
  add("operation.typical_spread", fits.typical.spread);
  add("operation.tuned", fits.tuned.factor);
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
         {"left_out", each.left_out},
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
  const Ratios own = ratios(report.predicted, &PredictedTotal::predicted);
  std::vector<TitledTable> tables;
  tables.push_back(
      {fmt::format(
           "{} of {} training runs predicted: median predicted / published GPU-hours {}, median error factor {}×, "
           "P10–P90 "
           "coverage {}",
           own.rows, report.rows.size(), ratio_text(own.median), ratio_text(own.typical), share_text(own.coverage)),
       {}});
  tables.push_back(by_group(
      report.predicted, "GPU-hours, by accelerator", "accelerator",
      [](const PredictedTotal& each) { return each.row->accelerator; }));
  tables.push_back(by_group(
      report.predicted, "GPU-hours, by kind of organization", "organization",
      [](const PredictedTotal& each) { return each.row->kind; }));
  tables.push_back(factors(report.predicted));
  if (TitledTable rest = unused(report); !rest.table.rows.empty()) tables.push_back(std::move(rest));
  return tables;
}

}  // namespace llmsize
