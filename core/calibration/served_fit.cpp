// SPDX-License-Identifier: Apache-2.0
// Common constants, deviations of engines and of generations of GPUs.
#include "core/calibration/served_fit.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/folds.hpp"
#include "core/calibration/log_fit.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace llmsize {
namespace {

/// Rows that a series counts for at most.
constexpr double numbers_of_a_series = 30;
/// How far constants, engines and generations may be from what is usual, as standard deviations of the logarithm.
constexpr double common_spread = 0.5, engine_spread = 0.3, generation_spread = 0.3;
/// How far a factor on everything may be from 1: it moves before any constant does.
constexpr double factor_spread = 0.5;
constexpr InputKey factor = "engine.model_error";
/// The engine whose constants are the defaults of the inputs, on GPUs whose factors are 1: others deviate from it.
constexpr std::string_view base_engine = "tensorrt-llm";

/// What a measured number differs by anyway: times of steps within a week, saturated engines and first tokens more.
double noise_of(const PredictedServing& row) {
  const std::string& metric = row.row->metric;
  return metric.starts_with("ttft") ? 0.3 : metric.starts_with("throughput") ? 0.1 : 0.06;
}

bool is_of_chip(InputKey key) { return key.text().starts_with("engine.chip_"); }

/// A row with its case.
struct Told {
  const PredictedServing* row;
  std::shared_ptr<const Case> plan;
  const ResultRow* result;

  double predicted(const std::vector<Change>& changes) const {
    Once values(plan->values, dependents());
    values.change(changes);
    return result->value(values);
  }
  /// What was measured together: where no series is named, a model of a source.
  std::string series() const {
    return row->row->series.empty() ? row->row->source + " " + row->row->model : row->row->series;
  }
  /// GPUs of one generation have the same factors in the catalog. Empty where all are 1.
  std::string generation() const {
    std::string factors;
    bool deviates = false;
    for (const InputKey key : engine_constants()) {
      if (!is_of_chip(key)) continue;
      factors += fmt::format("{} ", (*plan)[key]);
      deviates = deviates || (*plan)[key] != 1;
    }
    return deviates ? factors : "";
  }
};

std::vector<Told> told_rows(const std::vector<PredictedServing>& rows, const Catalog& catalog) {
  std::vector<Told> all;
  all.reserve(rows.size());
  for (const PredictedServing& row : rows)
    all.push_back(
        {&row, std::make_shared<const Case>(complete(row.row->scenario, catalog)), &result_of_metric(row.row->metric)});
  return all;
}

/// Unknowns by key and scope, and the rows that are made of them.
class EngineSetup {
 public:
  /// `own`: one engine on one's own machines, around the values that its rows have; else all engines together, around
  /// the defaults of inputs.
  explicit EngineSetup(bool own) : own_(own) {}

  void add(const std::vector<Told>& rows) {
    std::map<std::string, double> of_series;
    for (const Told& told : rows) of_series[told.series()] += 1;
    for (const Told& told : rows) {
      const double times = own_ ? 1 : of_series[told.series()];
      FittedRow fit{
          std::sqrt(std::min(1.0, numbers_of_a_series / times)), noise_of(*told.row), {}, [told](const auto& c) {
            return std::log(told.predicted(c) / told.row->measured);
          }};
      fit.made_of = made_of(told);
      rows_.push_back(std::move(fit));
    }
  }

  /// The inputs that a row is made of; unknowns that it is the first to have are made.
  std::vector<FittedInput> made_of(const Told& told) {
    std::vector<FittedInput> all;
    const double before = told.predicted({});
    const auto add = [&](InputKey key, double start, const std::vector<std::pair<std::string, double>>& scopes) {
      if (told.plan->origin(key).kind == Origin::Kind::user) return;
      FittedInput input{key, std::log(start), {}};
      for (const auto& [scope, spread] : scopes) input.unknowns.push_back(unknown(key, scope, spread));
      all.push_back(std::move(input));
    };
    if (own_) add(factor, 1, {{"", factor_spread}});
    for (const InputKey key : engine_constants()) {
      const double value = (*told.plan)[key];
      if (told.predicted({{key, value * 1.01}}) == before) continue;
      if (own_ && !is_of_chip(key)) add(key, value, {{"", std::min(common_spread, 4 * told.plan->spread(key))}});
      if (own_) continue;
      if (is_of_chip(key)) {
        if (const std::string generation = told.generation(); !generation.empty())
          add(key, 1, {{"generation " + generation, generation_spread}});
        continue;
      }
      std::vector<std::pair<std::string, double>> scopes{{"", common_spread}};
      if (const std::string engine = told.plan->word("software.id"); engine != base_engine)
        scopes.emplace_back("engine " + engine, engine_spread);
      add(key, input_row(key).about->initial.value(), scopes);
    }
    return all;
  }

