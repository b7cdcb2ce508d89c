// SPDX-License-Identifier: Apache-2.0
// Predicts every run as if nobody had named its stack.
#include "core/calibration/typical.hpp"

#include "core/answer/answer.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

constexpr InputKey error = "software.model_error";

struct Runs {
  std::vector<std::pair<std::string, double>> logs;  ///< stack, logarithm of measured over predicted
  std::map<std::string, double> of_stack;
  double used = 1, used_spread = 0;
};

}  // namespace

std::vector<TypicalFit> fit_typical(const std::vector<Measurement>& rows, const Catalog& catalog) {
  static const ResultRow* const step_time = &result_row("training.step_time");
  std::map<std::string, Runs> by_accelerator;
  for (const Measurement* row : timed_rows(rows)) {
    if (row->mixture()) continue;
    Scenario unnamed = row->scenario;
    unnamed.unset("software.id");
    Case usual = complete(unnamed, catalog);
    Runs& runs = by_accelerator[usual.word("accelerator.id")];
    runs.used = usual[error];
    runs.used_spread = usual.spread(error);
    usual.values.value[error.slot()] = 1;
    runs.logs.emplace_back(
        row->software, std::log(row->step_time / step_time->value(Once(usual.values, dependents()))));
    runs.of_stack[row->software] += 1;
  }
  std::vector<TypicalFit> fits;
  for (const auto& [accelerator, runs] : by_accelerator) {
    Weighted logs;
    logs.reserve(runs.logs.size());
    for (const auto& [stack, log] : runs.logs) logs.emplace_back(log, 1 / std::sqrt(runs.of_stack.at(stack)));
    fits.push_back(
        {accelerator, runs.logs.size(), runs.of_stack.size(), std::exp(quantile(logs, 0.5)), deviation(logs), runs.used,
         runs.used_spread});
  }
  return fits;
}

}  // namespace llmsize
