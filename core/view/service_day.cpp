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
  if (!curve) return {};
  const double replicas = number("serving.decode_replicas"), rate = number("serving.rate"),
               goodput = number("serving.rate_at_limit");
  if (!(goodput > 0) || !(rate <= goodput)) return {};
  ServiceDay day{
      *curve, traffic::served_day(*curve, rate, goodput / replicas, cold_start(number)), replicas,
      traffic::free_share(*curve, rate, goodput)};
  // Routers share queues over the fleet, so that a part of it may need one more than its share: never more than all.
  for (double& each : day.served.replicas) each = std::fmin(each, replicas);
  return day;
}

IdleUse idle_use(const ServiceDay& day, const std::function<double(NumberId)>& number) {
  constexpr double hour = 3600;
  const double one = number("serving.capacity") * number("serving.output_tokens") / day.replicas * hour;
  IdleUse use{(day.all_hours() - day.served.hours()) * one * number("traffic.batch_yield"), {}};
  const double tokens = number("traffic.batch_job");
  if (tokens > 0)
    use.job = traffic::batch_run(
        {tokens, number("traffic.batch_deadline")}, use.tokens, one * static_cast<double>(traffic::hours_of_day));
  return use;
}

std::vector<std::pair<ResultKey, double>> day_results(
    std::string_view curve, const std::function<double(NumberId)>& number) {
  std::vector<std::pair<ResultKey, double>> all;
  const auto day = service_day(curve, number);
  if (!day) return all;
  const auto tell = [&](ResultKey key, double value) {
    if (std::isfinite(value)) all.emplace_back(key, value);
  };
  tell("traffic.day_hours", day->served.hours());
  tell("traffic.day_free", day->free);
  if (const double ratio = number("economics.on_demand_ratio"); std::isfinite(ratio)) {
    const double reserved = day->served.reserved(1 / ratio);
    tell("traffic.reserved_replicas", reserved);
    tell("traffic.reserved_cost", day->served.cost(reserved, ratio));
  }
  if (!(number("serving.output_tokens") > 1)) return all;
  const IdleUse idle = idle_use(*day, number);
  tell("traffic.batch_tokens_free", idle.tokens);
  if (!idle.job) return all;
  tell("traffic.batch_time", idle.job->time);
  tell("traffic.batch_replicas", idle.job->added_replicas);
  return all;
}

}  // namespace llmsize
