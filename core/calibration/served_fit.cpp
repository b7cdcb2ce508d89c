// SPDX-License-Identifier: Apache-2.0
// Common constants, deviations of engines and of generations of GPUs.
#include "core/calibration/served_fit.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/folds.hpp"
#include "core/calibration/log_fit.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>
#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace llmsize {
namespace {

/// Rows that a series counts for at most.
constexpr double numbers_of_a_series = 30;
/// How far constants, engines and generations may be from what is usual, as standard deviations of the logarithm; no
/// farther than so many times the spread that the constant has.
constexpr double common_spread = 0.5, engine_spread = 0.3, generation_spread = 0.3;
constexpr double common_spreads = 4, engine_spreads = 2;
/// How far a factor on everything may be from 1: it moves before any constant does.
constexpr double factor_spread = 0.5;
constexpr InputKey factor = "engine.model_error";
/// The factor on first tokens beside it, and the day that constants are moved to.
constexpr InputKey first_factor = "engine.prompt_error", release = "engine.release_year";
/// Engines that drift do so by about this; those that do not have none.
constexpr InputKey drift = "engine.drift";
constexpr double usual_drift = 0.5;

/// What engines do each in their own way; the rest is of the hardware, the model and how tokens choose experts.
constexpr InputKey of_engines[] = {
    "engine.weight_efficiency", "engine.product_efficiency", "engine.layer_time",       "engine.step_time",
    "engine.sequence_time",     "engine.collective_time",    "engine.collective_level", "engine.link_efficiency",
    "engine.launch_time",       "engine.launch_beside",      "engine.launch_experts",   "engine.launch_beside_experts",
    "engine.expert_efficiency", "engine.expert_reading",     "engine.expert_layer",     "engine.copy_traffic",
    "engine.request_time",      "engine.cold_time"};
bool is_of_engines(InputKey key) {
  return std::find(std::begin(of_engines), std::end(of_engines), key) != std::end(of_engines);
}

/// What a measured number differs by anyway: times of steps within a week, saturated engines and first tokens more, of
/// those means most: cold starts and first waves are in them and must not pass for launches.
double noise_of(const PredictedServing& row) {
  const std::string& metric = row.row->metric;
  if (metric == "ttft_mean") return 0.3;
  if (metric.starts_with("ttft")) return 0.15;
  return metric.starts_with("throughput") ? 0.1 : 0.06;
}

bool is_of_chip(InputKey key) { return key.text().starts_with("engine.chip_"); }
bool is_of_releases(InputKey key) { return key == drift || key == InputKey("engine.launch_drift"); }

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

/// What deviates from what: all rows share "", others the ones of an engine, or of a generation of GPUs.
using Scope = std::string;
/// What has been found, as logarithms.
using Deviations = std::map<std::pair<InputKey, Scope>, double>;

/// An input that a row is made of: the value it starts from, and the scopes that deviate from it, each so far.
struct Part {
  InputKey key;
  double start;
  std::vector<std::pair<Scope, double>> scopes;
};

/// Around the values that a row has: one engine on one's own machines.
std::vector<std::pair<Scope, double>> own_scopes(InputKey key, const Told& told) {
  if (is_of_chip(key)) return {};
  return {{"", std::min(common_spread, common_spreads * told.plan->spread(key))}};
}

/// Around the defaults of inputs: all engines together.
std::vector<std::pair<Scope, double>> common_scopes(InputKey key, const Told& told) {
  if (is_of_chip(key)) {
    const std::string generation = told.generation();
    return generation.empty() ? std::vector<std::pair<Scope, double>>{}
                              : std::vector<std::pair<Scope, double>>{{"generation " + generation, generation_spread}};
  }
  const std::string engine = told.plan->word("software.id");
  if (key == drift) return {{"engine " + engine, common_spread}};
  const double spread = input_row(key).about->spread;
  std::vector<std::pair<Scope, double>> scopes{{"", std::min(common_spread, common_spreads * spread)}};
  if (engine != base_engine && is_of_engines(key))
    scopes.emplace_back("engine " + engine, std::min(engine_spread, engine_spreads * spread));
  return scopes;
}

/// What all engines start from: values of the size that physics and the first fits tell, whatever the defaults are, so
/// that a fit of fitted values finds them again.
struct Usual {
  InputKey key;
  double value;
};
constexpr Usual usual[] = {
    {drift, usual_drift},
    {"engine.launch_drift", 0.2},
    {"engine.weight_efficiency", 0.8},
    {"engine.reading_8", 1},
    {"engine.reading_4", 0.8},
    {"engine.unpacked_reading", 1},
    {"engine.cache_efficiency", 0.8},
    {"engine.product_efficiency", 0.7},
    {"engine.product_share_8", 0.8},
    {"engine.product_share_4", 0.6},
    {"engine.attention_efficiency", 0.9},
    {"engine.layer_time", 3e-5},
    {"engine.expert_layer", 2},
    {"engine.latent_layer", 1},
    {"engine.linear_layer", 1},
    {"engine.indexed_layer", 2},
    {"engine.step_time", 2e-3},
    {"engine.sequence_time", 2e-5},
    {"engine.collective_time", 5e-6},
    {"engine.collective_level", 4e-6},
    {"engine.network_level", 2e-5},
    {"engine.stage_time", 2e-5},
    {"engine.link_efficiency", 0.8},
    {"engine.launch_time", 3e-4},
    {"engine.launch_experts", 3},
    {"engine.launch_latent", 3},
    {"engine.launch_beside", 2},
    {"engine.launch_beside_experts", 0.1},
    {"engine.expert_efficiency", 0.7},
    {"engine.expert_half_width", 3000},
    {"engine.expert_padding", 20},
    {"engine.expert_spread", 0.8},
    {"engine.expert_imbalance", 0.3},
    {"engine.expert_reading", 0.9},
    {"engine.activation_traffic", 10},
    {"engine.copy_traffic", 2},
    {"engine.reading_together", 0.9},
    {"engine.reading_together_closed", 0.5},
    {"engine.request_time", 0.03},
    {"engine.cold_time", 0.02},
    {"engine.poll_share", 1},
    {"engine.host_expert_rate", 0.3}};
double common_start(InputKey key) {
  const auto* found =
      std::find_if(std::begin(usual), std::end(usual), [&](const Usual& each) { return each.key == key; });
  return found == std::end(usual) ? input_row(key).about->initial.value() : found->value;
}

/// The values of a fit that a case does not say itself.
std::vector<Change> changes_by(const StackFit& fit, const Case& plan) {
  std::vector<Change> changes;
  for (const auto& [name, fitted] : fit)
    if (const InputKey key = InputKey::find(name).value(); plan.origin(key).kind != Origin::Kind::user)
      changes.push_back({key, fitted.value});
  return changes;
}

/// The constants that a row is made of: those that its number moves with where the fit starts.
std::vector<Part> parts_of(const Told& told, bool own) {
  std::vector<Part> all;
  if (own && told.plan->origin(factor).kind != Origin::Kind::user) all.push_back({factor, 1, {{"", factor_spread}}});
  std::vector<Change> starts;
  for (const InputKey key : engine_constants()) {
    const double value = (*told.plan)[key];
    if (told.plan->origin(key).kind != Origin::Kind::user && value > 0)
      starts.push_back({key, own ? value : common_start(key)});
  }
  const double before = told.predicted(starts);
  for (const Change& start : starts) {
    std::vector<Change> moved = starts;
    moved.push_back({start.key, start.value * 1.01});
    if (told.predicted(moved) == before) continue;
    const auto scopes = own ? own_scopes(start.key, told) : common_scopes(start.key, told);
    if (!scopes.empty()) all.push_back({start.key, start.value, scopes});
  }
  return all;
}

/// Unknowns by key and scope, and the rows that are made of them.
class EngineSetup {
 public:
  /// `own`: one engine on one's own machines; else all engines together. What is known stays as it is, and what has
  /// been found.
  explicit EngineSetup(bool own, Deviations known = {}, StackFit found = {})
      : own_(own), known_(std::move(known)), found_(std::move(found)) {}

