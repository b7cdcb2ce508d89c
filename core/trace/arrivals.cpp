// SPDX-License-Identifier: Apache-2.0
#include "core/trace/arrivals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace llmsize {
namespace {

constexpr double fewest_windows = 10;
constexpr std::int64_t hour = 3600;

std::int64_t second_of(double at) { return static_cast<std::int64_t>(std::floor(at)); }

}  // namespace

void ArrivalCounts::add(double at) {
  ++seconds_[second_of(at)];
  first_ = all_ == 0 ? at : std::min(first_, at);
  last_ = all_ == 0 ? at : std::max(last_, at);
  ++all_;
}

double ArrivalCounts::rate() const { return span() > 0 ? all_ / span() : absent; }

ArrivalCounts::Windows ArrivalCounts::windows_of(std::int64_t seconds) const {
  Windows found;
  if (all_ == 0) return found;
  const std::int64_t first = second_of(first_), windows = (second_of(last_) + 1 - first) / seconds;
  std::unordered_map<std::int64_t, double> counts;
  for (const auto& [second, count] : seconds_)
    if (const std::int64_t window = (second - first) / seconds; window < windows)
      counts[window] += static_cast<double>(count);
  for (const auto& [window, count] : counts) found.counts.push_back(count);
  // The same sums whatever the order of the rows.
  std::sort(found.counts.begin(), found.counts.end());
  found.windows = static_cast<double>(windows);
  return found;
}

double ArrivalCounts::dispersion(std::int64_t window) const {
  const auto [counts, windows] = windows_of(window);
  if (windows < fewest_windows || counts.empty()) return absent;
  const double mean = std::accumulate(counts.begin(), counts.end(), 0.0) / windows;
  const double empty = windows - static_cast<double>(counts.size());
  double squares = empty * mean * mean;
  for (const double count : counts) squares += (count - mean) * (count - mean);
  return squares / (windows - 1) / mean;
}

double ArrivalCounts::peak() const {
  constexpr double hours_of_a_day = 24;
  const auto [counts, hours] = windows_of(hour);
  if (hours < hours_of_a_day || counts.empty()) return absent;
  return counts.back() * hours / std::accumulate(counts.begin(), counts.end(), 0.0);
}

}  // namespace llmsize
