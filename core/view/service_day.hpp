// SPDX-License-Identifier: Apache-2.0
// A service over the hours of a day: the replicas that its load needs, for pages and fleets.
#pragma once

#include "core/formula/id.hpp"
#include "core/serving/day_curve.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

struct ServiceDay {
  traffic::DayCurve curve;
  traffic::ServedDay served;  ///< never more replicas than the plan has
  double replicas;            ///< of the plan
  double free = 0;            ///< share of the goodput that the load leaves

  /// Replica-hours of a day in which all replicas run.
  double all_hours() const { return replicas * static_cast<double>(traffic::hours_of_day); }
};

/// Seconds from the order of a replica to its first request: loading from the storage that is named, else nothing, and
/// the start of the engine. `number` gives results and inputs in base units, absent where they are not known.
double cold_start(const std::function<double(NumberId)>& number);

/// What idle replicas of a day put out: output tokens a day, and the batch job that is stated.
struct IdleUse {
  double tokens = 0;                     ///< a day
  std::optional<traffic::BatchRun> job;  ///< where one is stated
};
IdleUse idle_use(const ServiceDay& day, const std::function<double(NumberId)>& number);

/// The day of a planned service whose curve has this word; nothing where it has none, or the plan does not carry the
/// busiest hour.
std::optional<ServiceDay> service_day(std::string_view curve, const std::function<double(NumberId)>& number);

/// The results of a day, those that are known.
std::vector<std::pair<ResultKey, double>> day_results(
    std::string_view curve, const std::function<double(NumberId)>& number);

}  // namespace llmsize
