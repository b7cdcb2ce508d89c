// SPDX-License-Identifier: Apache-2.0
// Compares predictions with measurements.
#include "core/calibration/accuracy.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/folds.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/catalog/release.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace llmsize {
namespace {

std::string word(const Measurement& row, std::string_view key) {
  const auto found = row.plan->words.find(key);
  return found == row.plan->words.end() ? std::string{} : found->second.word;
}

std::string stack_of(const Measurement& row) { return std::string(base_of_release(row.software)); }

std::string group_of(const Measurement& row, Together together) {
  switch (together) {
    case Together::source: return row.source;
    case Together::accelerator: return stack_of(row) + "|" + word(row, "accelerator.id");
    case Together::precision: return stack_of(row) + "|" + word(row, "workload.precision");
    case Together::model_and_precision: break;
  }
  return row.model + "|" + word(row, "workload.precision");
}

/// The fold of each group.
std::map<std::string, std::size_t> folds_of(
    const std::vector<const Measurement*>& rows, Together together, std::size_t folds, std::uint32_t seed) {
  std::set<std::string> distinct;
  for (const Measurement* row : rows) distinct.insert(group_of(*row, together));
  return dealt(distinct, folds, seed);
}

Prediction time_of(const Measurement& row, double predicted) {
  return {{row.step_time, predicted, {}, {}}, &row, "training.step_time", {}};
}

/// How far each row is from those that a fit saw of its stack.
class Distances {
 public:
  Distances(const std::vector<const Measurement*>& seen, const Catalog& catalog) : catalog_(catalog) {
    std::map<std::string, std::vector<const Measurement*>> of_stack;
    for (const Measurement* row : seen) of_stack[stack_of(*row)].push_back(row);
    for (const auto& [stack, rows] : of_stack) fitted_[stack] = fitted_to(rows);
  }
  /// `seen_as`: the id of the software whose values predict the row.
  Distance of(const Measurement& row, const std::string& seen_as) const {
    Entry stack = catalog_.entry("software", seen_as);
    if (seen_as != row.software) stack.id = stack_of(row);
    const auto found = fitted_.find(stack_of(row));
    stack.fitted = found == fitted_.end() ? FittedTo() : found->second;
    return distance_of(*row.plan, stack, row.mixture());
  }

 private:
  const Catalog& catalog_;
  std::map<std::string, FittedTo> fitted_;
};

/// Model work of a step over what the peak would do in the measured time.
double measured_mfu(const Measurement& row) {
  const Once values(row.plan->values, dependents());
  return result_row("training.model_flop").value(values) /
         ((*row.plan)["cluster.gpus"] * result_row("training.gpu_peak").value(values) * row.step_time);
}

}  // namespace

std::vector<Prediction> predictions(
    const std::vector<Measurement>& rows, const std::function<void(std::size_t)>& progress) {
  std::vector<Prediction> all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Measurement& row = rows[i];
    if (progress) progress(i + 1);
    if (row.status != Measurement::Status::usable) continue;
    const auto add = [&](ResultKey metric, double measured) {
      const ResultRow* result = &result_row(metric);
      const double value = result->value(Once(row.plan->values, dependents()));
      if (!(measured > 0) || !std::isfinite(value)) return;
      Prediction prediction{{measured, value, {}, {}}, &row, std::string(metric.text()), {}};
      if (const auto found = range(*row.plan, *result)) std::tie(prediction.p10, prediction.p90) = *found;
      all.push_back(std::move(prediction));
    };
    add("training.step_time", row.step_time);
    if (row.memory > 0) add(ResultKey::find(row.memory_metric).value(), row.memory);
  }
  return all;
}

ErrorSummary summary(const std::vector<Prediction>& predictions) {
  return error_summary(std::vector<Compared>(predictions.begin(), predictions.end()));
}

LevelAndShape level_and_shape(const std::vector<Prediction>& predictions) {
  std::map<std::string_view, std::vector<double>> series;
  for (const Prediction& each : predictions)
    series[each.row->series].push_back(std::log(each.predicted / each.measured));
  double level = 0, shape = 0, rows = 0, repeated = 0;
  for (const auto& [name, errors] : series) {
    const auto count = static_cast<double>(errors.size());
    const double common = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
    level += count * std::abs(std::expm1(common));
    rows += count;
    // A factor of its own leaves nothing of a single row.
    if (errors.size() < 2) continue;
    for (const double error : errors) shape += std::abs(std::expm1(error - common));
    repeated += count;
  }
  return {rows > 0 ? level / rows : absent, repeated > 0 ? shape / repeated : absent};
}

