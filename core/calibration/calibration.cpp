// SPDX-License-Identifier: Apache-2.0
// Widths of predictions, and calibration files.
#include "core/calibration/calibration.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/measurable.hpp"
#include "core/catalog/release.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/read_value.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

/// Rows that all stacks together weigh in the width of one: a stack of few rows borrows from the others.
constexpr double borrowed_rows = 4;
/// A run differs by more from a calibration than by noise where it is so much slower or faster (as a logarithm) and
/// four times as far off as the others typically are.
constexpr double least_contradiction = 0.1, times_typical = 4;
/// How far runs are from a calibration by one other run of their series, as standard deviations of the logarithm: so
/// much stays unknown after the first run. Measured: docs/accuracy.md, "One run of one's own".
constexpr double after_one_run = 0.02, after_one_mixture = 0.14;
/// The smallest model error: repeated publications of one configuration differ by more.
constexpr double least_error = 0.01;

double rounded(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)))));
  return std::round(value * scale) / scale;
}

/// The width that holds four fifths of these deviations between P10 and P90, as a standard deviation.
double width_of(std::vector<double> deviations) { return quantile(std::move(deviations), 0.8) / z90; }

/// A case with the values of a fit, where the case does not say its own.
Case with_fit(Case plan, const StackFit& fit) {
  for (const auto& [name, fitted] : fit) {
    const InputKey key = InputKey::find(name).value();
    if (plan.origin(key).kind == Origin::Kind::user) continue;
    plan.values.value[key.slot()] = fitted.value;
    plan.spreads[key.slot()] = fitted.spread;
  }
  return plan;
}

/// The time of a row as a case predicts it, with its range.
Prediction time_by(const Case& plan, const Measurement& row) {
  static const ResultRow* const step_time = &result_row("training.step_time");
  Prediction each{
      {row.step_time, step_time->value(Once(plan.values, dependents())), {}, {}}, &row, "training.step_time", {}};
  if (const auto found = range(plan, *step_time)) std::tie(each.p10, each.p90) = *found;
  return each;
}

/// Median square of what the spreads of inputs explain, the model's error left out. Rows with wide guesses in blank
/// cells do not count for the others.
double explained(const std::vector<const Measurement*>& rows, const StackFit& fit) {
  static const ResultRow* const step_time = &result_row("training.step_time");
  std::vector<double> squares;
  for (const Measurement* row : rows) {
    Case plan = with_fit(*row->plan, fit);
    plan.spreads[InputKey("software.model_error").slot()] = 0;
    if (const auto found = range(plan, *step_time))
      squares.push_back(std::pow(std::log(found->second / found->first) / (2 * z90), 2));
  }
  return squares.empty() ? 0 : median(std::move(squares));
}

FittedValue model_error(double total, double explained_square) {
  return {1, std::max(least_error, std::sqrt(std::max(0.0, total * total - explained_square)))};
}

/// Where values come from; a stack of one model says so, as its range is that of others.
std::string origin_of(const std::vector<const Measurement*>& rows, const std::string& source) {
  if (rows.empty()) return fmt::format("no row of {} applies; prior of its family and all stacks", source);
  const std::string fitted = fmt::format("fitted to {} row{} of {}", rows.size(), rows.size() == 1 ? "" : "s", source);
  static const ResultRow* const parameters = &result_row("model.parameters");
  const auto size = [](const Measurement* row) { return parameters->value(Once(row->plan->values, dependents())); };
  const double first = size(rows.front());
  const bool one_model =
      std::all_of(rows.begin(), rows.end(), [&](const Measurement* row) { return size(row) == first; });
  return one_model && rows.size() > 1 ? fitted + ", all of one model" : fitted;
}

/// Of the values of a stack those that its releases have of their own.
StackFit of_release(StackFit fit) {
  for (const FitParameter& parameter : fit_parameters())
    if (parameter.release_spread == 0) fit.erase(std::string(parameter.key.text()));
  return fit;
}

/// Each run as the stack and as the fit predict it; those that the others contradict are marked.
std::vector<CalibratedRun> compared(const std::vector<const Measurement*>& rows, const StackFit& fit) {
  std::vector<CalibratedRun> runs;
  std::vector<double> off;
  for (const Measurement* row : rows) {
    runs.push_back({row->id, row->step_time, predicted_time(*row, {}), predicted_time(*row, {{row->software, fit}})});
    off.push_back(std::abs(std::log(runs.back().after / row->step_time)));
  }
  const double typical = median(off);
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i].contradicts = off[i] > std::max(least_contradiction, rows.size() > 2 ? times_typical * typical : 0);
  return runs;
}

