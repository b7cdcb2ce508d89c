// SPDX-License-Identifier: Apache-2.0
// A service over the hours of a day: the replicas that its load needs, for pages and fleets.
#pragma once

#include "core/formula/id.hpp"
#include "core/serving/day_curve.hpp"

#include <functional>
#include <optional>
#include <string_view>

namespace llmsize {

struct ServiceDay {
  traffic::DayCurve curve;
  traffic::ServedDay served;  ///< never more replicas than the plan has
  double replicas;            ///< of the plan
};

/// Seconds from the order of a replica to its first request: loading from the storage that is named, else nothing, and
/// the start of the engine. `number` gives results and inputs in base units, absent where they are not known.
double cold_start(const std::function<double(NumberId)>& number);

/// The day of a planned service whose curve has this word; nothing where it has none, or the plan does not carry the
/// busiest hour.
std::optional<ServiceDay> service_day(std::string_view curve, const std::function<double(NumberId)>& number);

}  // namespace llmsize
