// SPDX-License-Identifier: Apache-2.0
#include "core/serving/day_curve.hpp"

#include <cmath>
#include <numeric>

namespace llmsize::traffic {

double ServedDay::hours() const { return std::accumulate(replicas.begin(), replicas.end(), 0.0) / slots_of_hour; }

double ServedDay::reserved(double price_ratio) const {
  std::array<double, slots> falling = replicas;
  std::sort(falling.rbegin(), falling.rend());
  const auto needed = static_cast<std::size_t>(std::ceil(price_ratio * slots - 1e-9));
  return falling[std::clamp<std::size_t>(needed, 1, slots) - 1];
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

}  // namespace llmsize::traffic