  void add(const std::vector<Told>& rows) {
    std::map<std::string, double> of_series;
    for (const Told& told : rows) of_series[told.series()] += 1;
    for (const Told& told : rows) {
      const double times = own_ ? 1 : of_series[told.series()];
      FittedRow fit{
          std::sqrt(std::min(1.0, numbers_of_a_series / times)),
          noise_of(*told.row),
          {},
          [told, found = changes_by(found_, *told.plan)](const std::vector<Change>& c) {
            std::vector<Change> all = found;
            all.insert(all.end(), c.begin(), c.end());
            return std::log(told.predicted(all) / told.row->measured);
          }};
      for (const Part& part : parts_of(told, own_))
        if (!found_.contains(part.key.text())) fit.made_of.push_back(input_of(part));
      rows_.push_back(std::move(fit));
    }
  }

  LogFit solved() const { return llmsize::solved({spreads_, rows_}); }
  /// What rows tell of each unknown where the fit starts.
  std::vector<double> seen() const { return seen_at_start({spreads_, rows_}); }
  const std::map<std::pair<InputKey, Scope>, std::size_t>& unknowns() const { return places_; }
  double spread(std::size_t unknown) const { return spreads_[unknown]; }

 private:
  FittedInput input_of(const Part& part) {
    FittedInput input{part.key, std::log(part.start), {}};
    for (const auto& [scope, spread] : part.scopes)
      if (const auto found = known_.find({part.key, scope}); found != known_.end())
        input.start += found->second;
      else
        input.unknowns.push_back(unknown(part.key, scope, spread));
    return input;
  }
  std::size_t unknown(InputKey key, const Scope& scope, double spread) {
    const auto [found, fresh] = places_.emplace(std::pair{key, scope}, spreads_.size());
    if (fresh) spreads_.push_back(spread);
    return found->second;
  }

