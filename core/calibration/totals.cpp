// SPDX-License-Identifier: Apache-2.0
// Reads published totals, plans them, fits what their teams took longer.
#include "core/calibration/totals.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/reading_rules.hpp"
#include "core/files/csv.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

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

OperationFit fit_of(const Weighted& logs) { return {logs.size(), std::exp(quantile(logs, 0.5)), deviation(logs)}; }

Weighted log_factors(const std::vector<const PredictedTotal*>& rows) {
  return weighted(rows, [](const PredictedTotal& each) { return std::log(each.factor()); });
}

/// The variance of a median of so many weighted values that scatter so far.
double variance_of_median(const Weighted& logs, double spread) {
  double whole = 0, squares = 0;
  for (const auto& [value, weight] : logs) whole += weight, squares += weight * weight;
  return std::numbers::pi / 2 * spread * spread * squares / (whole * whole);
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
    const ResultRow& hours = result_row("training.gpu_seconds");
    const double all = hours.value(Once(best.values, dependents()));
    const auto ends = range(best, hours);
    if (is_absent(all) || !ends) {
      row.reason = "unknown GPU time";
      return {};
    }
    return PredictedTotal{
        &row,
        best["accelerator.half_peak"],
        value_in(best, "training.work") / value_in(best, "training.gpu_peak"),
        all / best["workload.overhead_factor"],
        all,
        ends->first,
        ends->second};
  } catch (const BadInput& error) {
    row.reason = error.what();
    return {};
  }
}

}  // namespace

std::vector<TrainingTotal> read_totals(std::string_view text, const std::string& source, const Catalog& catalog) {
  const Csv csv = parse_csv(text, source);
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
    if (predict != "yes") total.reason = predict.starts_with("no: ") ? predict.substr(4) : predict;
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
    const auto own = fits.generations.find(each.peak);
    const OperationFit& of_team = each.row->is_tuned()            ? fits.tuned
                                  : own == fits.generations.end() ? fits.typical
                                                                  : own->second;
    each.left_out = each.bare * of_team.factor;
    each.null = each.ideal / utilisation_of(each.peak, others);
  }
  return all;
}

OperationFits fit_operation(const std::vector<const PredictedTotal*>& rows) {
  OperationFits fits;
  fits.typical = fit_of(log_factors(rows));
  fits.tuned = fit_of(log_factors(those(rows, [](const PredictedTotal& each) { return each.row->is_tuned(); })));
  std::map<double, std::vector<const PredictedTotal*>> generations;
  for (const PredictedTotal* each : rows) generations[each->peak].push_back(each);
  const double middle = std::log(fits.typical.factor);
  double between = 0, compared = 0;
  std::map<double, double> chance;
  for (const auto& [peak, own] : generations) {
    const Weighted logs = log_factors(own);
    const bool counts = logs.size() >= few;
    fits.generations[peak] = counts ? fit_of(logs) : fits.typical;
    fits.generations[peak].rows = logs.size();
    chance[peak] = variance_of_median(logs, fits.generations[peak].spread);
    if (!counts) continue;
    between += std::pow(std::log(fits.generations[peak].factor) - middle, 2) - chance[peak];
    compared += 1;
  }
  between = compared > 0 ? std::max(0.0, between / compared) : 0;
  for (auto& [peak, fit] : fits.generations) {
    const double own = between / (between + chance[peak]);
    fit.factor = std::exp(middle + own * (std::log(fit.factor) - middle));
  }
  return fits;
}

}  // namespace llmsize
