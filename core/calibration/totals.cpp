// SPDX-License-Identifier: Apache-2.0
// Reads published totals, plans them, fits what their teams took longer.
#include "core/calibration/totals.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/measured_sheet.hpp"
#include "core/calibration/reading_rules.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

namespace llmsize {
namespace {

constexpr double hour = 3600;
/// A generation with fewer rows tells less than all others together.
constexpr std::size_t few = 8;

constexpr std::string_view required[] = {"id",     "organisation", "org_class", "tokens", "sequence", "batch_sequences",
                                         "system", "gpus",         "gpu_hours", "predict"};
/// Columns that say an input.
constexpr std::pair<std::string_view, std::string_view> columns[] = {
    {"model_id", "model"},
    {"system", "cluster.system"},
    {"gpus", "cluster.gpus"},
    {"tokens", "workload.tokens"},
    {"sequence", "workload.sequence"},
    {"batch_sequences", "workload.global_batch"},
    {"precision", "workload.precision"}};

double value_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

void take_scenario(const NamedRow& row, const std::string& place, TrainingTotal& total) {
  const Giver giver{place, BadInput::Kind::data};
  for (const auto& [column, key] : columns)
    if (!row[column].empty()) total.scenario.set(std::string(key), row[column], giver);
  std::istringstream words(row["shape"]);
  for (std::string word; words >> word;) {
    const auto is = word.find('=');
    if (is != std::string::npos) total.scenario.set(word.substr(0, is), word.substr(is + 1), giver);
  }
  if (total.is_tuned()) total.scenario.set("workload.run_overhead", "tuned", giver);
  // A published batch that is rounded moves like an assumed one.
  total.scenario.set("workload.batch_flex", "10%", giver);
}

/// A number of every row, an organisation counting by the root of its rows.
template <class Number>
Weighted weighted(const std::vector<const PredictedTotal*>& rows, Number number) {
  std::map<std::string, double> of_organisation;
  for (const PredictedTotal* each : rows) of_organisation[each->row->organisation] += 1;
  Weighted all;
  all.reserve(rows.size());
  for (const PredictedTotal* each : rows)
    all.emplace_back(number(*each), 1 / std::sqrt(of_organisation[each->row->organisation]));
  return all;
}

/// Where a rising function passes a number, between two ends; the nearer end where it does not.
template <class Function>
double root(double low, double high, double target, Function function) {
  constexpr int halvings = 50;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (function(middle) < target ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// Standard deviations by which a run took longer than the median of what is predicted for it.
double deviations_of(const PredictedTotal& row, const OperationFit& fit) {
  constexpr double far = 10;
  return root(-far, far, row.factor(), [&](double deviations) { return fit.factor(row, deviations); });
}

/// The share of which half of the runs take longer.
double share_of(const std::vector<const PredictedTotal*>& rows) {
  constexpr double most = 20;
  return root(0, most, 0, [&](double share) {
    const OperationFit fit{0, share};
    return -quantile(weighted(rows, [&](const auto& each) { return std::log(each.factor() / fit.factor(each)); }), 0.5);
  });
}

template <class Keep>
std::vector<const PredictedTotal*> those(const std::vector<const PredictedTotal*>& rows, Keep keep) {
  std::vector<const PredictedTotal*> kept;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [&](const auto* each) { return keep(*each); });
  return kept;
}

/// The utilisation of whole trainings of one generation, of all where it has few.
double utilisation_of(double peak, const std::vector<const PredictedTotal*>& rows) {
  const auto own = those(rows, [&](const PredictedTotal& each) { return each.peak == peak; });
  const auto share = [](const PredictedTotal& each) { return each.ideal / each.row->measured; };
  return quantile(weighted(own.size() < few ? rows : own, share), 0.5);
}

std::optional<PredictedTotal> predicted(TrainingTotal& row, const Catalog& catalog) {
  try {
    const LayoutPlan plan = plan_layout(row.scenario, catalog, {.keep = 1});
    if (!plan.found()) {
      row.reason = "no layout fits";
      return {};
    }
    const Case best = complete(plan.with(plan.search.best.front()), catalog);
    Case steps = best;
    steps.put("workload.overhead_share", 0, best.origin("workload.overhead_share"));
    steps.values.settle();
    const ResultRow& hours = result_row("training.gpu_seconds");
    const double all = value_in(best, "training.gpu_seconds");
    const auto ends = range(best, hours), bare_ends = range(steps, hours);
    if (is_absent(all) || !ends || !bare_ends) {
      row.reason = "unknown GPU time";
      return {};
    }
    PredictedTotal found{&row};
    found.peak = best["accelerator.half_peak"];
    found.ideal = value_in(best, "training.work") / value_in(best, "training.gpu_peak");
    found.bare = value_in(steps, "training.gpu_seconds");
    found.bare_spread = std::log(bare_ends->second / bare_ends->first) / (2 * z90);
    found.length = value_in(best, "training.total_step_time");
    found.gpus = best["cluster.gpus"];
    found.grown = (value_in(best, "training.overhead_factor") - 1) / best["workload.overhead_share"];
    found.predicted = all;
    std::tie(found.p10, found.p90) = *ends;
    return found;
  } catch (const BadInput& error) {
    row.reason = error.what();
    return {};
  }
}

}  // namespace

std::vector<TrainingTotal> read_totals(std::string_view text, const std::string& source, const Catalog& catalog) {
  const WholeSheet csv = measured_sheet(text, source, required);
  const std::vector<std::string> header = csv.rows.empty() ? std::vector<std::string>{} : csv.rows.front().cells;
  for (const std::string_view column : required)
    if (std::find(header.begin(), header.end(), column) == header.end())
      throw BadInput(BadInput::Kind::data, fmt::format("{}: no column '{}'", source, column));
  refuse_repeated(header, source);
  std::vector<TrainingTotal> totals;
  for (std::size_t i = 1; i < csv.rows.size(); ++i) {
    const NamedRow row(header, csv.rows[i].cells);
    TrainingTotal total{row["id"], row["organisation"], row["source"], row["org_class"], {}, absent, {}, {}};
    total.measured = hour * parse(row["gpu_hours"], Unit::count).value_or(absent);
    const std::string& predict = row["predict"];
    if (predict != "yes" && predict != "rough")
      total.reason = predict.starts_with("no: ") ? predict.substr(4) : predict;
    if (total.reason.empty() && is_absent(total.measured)) total.reason = "no GPU-hours";
    if (total.reason.empty() && !(total.measured > 0)) total.reason = "expected GPU-hours above zero";
    if (total.reason.empty()) try {
        take_scenario(row, fmt::format("{}: row {}", source, csv.rows[i].number), total);
        total.accelerator = complete(total.scenario, catalog).word("accelerator.id");
      } catch (const BadInput& error) {
        total.reason = error.what();
      }
    totals.push_back(std::move(total));
  }
  return totals;
}

std::vector<PredictedTotal> predict_totals(
    std::vector<TrainingTotal>& rows, const Catalog& catalog, const std::function<void(std::size_t)>& progress) {
  std::vector<PredictedTotal> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].reason.empty())
      if (const auto found = predicted(rows[i], catalog)) all.push_back(*found);
    if (progress) progress(i + 1);
  }
  for (PredictedTotal& each : all) {
    std::vector<const PredictedTotal*> others;
    for (const PredictedTotal& other : all)
      if (other.row->organisation != each.row->organisation) others.push_back(&other);
    const OperationFits fits = fit_operation(others);
    const OperationFit& of_team = each.row->is_tuned() ? fits.tuned : fits.typical;
    each.left_out = each.bare * of_team.factor(each);
    each.left_out_p10 = each.bare * of_team.factor(each, -z90);
    each.left_out_p90 = each.bare * of_team.factor(each, z90);
    each.null = each.ideal / utilisation_of(each.peak, others);
  }
  return all;
}