std::vector<Prediction> step_times(const std::vector<Measurement>& rows) {
  std::vector<Prediction> times = predictions(rows);
  std::erase_if(times, [](const Prediction& each) { return each.metric != "training.step_time"; });
  return times;
}

std::vector<Prediction> left_out_times(
    const std::vector<Measurement>& rows, const Catalog& catalog, Together together, std::size_t folds,
    std::uint32_t seed, const std::function<void(std::size_t)>& progress) {
  const auto all = timed_rows(rows);
  const auto fold = folds_of(all, together, folds, seed);
  const auto of = [&](const Measurement* row) { return fold.at(group_of(*row, together)); };
  std::vector<Prediction> predicted;
  for (std::size_t held = 0; held < folds; ++held) {
    std::vector<const Measurement*> seen;
    for (const Measurement* row : all)
      if (of(row) != held) seen.push_back(row);
    const Fits fits = fit_stacks(seen, catalog);
    const Distances distances(seen, catalog);
    for (const Measurement* row : all)
      if (of(row) == held) {
        predicted.push_back(time_of(*row, predicted_time(*row, fits)));
        predicted.back().far = distances.of(*row, row->software);
      }
    if (progress) progress(held + 1);
  }
  return predicted;
}

std::vector<Prediction> aged_times(const std::vector<Measurement>& rows, const Catalog& catalog) {
  const auto all = timed_rows(rows);
  std::set<std::string> dates;
  const auto date = [&](const Measurement& row) { return word_of(catalog.entry("software", row.software), "date"); };
  for (const Measurement* row : all)
    if (!release_in_id(row->software).empty()) dates.insert(date(*row));
  std::vector<Prediction> predicted;
  for (const std::string& since : dates) {
    std::vector<const Measurement*> seen, later;
    for (const Measurement* row : all)
      (!release_in_id(row->software).empty() && date(*row) >= since ? later : seen).push_back(row);
    const Fits fits = fit_stacks(seen, catalog);
    const Distances distances(seen, catalog);
    for (const Measurement* row : later) {
      std::string newest;
      for (const Measurement* each : seen)
        if (stack_of(*each) == stack_of(*row) && (newest.empty() || each->software > newest)) newest = each->software;
      if (newest.empty()) continue;
      predicted.push_back(time_of(*row, predicted_time(*row, {{row->software, fits.at(newest)}})));
      predicted.back().far = distances.of(*row, newest);
    }
  }
  return predicted;
}

std::vector<Prediction> beyond_times(
    const std::vector<Measurement>& rows, const Catalog& catalog, InputKey input, double most) {
  std::vector<const Measurement*> seen, beyond;
  std::set<std::string> stacks;
  for (const Measurement* row : timed_rows(rows)) ((*row->plan)[input] > most ? beyond : seen).push_back(row);
  for (const Measurement* row : seen) stacks.insert(stack_of(*row));
  // Stacks that were measured only there tell nothing of how they get there.
  std::erase_if(beyond, [&](const Measurement* row) { return !stacks.contains(stack_of(*row)); });
  const Fits fits = fit_stacks(seen, catalog);
  const Distances distances(seen, catalog);
  std::vector<Prediction> predicted;
  for (const Measurement* row : beyond) {
    predicted.push_back(time_of(*row, predicted_time(*row, fits)));
    predicted.back().far = distances.of(*row, row->software);
  }
  return predicted;
}

std::vector<Prediction> left_out_hidden_times(
    const std::vector<Measurement>& rows, const std::vector<Measurement>& hidden, const Catalog& catalog,
    std::size_t folds, std::uint32_t seed) {
  const auto all = timed_rows(rows);
  const auto fold = folds_of(all, Together::model_and_precision, folds, seed);
  const auto of = [&](const Measurement& row) { return fold.at(group_of(row, Together::model_and_precision)); };
  std::vector<Prediction> predicted;
  for (std::size_t held = 0; held < folds; ++held) {
    std::vector<const Measurement*> seen;
    for (const Measurement* row : all)
      if (of(*row) != held) seen.push_back(row);
    const Fits fits = fit_stacks(seen, catalog);
    const Distances distances(seen, catalog);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].has_time() && hidden[i].has_time() && of(rows[i]) == held) {
        predicted.push_back(time_of(hidden[i], predicted_time(hidden[i], fits)));
        predicted.back().far = distances.of(hidden[i], hidden[i].software);
      }
  }
  return predicted;
}

