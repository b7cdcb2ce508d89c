// SPDX-License-Identifier: Apache-2.0
#include "core/validation/calibrated_runs.hpp"

#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// Runs that are listed one by one: as many as are looked at.
constexpr std::size_t most_runs = 12;

std::string percent(double error) { return std::isfinite(error) ? fmt::format("{:+.1f}%", error * 100) : "overloaded"; }

double off(double predicted, const CalibratedRun& run) { return predicted / run.measured - 1; }

/// Of the runs that are predicted.
std::string mean_off(const std::vector<CalibratedRun>& runs, double CalibratedRun::*predicted) {
  double sum = 0, count = 0;
  for (const CalibratedRun& run : runs)
    if (const double error = std::abs(off(run.*predicted, run)); std::isfinite(error)) sum += error, ++count;
  return count == 0 ? "overloaded" : fmt::format("{:.1f}%", sum / count * 100);
}

}  // namespace

TitledTable calibrated_runs_table(const Calibration& calibration) {
  std::vector<CalibratedRun> runs = calibration.runs;
  std::string title = fmt::format(
      "Step-time error of {}: {} before, {} after calibration",
      runs.size() == 1 ? "this run" : fmt::format("these {} runs, mean", runs.size()),
      mean_off(runs, &CalibratedRun::before), mean_off(runs, &CalibratedRun::after));
  if (calibration.width_after > 0)
    title +=
        fmt::format(", P90 over P10 {:.2f} before, {:.2f} after", calibration.width_before, calibration.width_after);
  const bool all = runs.size() <= most_runs;
  if (!all) {
    std::stable_sort(runs.begin(), runs.end(), [](const CalibratedRun& a, const CalibratedRun& b) {
      return std::abs(std::log(a.after / a.measured)) > std::abs(std::log(b.after / b.measured));
    });
    runs.resize(most_runs);
  }
  Table table{{"run", "measured", "before", "", "after", ""}, {}};
  for (const CalibratedRun& run : runs)
    table.rows.push_back(
        {run.id, pretty(run.measured, Unit::seconds), pretty(run.before, Unit::seconds), percent(off(run.before, run)),
         pretty(run.after, Unit::seconds), percent(off(run.after, run))});
  return {all ? title : fmt::format("{}; {} with the largest error", title, most_runs), table};
}

std::vector<std::string> contradictions(const Calibration& calibration) {
  std::vector<std::string> sentences;
  for (const CalibratedRun& run : calibration.runs)
    if (run.contradicts)
      sentences.push_back(fmt::format(
          "{}{} took {}, the calibration predicts {}; check the layout in its row",
          run.id.starts_with("run ") ? "" : "run ", run.id, pretty(run.measured, Unit::seconds),
          pretty(run.after, Unit::seconds)));
  return sentences;
}

}  // namespace llmsize
