// SPDX-License-Identifier: Apache-2.0
#include "core/answer/certain_time.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/certainties.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr ResultKey calendar = "training.calendar_time";

double value_in(const Case& plan, ResultKey id) { return result_row(id).value(Once(plan.values, dependents())); }

/// The time so many deviations above the median over that; 1 where nothing is uncertain, or the time is not known.
double reserve_of(const Case& plan, double deviations) {
  if (deviations == 0) return 1;
  const auto ends = range(plan, result_row(calendar));
  return ends ? std::pow(ends->second / value_in(plan, calendar), deviations / z90) : 1;
}

}  // namespace

double deviations_asked(const Case& plan) { return certainty_of(plan.word("goal.certainty")).deviations; }

double time_at(const Case& plan, std::string_view certainty) {
  return value_in(plan, calendar) * reserve_of(plan, certainty_of(certainty).deviations);
}

double certain_time(const Case& plan) { return time_at(plan, plan.word("goal.certainty")); }

double reserve_below(const Case& plan, ResultKey rate) {
  const double deviations = deviations_asked(plan);
  if (deviations == 0) return 1;
  const auto ends = range(plan, result_row(rate));
  return ends ? std::pow(value_in(plan, rate) / ends->first, deviations / z90) : 1;
}

}  // namespace llmsize
