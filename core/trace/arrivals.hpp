// SPDX-License-Identifier: Apache-2.0
// Arrivals of requests, counted by the second.
#pragma once

#include "core/quantity/absent.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace llmsize {

/// When requests came, in any order. Needs as much memory as there are different seconds.
class ArrivalCounts {
 public:
  /// Another arrival, in seconds of any origin.
  void add(double at);

  /// Seconds from the first arrival to the last.
  double span() const { return last_ - first_; }
  /// Requests per second; absent where all come at once.
  double rate() const;
  /// The index of dispersion: variance over mean of the counts in windows of so many whole seconds. With windows near
  /// the waiting time it is the squared coefficient of variation of the time between requests that a queue meets
  /// (Gusella 1991). Absent where the trace has fewer than ten windows.
  double dispersion(std::int64_t window) const;
  /// Requests of the busiest hour over those of the mean hour; absent where the trace is shorter than a day.
  double peak() const;

 private:
  /// Requests of each window that has any, and the number of windows: whole ones from the first second on.
  struct Windows {
    std::vector<double> counts;
    double windows = 0;
  };
  Windows windows_of(std::int64_t seconds) const;

  std::unordered_map<std::int64_t, std::uint64_t> seconds_{};
  double first_ = absent, last_ = absent, all_ = 0;
};

}  // namespace llmsize