void borrow_ranges(std::vector<Prediction>& predictions, const std::vector<Prediction>& printed, bool far) {
  std::map<std::pair<const Measurement*, std::string>, const Prediction*> by_row;
  for (const Prediction& each : printed) by_row[{each.row, each.metric}] = &each;
  for (Prediction& each : predictions) {
    const auto found = by_row.find({each.row, each.metric});
    if (found == by_row.end() || !found->second->p10) continue;
    const double known = found->second->row->plan->spread("software.distance_error"), own = far ? each.far.spread() : 0;
    const double more = z90 * std::sqrt(std::max(0.0, own * own - known * known));
    const auto wider = [&](double end) {
      const double log = std::log(end / found->second->predicted);
      return each.predicted * std::exp(std::copysign(std::hypot(log, more), log));
    };
    each.p10 = wider(*found->second->p10);
    each.p90 = wider(*found->second->p90);
  }
}

FittedTo fitted_to(const std::vector<const Measurement*>& rows) {
  std::set<std::string> models, accelerators, precisions;
  FittedTo to{rows.size(), {}, {}, {}, 0, 0};
  for (const Measurement* row : rows) {
    // A model is published under several names, with its precision or cut short.
    const std::string model = word(*row, "model");
    models.insert(model.empty() ? row->model : model);
    accelerators.insert(word(*row, "accelerator.id"));
    precisions.insert(word(*row, "workload.precision"));
    to.most_gpus = std::max(to.most_gpus, (*row->plan)["cluster.gpus"]);
    to.longest_sequence = std::max(to.longest_sequence, (*row->plan)["workload.sequence"]);
  }
  to.models.assign(models.begin(), models.end());
  to.accelerators.assign(accelerators.begin(), accelerators.end());
  to.precisions.assign(precisions.begin(), precisions.end());
  return to;
}

std::vector<Prediction> null_times(const std::vector<Measurement>& rows, std::size_t folds, std::uint32_t seed) {
  const auto all = timed_rows(rows);
  const auto fold = folds_of(all, Together::model_and_precision, folds, seed);
  const auto of = [&](const Measurement* row) { return fold.at(group_of(*row, Together::model_and_precision)); };
  std::vector<Prediction> predicted;
  std::vector<std::size_t> folds_by_row;
  folds_by_row.reserve(all.size());
  for (const Measurement* row : all) folds_by_row.push_back(of(row));
  for (std::size_t at = 0; at < all.size(); ++at) {
    const Measurement* row = all[at];
    const auto of_others = [&](const auto& alike) {
      std::vector<double> utilisations;
      for (std::size_t other = 0; other < all.size(); ++other)
        if (folds_by_row[other] != folds_by_row[at] && alike(*all[other]))
          utilisations.push_back(measured_mfu(*all[other]));
      return median(utilisations);
    };
    const auto same = [&](std::string_view key) {
      return [&, key](const Measurement& other) { return word(other, key) == word(*row, key); };
    };
    const auto accelerator = same("accelerator.id"), precision = same("workload.precision");
    double utilisation =
        of_others([&](const Measurement& o) { return o.software == row->software && accelerator(o) && precision(o); });
    if (is_absent(utilisation))
      utilisation = of_others([&](const Measurement& o) { return accelerator(o) && precision(o); });
    if (is_absent(utilisation)) utilisation = of_others([](const Measurement&) { return true; });
    predicted.push_back(time_of(*row, row->step_time * measured_mfu(*row) / utilisation));
  }
  return predicted;
}

std::vector<Prediction> generic_times(const std::vector<Measurement>& rows, const Catalog& catalog) {
  const auto all = timed_rows(rows);
  std::map<std::string, StackFit> without;
  std::vector<Prediction> predicted;
  for (const Measurement* row : all) {
    const std::string family = family_of(catalog, row->software);
    if (!without.contains(family)) {
      std::vector<const Measurement*> others;
      for (const Measurement* other : all)
        if (family_of(catalog, other->software) != family) others.push_back(other);
      without[family] = fit_generic(others, catalog);
    }
    predicted.push_back(time_of(*row, predicted_time(*row, {{row->software, without.at(family)}})));
  }
  return predicted;
}

}  // namespace llmsize