  LogFit solved() const { return llmsize::solved({spreads_, rows_}); }
  const std::map<std::pair<InputKey, std::string>, std::size_t>& unknowns() const { return places_; }
  double spread(std::size_t unknown) const { return spreads_[unknown]; }

 private:
  std::size_t unknown(InputKey key, const std::string& scope, double spread) {
    const auto [found, fresh] = places_.emplace(std::pair{key, scope}, spreads_.size());
    if (fresh) spreads_.push_back(spread);
    return found->second;
  }

  bool own_;
  std::map<std::pair<InputKey, std::string>, std::size_t> places_;
  std::vector<double> spreads_;
  std::vector<FittedRow> rows_;
};

/// A row predicted by a fit; what is unknown of it only because no row of the fit had it stays at its start.
double predicted_by(const LogFit& fit, EngineSetup& setup, const Told& told) {
  std::vector<Change> changes;
  for (const FittedInput& input : setup.made_of(told)) {
    double log = input.start;
    for (const std::size_t unknown : input.unknowns) log += unknown < fit.x.size() ? fit.x[unknown] : 0;
    changes.push_back({input.key, clamped(input.key, std::exp(log))});
  }
  return told.predicted(changes);
}

/// The constants of one engine on one's own machines: the factor on all of it, and what the rows tell of each.
StackFit fit_engine(const std::vector<PredictedServing>& rows, const Catalog& catalog) {
  const std::vector<Told> told = told_rows(rows, catalog);
  EngineSetup setup(true);
  setup.add(told);
  const LogFit found = setup.solved();
  StackFit fit;
  for (const auto& [name, place] : setup.unknowns()) {
    const InputKey key = name.first;
    if (found.seen[place] == 0) continue;
    const double start = key == factor ? 1 : (*told.front().plan)[key], prior = setup.spread(place);
    fit[std::string(key.text())] = {
        clamped(key, start * std::exp(found.x[place])), 1 / std::sqrt(found.seen[place] + 1 / (prior * prior))};
  }
  return fit;
}

/// The values of a fit that a case does not say itself.
std::vector<Change> changes_by(const StackFit& fit, const Case& plan) {
  std::vector<Change> changes;
  for (const auto& [name, fitted] : fit)
    if (const InputKey key = InputKey::find(name).value(); plan.origin(key).kind != Origin::Kind::user)
      changes.push_back({key, fitted.value});
  return changes;
}

/// A rate as the time that it stands for.
double as_time(const PredictedServing& row, double value) {
  return row.row->metric.starts_with("throughput") || row.row->metric == "decode_rate" ? 1 / value : value;
}

/// The engine that rows name last; the one that is assumed where none does.
std::string software_of(const std::vector<PredictedServing>& rows) {
  std::string software(base_engine);
  for (const PredictedServing& each : rows)
    if (const Scenario::Said* stack = each.row->scenario.find("software.id")) software = stack->value.word;
  return software;
}

/// The middle P90 over P10 of rows, with the values and spreads of a fit in place of their own.
double width(const std::vector<Told>& rows, const StackFit& fit) {
  std::vector<double> widths;
  for (const Told& told : rows) {
    Case plan = *told.plan;
    for (const auto& [name, fitted] : fit)
      if (const InputKey key = InputKey::find(name).value(); plan.origin(key).kind != Origin::Kind::user)
        plan.put(key, fitted.value, {Origin::Kind::measured, {}, {}, {}}, fitted.spread);
    if (const auto ends = range(plan, *told.result)) widths.push_back(ends->second / ends->first);
  }
  return widths.empty() ? 0 : median(widths);
}

}  // namespace

