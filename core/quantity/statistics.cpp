// SPDX-License-Identifier: Apache-2.0
#include "core/quantity/statistics.hpp"

#include "core/quantity/absent.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return absent;
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

double robust_deviation(const std::vector<double>& values) {
  // A normal distribution's standard deviation over its median absolute deviation.
  constexpr double deviations = 1.4826;
  const double middle = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return deviations * median(std::move(distances));
}

double deviation_of_few(const std::vector<double>& values) {
  // Standard deviations that the range of two, three … seven normal values is to be expected to span: d2 of control
  // charts (ASTM E2587).
  constexpr std::array<double, 6> expected{1.128, 1.693, 2.059, 2.326, 2.534, 2.704};
  if (values.size() < 2) return absent;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return (*most - *least) / expected.at(values.size() - 2);
}

double quantile(Weighted weighted, double share) {
  std::sort(weighted.begin(), weighted.end());
  double whole = 0;
  for (const auto& [value, weight] : weighted) whole += weight;
  double below = 0, last_value = absent, last_at = 0;
  for (const auto& [value, weight] : weighted) {
    const double at = (below + weight / 2) / whole;
    if (at >= share)
      return is_absent(last_value) ? value : last_value + (value - last_value) * (share - last_at) / (at - last_at);
    below += weight;
    last_value = value, last_at = at;
  }
  return last_value;
}

double deviation(const Weighted& weighted) { return (quantile(weighted, 0.9) - quantile(weighted, 0.1)) / (2 * z90); }

}  // namespace llmsize