/// The calibration that these rows tell, starting from a stack.
Calibration calibrated(
    const std::vector<const Measurement*>& rows, const Catalog& catalog, const std::string& base,
    const std::string& source) {
  Calibration calibration{
      base, fit_runs(rows, catalog, catalog.entry("software", base)), rows.size(), origin_of(rows, source), {}};
  calibration.runs = compared(rows, calibration.values);
  std::vector<double> deviations;
  deviations.reserve(calibration.runs.size());
  for (const CalibratedRun& run : calibration.runs) deviations.push_back(std::abs(std::log(run.after / run.measured)));
  // Rows that were seen deviate less than those to come: the more so, the fewer they are.
  const auto count = static_cast<double>(rows.size());
  const double alone = width_of(deviations),
               usual = std::any_of(rows.begin(), rows.end(), [](const Measurement* row) { return row->mixture(); })
                           ? after_one_mixture
                           : after_one_run;
  const double total = std::sqrt((count * alone * alone + borrowed_rows * usual * usual) / (count + borrowed_rows));
  FittedValue& error = calibration.values["software.model_error"];
  error.spread = model_error(total, explained(rows, calibration.values)).spread;
  return calibration;
}

/// Why the first row has none.
std::string first_reason(const std::vector<Measurement>& rows) {
  const auto told = std::find_if(rows.begin(), rows.end(), [](const Measurement& row) { return !row.reason.empty(); });
  return told == rows.end() ? std::string{} : fmt::format("; {}: {}", told->id, told->reason);
}

}  // namespace

Calibration calibrate(
    const std::vector<Measurement>& rows, const Catalog& catalog, const std::string& base, const std::string& source) {
  const auto all = timed_rows(rows);
  if (all.empty()) refuse_contents(source, "no row has a usable time" + first_reason(rows));
  return calibrated(all, catalog, base, source);
}

std::vector<Prediction> one_run_times(const std::vector<Measurement>& rows, const Catalog& catalog) {
  std::map<std::string, std::vector<const Measurement*>> series;
  for (const Measurement* row : timed_rows(rows)) series[row->series].push_back(row);
  std::vector<Prediction> predicted;
  for (auto& [name, runs] : series) {
    if (runs.size() < 2) continue;
    std::sort(runs.begin(), runs.end(), [](const Measurement* a, const Measurement* b) {
      return std::tie(a->step_time, a->id) < std::tie(b->step_time, b->id);
    });
    const Measurement* const seen = runs[runs.size() / 2];
    const Calibration one = calibrated({seen}, catalog, seen->software, name);
    for (const Measurement* row : runs) {
      if (row == seen) continue;
      const Case plan = with_fit(*row->plan, one.values);
      predicted.push_back(time_by(plan, *row));
    }
  }
  return predicted;
}

std::vector<Prediction> unseen_accelerator_times(const std::vector<Measurement>& rows, const Catalog& catalog) {
  const auto accelerator = [](const Measurement& row) { return row.plan->word("accelerator.id"); };
  std::map<std::string, std::vector<const Measurement*>> of_accelerator;
  const auto all = timed_rows(rows);
  for (const Measurement* row : all) of_accelerator[accelerator(*row)].push_back(row);
  std::vector<Prediction> predicted;
  for (const auto& [id, own] : of_accelerator) {
    std::vector<const Measurement*> others;
    for (const Measurement* row : all)
      if (accelerator(*row) != id) others.push_back(row);
    if (others.empty()) continue;
    const StackFit fit = fit_generic(others, catalog);
    for (const Measurement* row : own) {
      Scenario unnamed = row->scenario;
      unnamed.set("software.id", "generic", {row->id, BadInput::Kind::data});
      Case plan = with_fit(complete(unnamed, catalog), fit);
      // What the row left blank was guessed with a spread.
      for (std::size_t slot = 0; slot < plan.spreads.size(); ++slot)
        if (row->plan->origins[slot].kind == Origin::Kind::user) plan.spreads[slot] = row->plan->spreads[slot];
      predicted.push_back(time_by(plan, *row));
    }
  }
  return predicted;
}

std::vector<Calibration> calibrate_stacks(
    const std::vector<Measurement>& rows, const Catalog& catalog, const std::string& source,
    const std::function<void(std::size_t)>& progress) {
  const auto all = timed_rows(rows);
  Fits fits = fit_stacks(all, catalog);
  std::map<std::string, std::vector<double>> deviations;
  std::map<bool, std::vector<double>> pool;
  constexpr std::size_t folds = 10, seeds = calibration_steps / folds;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed)
    for (const Prediction& each :
         left_out_times(rows, catalog, Together::model_and_precision, folds, seed, [&](std::size_t fold) {
           if (progress) progress((seed - 1) * folds + fold);
         })) {
      const double deviation = std::abs(std::log(each.predicted / each.measured));
      deviations[std::string(base_of_release(each.row->software))].push_back(deviation);
      pool[each.row->mixture()].push_back(deviation);
    }
  // Software that nobody measured, and accelerators that nobody did.
  for (const auto& unseen : {generic_times(rows, catalog), unseen_accelerator_times(rows, catalog)})
    for (const Prediction& each : unseen)
      if (!each.row->mixture()) deviations["generic"].push_back(std::abs(std::log(each.predicted / each.measured)));

  std::vector<Calibration> calibrations;
  for (auto& [stack, fit] : fits) {
    std::vector<const Measurement*> own;
    const bool is_release = !release_in_id(stack).empty();
    for (const Measurement* row : all)
      if ((is_release ? row->software : base_of_release(row->software)) == stack || stack == "generic")
        own.push_back(row);
    if (is_release) {
      calibrations.push_back({stack, of_release(fit), own.size(), origin_of(own, source), {}});
      continue;
    }
    const bool mixtures = !own.empty() && stack != "generic" && own.front()->mixture();
    const double common = width_of(pool[mixtures]), alone = width_of(deviations[stack]);
    const auto count = static_cast<double>(own.size());
    const double total =
        is_absent(alone)
            ? common
            : std::sqrt((count * alone * alone + borrowed_rows * common * common) / (count + borrowed_rows));
    fit["software.model_error"] = model_error(total, explained(own, fit));
    calibrations.push_back({stack, fit, own.size(), origin_of(own, source), {}});
    if (stack != "generic") calibrations.back().fitted = fitted_to(own);
  }
  return calibrations;
}