const std::vector<InputKey>& engine_constants() {
  static const std::vector<InputKey> all = [] {
    constexpr std::string_view errors[] = {"engine.model_error", "engine.expert_error", "engine.prompt_error"};
    std::vector<InputKey> list;
    for (const InputRow& row : inputs())
      if (row.about->key.starts_with("engine.") && row.about->initial.value_or(0) > 0 &&
          row.about->unit != Unit::flag && (row.about->spread > 0 || is_of_chip(row.key)) &&
          std::find(std::begin(errors), std::end(errors), row.about->key) == std::end(errors))
        list.push_back(row.key);
    return list;
  }();
  return all;
}

Calibration calibrate_serving(
    const std::vector<PredictedServing>& rows, const Catalog& catalog, const std::string& source) {
  constexpr double least_spread = 0.03, alone = 0.05, far = 0.25;
  std::vector<PredictedServing> timed;
  for (const PredictedServing& each : rows)
    if (!each.row->metric.starts_with("ttft")) timed.push_back(each);
  if (timed.empty())
    throw BadInput(
        BadInput::Kind::data,
        fmt::format("{}: no time per token, latency or throughput tells the time of a step", source));
  const std::vector<Told> told = told_rows(timed, catalog);
  Calibration fitted;
  fitted.software = software_of(timed);
  fitted.values = timed.size() < many_served_rows ? StackFit{} : fit_engine(rows, catalog);
  std::vector<double> factors;
  for (const Told& each : told) {
    const double measured = as_time(*each.row, each.row->measured);
    const double after = as_time(*each.row, each.predicted(changes_by(fitted.values, *each.plan)));
    factors.push_back(measured / after);
    fitted.runs.push_back({each.row->row->id, measured, as_time(*each.row, each.row->predicted), after});
  }
  const double middle = median(factors), before = fitted.values[std::string(factor.text())].value;
  double squares = 0;
  for (const double each : factors) squares += std::pow(std::log(each / middle), 2);
  const double spread =
      factors.size() == 1 ? alone : std::max(least_spread, std::sqrt(squares / double(factors.size() - 1)));
  fitted.values[std::string(factor.text())] = {before > 0 ? before * middle : middle, spread};
  if (std::any_of(timed.begin(), timed.end(), [](const auto& each) { return each.row->group.starts_with("mixtures"); }))
    fitted.values["engine.expert_error"] = {1, least_spread};
  fitted.width_before = width(told, {});
  fitted.width_after = width(told, fitted.values);
  fitted.rows = factors.size();
  fitted.origin = fmt::format("fitted to {} row{} of {}", factors.size(), factors.size() == 1 ? "" : "s", source);
  for (CalibratedRun& run : fitted.runs) {
    run.after *= middle;
    run.contradicts = factors.size() > 2 && std::abs(run.after / run.measured - 1) > far;
  }
  return fitted;
}

std::vector<PredictedServing> left_out_serving(
    const std::vector<PredictedServing>& rows, const Catalog& catalog, std::size_t folds, std::uint32_t seed,
    const std::function<void(std::size_t)>& progress) {
  const std::vector<Told> all = told_rows(rows, catalog);
  std::set<std::string> series;
  for (const Told& told : all) series.insert(told.series());
  const auto fold = dealt(series, folds, seed);
  std::vector<PredictedServing> predicted;
  for (std::size_t held = 0; held < folds; ++held) {
    std::vector<Told> seen;
    for (const Told& told : all)
      if (fold.at(told.series()) != held && told.row->tells_constants()) seen.push_back(told);
    EngineSetup setup(false);
    setup.add(seen);
    const LogFit fit = setup.solved();
    for (const Told& told : all) {
      if (fold.at(told.series()) != held) continue;
      PredictedServing of = *told.row;
      of.predicted = predicted_by(fit, setup, told);
      const double moved = of.predicted / told.row->predicted;
      if (of.p10) of.p10 = *of.p10 * moved;
      if (of.p90) of.p90 = *of.p90 * moved;
      predicted.push_back(of);
    }
    if (progress) progress(held + 1);
  }
  return predicted;
}

}  // namespace llmsize