double OperationFit::factor(const PredictedTotal& row, double deviations) const {
  // Along the direction in which both move most together, as ranges are told of every result.
  const double own = share * row.grown, by_share = spread * own / (1 + own);
  const double both = std::hypot(row.bare_spread, by_share), moved = both > 0 ? deviations / both : 0;
  return std::exp(moved * row.bare_spread * row.bare_spread) * (1 + own * std::exp(moved * spread * by_share));
}

OperationFits fit_operation(const std::vector<const PredictedTotal*>& rows) {
  constexpr double least = 0.05, most = 3, inside = 0.8;
  const auto tuned = those(rows, [](const PredictedTotal& each) { return each.row->is_tuned(); });
  OperationFits fits{{rows.size(), share_of(rows)}, {tuned.size(), share_of(tuned)}};
  const double spread = root(least, most, -z90, [&](double tried) {
    fits.typical.spread = fits.tuned.spread = tried;
    std::vector<double> apart;
    apart.reserve(rows.size());
    for (const PredictedTotal* each : rows)
      apart.push_back(std::abs(deviations_of(*each, each->row->is_tuned() ? fits.tuned : fits.typical)));
    return -quantile(std::move(apart), inside);
  });
  fits.typical.spread = fits.tuned.spread = spread;
  return fits;
}

}  // namespace llmsize