Json write_calibration(const Calibration& calibration) {
  Json json{{"schema", calibration_schema}, {"software", calibration.software}, {"values", Json::object()}};
  for (const auto& [key, fitted] : calibration.values) {
    json["values"][key] = {
        {"median", rounded(fitted.value, 6)},
        {"p10", rounded(fitted.p10(), 6)},
        {"p90", rounded(fitted.p90(), 6)},
        {"n", calibration.rows},
        {"origin", calibration.origin}};
  }
  for (const CalibratedRun& run : calibration.runs) {
    json["rows"].push_back(
        {{"id", run.id},
         {"measured", run.measured},
         {"before", rounded(run.before, 6)},
         {"after", rounded(run.after, 6)}});
    if (run.contradicts) json["rows"].back()["contradicts"] = true;
  }
  return json;
}

bool is_of_accelerator(std::string_view key) {
  return key.starts_with("accelerator.") || key.starts_with("software.") || key.starts_with("node.scale_up_");
}

std::vector<Fact> read_calibration(const Json& json, const std::string& source) {
  const auto refuse = [&](const std::string& expectation) {
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {}", source, expectation));
  };
  const Json schema = json.is_object() ? json.value("schema", Json()) : Json();
  if (schema.is_string() && schema.get<std::string>().starts_with("llmsize.probe/"))
    refuse("expected a calibration; this is a record, of which `llmsize calibrate` makes one");
  if (schema != Json(calibration_schema))
    refuse(fmt::format("expected a calibration with schema {}", calibration_schema));
  if (!json.contains("values") || !json.at("values").is_object()) refuse("'values' is missing");
  const Json accelerator = json.value("accelerator", Json(""));
  if (!accelerator.is_string()) refuse("'accelerator' is not an accelerator id");
  std::vector<Fact> facts;
  for (const auto& [name, value] : json.at("values").items()) {
    const std::string key(current_id(name));
    require_key(key, {source, BadInput::Kind::data});
    const Measurable* const input = find_measurable(key);
    if (!input) refuse(fmt::format("{} is not a measured or fitted input", key));
    const auto number = [&](const char* field) -> std::optional<double> {
      if (!value.is_object() || !value.contains(field)) refuse(fmt::format("{} has no '{}'", key, field));
      // The ends of a wide range may lie outside what the input itself may be.
      if (field != std::string_view("median") && value.at(field).is_number()) return value.at(field).get<double>();
      return read_value(key, value.at(field), source).number;
    };
    const auto median = number("median"), low = number("p10"), high = number("p90");
    if (!median || !low || !high) refuse(fmt::format("{} is not a number", key));
    if (!(*low <= *median && *median <= *high)) refuse(fmt::format("{}: the median is not between p10 and p90", key));
    if (const std::string why = implausible(*input, *median, *low, *high); !why.empty())
      refuse(fmt::format("{}: {}", key, why));
    const double spread = std::log(*high / *low) / (2 * z90);
    const Json origin = value.value("origin", Json());
    const bool told = origin.is_string() && !origin.get_ref<const std::string&>().empty();
    facts.push_back(
        {key,
         *median,
         {},
         told ? origin.get<std::string>() : source,
         "measured",
         spread,
         is_of_accelerator(key) ? accelerator.get<std::string>() : ""});
  }
  return facts;
}

Entry as_stack(Entry stack, const Calibration& calibration) {
  for (const auto& [key, fitted] : calibration.values) {
    Fact fact{key, rounded(fitted.value, 4), {}, calibration.origin, {}, rounded(fitted.spread, 2)};
    const auto found =
        std::find_if(stack.facts.begin(), stack.facts.end(), [&](const Fact& each) { return each.key == key; });
    if (found == stack.facts.end())
      stack.facts.push_back(fact);
    else
      *found = fact;
  }
  if (calibration.fitted) stack.fitted = calibration.fitted;
  return stack;
}

}  // namespace llmsize