  bool own_;
  Deviations known_;
  StackFit found_;
  std::map<std::pair<InputKey, Scope>, std::size_t> places_;
  std::vector<double> spreads_;
  std::vector<FittedRow> rows_;
};

/// Rows in the order in which they are heard: mixtures after dense models, whose constants they share.
std::vector<std::vector<Told>> stages_of(const std::vector<Told>& rows) {
  std::vector<std::vector<Told>> stages(2);
  for (const Told& told : rows)
    if (told.row->tells_constants()) stages[told.row->row->group.starts_with("MoE")].push_back(told);
  return stages;
}

/// What all rows tell together. A stage keeps what those before it tell; releases are told apart by all.
Deviations common_fit(const std::vector<Told>& rows) {
  Deviations known, rest;
  for (const std::vector<Told>& stage : stages_of(rows)) {
    EngineSetup setup(false, known);
    setup.add(stage);
    const LogFit fit = setup.solved();
    for (const auto& [name, place] : setup.unknowns()) (is_of_releases(name.first) ? rest : known)[name] = fit.x[place];
  }
  known.merge(rest);
  return known;
}

/// The value of a part by what is known; what no row has told stays at its start.
double value_by(const Deviations& known, const Part& part) {
  double log = std::log(part.start);
  for (const auto& [scope, spread] : part.scopes)
    if (const auto found = known.find({part.key, scope}); found != known.end()) log += found->second;
  return clamped(part.key, std::exp(log));
}
double predicted_by(const Deviations& known, const Told& told) {
  std::vector<Change> changes;
  for (const Part& part : parts_of(told, false)) changes.push_back({part.key, value_by(known, part)});
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

/// The rows that a factor is fitted to: first tokens, or all other times and rates. P99 hangs on queues that are not
/// published: it is heard where nothing else is.
std::vector<PredictedServing> telling(const std::vector<PredictedServing>& rows, bool first) {
  std::vector<PredictedServing> all;
  for (const PredictedServing& each : rows)
    if (each.row->metric.starts_with("ttft") == first && !each.follows()) all.push_back(each);
  const auto is_tail = [](const PredictedServing& each) { return each.row->metric.ends_with("_p99"); };
  if (!std::all_of(all.begin(), all.end(), is_tail)) std::erase_if(all, is_tail);
  // A median says nothing of the first wave, which is where a cold engine shows.
  const auto is_mean = [](const PredictedServing& each) { return each.row->metric == "ttft_mean"; };
  if (std::any_of(all.begin(), all.end(), is_mean))
    std::erase_if(all, [](const PredictedServing& each) { return each.row->metric == "ttft_median"; });
  return all;
}

/// A catalog in which no engine has been calibrated: what is fitted replaces what was, and says no more for it.
Catalog without_engine(const Catalog& catalog) {
  Catalog bare = catalog;
  std::vector<Fact> facts = catalog.calibration();
  std::erase_if(facts, [](const Fact& fact) { return fact.key.starts_with("engine."); });
  bare.calibrate(std::move(facts));
  return bare;
}

/// What values differ by from their middle, as a standard deviation of the logarithm; 0 of one.
double spread_about(double middle, const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  double squares = 0;
  for (const double each : values) squares += std::pow(std::log(each / middle), 2);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// The release that constants are moved to: that of the rows that name one; else the usual one, and what rows differ by
/// from it is in the factors.
FittedValue release_of(const std::vector<Told>& rows) {
  std::vector<double> named;
  for (const Told& told : rows)
    if (told.plan->origin(release).kind == Origin::Kind::user) named.push_back((*told.plan)[release]);
  if (named.empty()) return {(*rows.front().plan)[release], 0};
  const double middle = median(named);
  return {middle, spread_about(middle, named)};
}

/// Never throws: what is not found is the last that was tried.
using Quietly = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

/// The value of a factor at which a row takes `seconds`; where its server is overloaded before that, the largest at
/// which it is not. Absent where the row does not move with the factor. Batches and queues follow the time of a step,
/// so that times are not proportional to it.
double value_at(const Told& told, InputKey key, const StackFit& fit, double seconds) {
  constexpr double overloaded = 100;
  constexpr int digits = 24;
  std::vector<Change> changes = changes_by(fit, *told.plan);
  changes.push_back({key, 1});
  const auto too_slow = [&](double value) {
    changes.back().value = value;
    const double ratio = std::log(as_time(*told.row, told.predicted(changes)) / seconds);
    return std::isfinite(ratio) ? ratio : overloaded;
  };
  const double here = too_slow(1);
  if (here != overloaded && too_slow(1.01) == here) return absent;
  std::uintmax_t steps = 200;
  const auto [below, above] = boost::math::tools::bracket_and_solve_root(
      too_slow, 1.0, 2.0, true, boost::math::tools::eps_tolerance<double>(digits), steps, Quietly());
  return too_slow(below) == overloaded ? absent : below;
}

/// A spread of one number alone, and the least of many.
struct LeastSpreads {
  double alone, least;
};

/// A factor that rows ask for: the middle of theirs, at which none of them is overloaded. It has the spread that they
/// differ by. Nothing where no row moves with it.
std::optional<FittedValue> factor_of(
    const std::vector<Told>& rows, InputKey key, const StackFit& fit, const LeastSpreads& spreads) {
  constexpr double endless = 1e9;
  std::vector<double> asked;
  for (const Told& told : rows)
    if (const double value = value_at(told, key, fit, as_time(*told.row, told.row->measured)); value > 0)
      asked.push_back(value);
  if (asked.empty()) return {};
  const double middle = median(asked);
  FittedValue found{middle, std::max(asked.size() < 3 ? spreads.alone : spreads.least, spread_about(middle, asked))};
  for (const Told& told : rows) {
    std::vector<Change> changes = changes_by(fit, *told.plan);
    changes.push_back({key, found.value});
    if (std::isfinite(told.predicted(changes))) continue;
    if (const double most = value_at(told, key, fit, endless); most > 0) found.value = std::min(found.value, most);
  }
  return found;
}

/// The constants of an engine as they are, known as well as its rows tell where its factors are found: what is between
/// them and the factors is not told apart. Nothing where rows are of several engines.
StackFit narrowed(const std::vector<Told>& times, const std::vector<Told>& first, const StackFit& found) {
  const Case& plan = *times.front().plan;
  std::vector<Told> rows = times;
  rows.insert(rows.end(), first.begin(), first.end());
  const auto same = [&](const Told& told) { return told.plan->word("software.id") == plan.word("software.id"); };
  if (!std::all_of(rows.begin(), rows.end(), same)) return {};
  EngineSetup setup(true, {}, found);
  setup.add(rows);
  const std::vector<double> seen = setup.seen();
  StackFit fit;
  for (const auto& [name, place] : setup.unknowns()) {
    const InputKey key = name.first;
    const double prior = plan.spread(key);
    if (seen[place] == 0 || prior == 0 || plan.origin(key).kind == Origin::Kind::user) continue;
    fit[std::string(key.text())] = {plan[key], 1 / std::sqrt(seen[place] + 1 / (prior * prior))};
  }
  return fit;
}

/// Whether a row that is not predicted would be, were the server faster.
bool is_overloaded(const ServedRow& row, const Catalog& catalog) {
  constexpr double fast = 1e-3;
  const Case plan = complete(row.scenario, without_engine(catalog));
  Once values(plan.values, dependents());
  values.change(factor, fast);
  const double found = result_of_metric(row.metric).value(values);
  return std::isfinite(found) && found > 0;
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
    constexpr std::string_view others[] = {
        "engine.model_error", "engine.expert_error", "engine.prompt_error", "engine.release_year"};
    const auto is_fitted = [&](const InputRow& row) {
      const InputAbout& about = *row.about;
      const bool known = about.initial.value_or(0) > 0 && about.unit != Unit::flag && about.spread > 0;
      return about.key.starts_with("engine.") && (known || is_of_chip(row.key) || row.key == drift) &&
             std::find(std::begin(others), std::end(others), about.key) == std::end(others);
    };
    std::vector<InputKey> list;
    for (const InputRow& row : inputs())
      if (is_fitted(row)) list.push_back(row.key);
    return list;
  }();
  return all;
}

Calibration calibrate_serving(
    const std::vector<PredictedServing>& rows, const Catalog& catalog, const std::string& source) {
  constexpr double least_spread = 0.03, alone = 0.05, least_first = 0.1, alone_first = 0.2, far = 0.25;
  const Catalog bare = without_engine(catalog);
  const std::vector<PredictedServing> timed = telling(rows, false), first = telling(rows, true);
  if (timed.empty())
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: no TPOT, latency or throughput to compute the step time", source));
  const std::vector<Told> told = told_rows(timed, bare), told_first = told_rows(first, bare);
  Calibration fitted;
  fitted.software = software_of(timed);
  const bool many = timed.size() >= many_served_rows;
  std::vector<PredictedServing> heard = rows;
  std::erase_if(heard, [](const PredictedServing& each) { return each.follows() || is_absent(each.predicted); });
  if (many) fitted.values = fit_engine(heard, bare);
  fitted.values.erase(std::string(factor.text()));
  fitted.values[std::string(release.text())] = release_of(told);
  if (std::any_of(timed.begin(), timed.end(), [](const auto& each) { return each.row->group.starts_with("MoE"); }))
    fitted.values["engine.expert_error"] = {1, least_spread};
  const std::optional<FittedValue> steps = factor_of(told, factor, fitted.values, {alone, least_spread});
  if (!steps)
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: the server is overloaded at any step time", source),
        "check the request rate and the GPUs of the rows");
  fitted.values[std::string(factor.text())] = *steps;
  if (const auto prompts = factor_of(told_first, first_factor, fitted.values, {alone_first, least_first}))
    fitted.values[std::string(first_factor.text())] = *prompts;
  if (!many) fitted.values.merge(narrowed(told, told_first, fitted.values));
  fitted.width_before = width(told, {});
  fitted.width_after = width(told, fitted.values);
  fitted.rows = told.size();
  fitted.origin = fmt::format("fitted to {} row{} of {}", fitted.rows, fitted.rows == 1 ? "" : "s", source);
  for (const Told& each : told) {
    const PredictedServing& row = *each.row;
    const double after = each.predicted(changes_by(fitted.values, *each.plan));
    fitted.runs.push_back({row.row->id, as_time(row, row.measured), as_time(row, row.predicted), as_time(row, after)});
    // Two that differ do not tell which is wrong; one alone is met, unless its server is overloaded before that.
    fitted.runs.back().contradicts =
        told.size() != 2 && std::abs(fitted.runs.back().after / fitted.runs.back().measured - 1) > far;
  }
  return fitted;
}

Calibration calibrate_serving(std::vector<ServedRow>& rows, const Catalog& catalog, const std::string& source) {
  std::vector<PredictedServing> all = predict_serving(rows, catalog);
  std::set<const ServedRow*> predicted;
  for (const PredictedServing& each : all) predicted.insert(each.row);
  for (ServedRow& row : rows)
    if (row.reason == not_computed && !predicted.contains(&row) && is_overloaded(row, catalog)) {
      row.reason.clear();
      all.push_back({{row.measured, absent, {}, {}}, &row, absent});
    }
  if (telling(all, false).empty())
    if (const auto unused =
            std::find_if(rows.begin(), rows.end(), [](const ServedRow& row) { return !row.reason.empty(); });
        unused != rows.end())
      refuse_contents(
          source, fmt::format("no row has a usable TPOT, latency or throughput; {}: {}", unused->id, unused->reason));
  return calibrate_serving(all, catalog, source);
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
      if (fold.at(told.series()) != held) seen.push_back(told);
    const Deviations known = common_fit(seen);
    for (const Told& told : all) {
      if (fold.at(told.series()) != held) continue;
      PredictedServing of = *told.row;
      of.predicted = predicted_by(known, told);
      const double moved = of.predicted / told.row->predicted;
      if (of.p10) of.p10 = *of.p10 * moved;
      if (of.p90) of.p90 = *of.p90 * moved;
      predicted.push_back(of);
    }
    if (progress) progress(held + 1);
  }
  return predicted;
}

ServedConstants refit_serving(const std::vector<PredictedServing>& rows, const Catalog& catalog) {
  const std::vector<Told> all = told_rows(rows, catalog);
  const Deviations known = common_fit(all);
  ServedConstants found;
  for (const Told& told : all)
    for (const Part& part : parts_of(told, false)) {
      const std::string key(part.key.text());
      const double value = value_by(known, part);
      const std::string engine = told.plan->word("software.id");
      if (is_of_chip(part.key))
        found.chips[told.plan->word("accelerator.id")][key] = value;
      else if (engine != base_engine && (is_of_engines(part.key) || part.key == drift))
        found.engines[engine][key] = value;
      if (const auto common = known.find({part.key, ""}); common != known.end())
        found.common[key] = clamped(part.key, part.start * std::exp(common->second));
    }
  return found;
}

}  // namespace llmsize
