// SPDX-License-Identifier: Apache-2.0
#include "core/view/service_day.hpp"

#include "core/quantity/absent.hpp"

#include <cmath>

namespace llmsize {

double cold_start(const std::function<double(NumberId)>& number) {
  const double load = number("load.time_direct");
  return number("load.time_warmup") + (is_absent(load) ? 0 : load);
}

std::optional<ServiceDay> service_day(std::string_view word, const std::function<double(NumberId)>& number) {
  const auto curve = traffic::find_day_curve(word);
  const double replicas = number("serving.decode_replicas"), rate = number("serving.rate"),
               goodput = number("serving.rate_at_limit");
  if (!curve || !(goodput > 0) || !(rate <= goodput)) return {};
  ServiceDay day{*curve, traffic::served_day(*curve, rate, goodput / replicas, cold_start(number)), replicas};
  // Routers share queues over the fleet, so that a part of it may need one more than its share: never more than all.
  for (double& each : day.served.replicas) each = std::fmin(each, replicas);
  return day;
}

}  // namespace llmsize
