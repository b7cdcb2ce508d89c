// SPDX-License-Identifier: Apache-2.0
#include "core/serving/day_curve.hpp"

#include <cmath>
#include <numeric>

namespace llmsize::traffic {

double ServedDay::hours() const { return std::accumulate(replicas.begin(), replicas.end(), 0.0) / slots_of_hour; }

double ServedDay::reserved(double price_ratio) const {
  if (price_ratio > 1) return 0;
  std::array<double, slots> falling = replicas;
  std::sort(falling.rbegin(), falling.rend());
  const auto needed = static_cast<std::size_t>(std::ceil(price_ratio * slots - 1e-9));
  return falling[std::clamp<std::size_t>(needed, 1, slots) - 1];
}

double ServedDay::cost(double reserved, double on_demand) const {
  double beyond = 0;
  for (const double each : replicas) beyond += std::max(0.0, each - reserved) / slots_of_hour;
  return static_cast<double>(hours_of_day) * reserved + on_demand * beyond;
}

ServedDay served_day(const DayCurve& curve, double peak_rate, double rate_of_one, double start_time) {
  constexpr double hour = 3600;
  const auto load = [&](double at) {
    const double before = std::floor(at), part = at - before;
    const auto of = [&](double h) { return curve.load[static_cast<std::size_t>(h) % hours_of_day]; };
    return peak_rate / curve.peak() * ((1 - part) * of(before) + part * of(before + 1));
  };
  ServedDay day;
  for (std::size_t i = 0; i < ServedDay::slots; ++i) {
    const double now = static_cast<double>(i) / ServedDay::slots_of_hour, then = now + start_time / hour;
    double most = std::max(load(now), load(then));
    for (double corner = std::floor(now) + 1; corner < std::min(then, now + hours_of_day); ++corner)
      most = std::max(most, load(corner));
    // What is found to the last digits is no further replica.
    day.replicas[i] = std::max(1.0, std::ceil(most / rate_of_one * (1 - 1e-9)));
  }
  return day;
}

double free_share(const DayCurve& curve, double peak_rate, double capacity) {
  const double mean = std::accumulate(curve.load.begin(), curve.load.end(), 0.0) / hours_of_day;
  return std::max(0.0, 1 - peak_rate * mean / curve.peak() / capacity);
}

BatchRun batch_run(const BatchJob& job, double free_tokens, double tokens_of_one) {
  constexpr double day = 86400;
  BatchRun run{job.tokens / free_tokens * day};
  if (run.time > job.deadline)
    run.added_replicas = std::ceil((job.tokens / (job.deadline / day) - free_tokens) / tokens_of_one);
  return run;
}

}  // namespace llmsize::traffic
