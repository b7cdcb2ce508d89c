// SPDX-License-Identifier: Apache-2.0
// Load over the hours of a day, of usual services.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace llmsize::traffic {

inline constexpr std::size_t hours_of_day = 24;

/// Requests of each hour over those of the mean hour, hour 0 first.
struct DayCurve {
  std::string_view word;
  std::array<double, hours_of_day> load;

  constexpr double peak() const { return *std::max_element(load.begin(), load.end()); }
};

/// Words of `traffic.day_curve`. Consumer: ServeGen, the trace of m-small; campus: RAGPulse; office: expert judgment.
inline constexpr DayCurve day_curves[] = {
    {"flat", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
    {"office", {0.25, 0.20, 0.18, 0.17, 0.17, 0.20, 0.30, 0.60, 1.10, 1.75, 2.00, 1.95,
                1.55, 1.75, 2.05, 2.10, 2.00, 1.70, 1.20, 0.90, 0.75, 0.60, 0.50, 0.35}},
    {"campus", {1.08, 0.36, 0.22, 0.08, 0.07, 0.07, 0.12, 0.36, 0.78, 1.05, 1.50, 1.53,
                1.29, 1.43, 1.62, 1.64, 1.51, 1.28, 1.47, 1.56, 1.27, 1.26, 1.34, 1.10}},
    {"consumer", {0.84, 0.71, 0.72, 0.68, 0.70, 0.65, 0.69, 0.85, 1.01, 1.06, 1.12, 1.09,
                  1.06, 1.06, 1.06, 1.04, 1.09, 1.07, 1.02, 1.23, 1.46, 1.43, 1.29, 1.08}},
};

/// The curve of a word; nothing where it has none.
constexpr std::optional<DayCurve> find_day_curve(std::string_view word) {
  for (const DayCurve& each : day_curves)
    if (each.word == word) return each;
  return {};
}

/// What is served over a day where replicas start and stop with the load.
struct ServedDay {
  static constexpr std::size_t slots_of_hour = 12, slots = slots_of_hour * hours_of_day;
  std::array<double, slots> replicas{};  ///< that run in each five minutes, 0:00 first

  double most() const { return *std::max_element(replicas.begin(), replicas.end()); }
  double least() const { return *std::min_element(replicas.begin(), replicas.end()); }
  /// Replica-hours of the day.
  double hours() const;
  /// Replicas that run for at least a share of the day: what costs less reserved than on demand at that price ratio;
  /// none above 1.
  double reserved(double price_ratio) const;
  /// What a day costs with so many replicas reserved and the others on demand, at `on_demand` times the reserved price:
  /// replica-hours at that price.
  double cost(double reserved, double on_demand) const;
};

/// Replicas for a load whose busiest hour has `peak_rate`, where each carries `rate_of_one` and starts `start_time`
/// seconds after it is ordered: they are there before the load is. The load is linear between hours.
ServedDay served_day(const DayCurve& curve, double peak_rate, double rate_of_one, double start_time);

/// Share of the capacity that is free over the day where the busiest hour has `peak_rate`; 0 where that is above it.
double free_share(const DayCurve& curve, double peak_rate, double capacity);

/// Work that may wait for hours in which replicas are idle.
struct BatchJob {
  double tokens = 0, deadline = 0;  ///< output tokens; seconds, not a number where it has none
};
/// How long it takes, and what it takes to be in time.
struct BatchRun {
  double time = 0;            ///< seconds; infinite where no replica is ever idle
  double added_replicas = 0;  ///< for it alone, all day
};
/// A job on idle replicas that put out `free_tokens` a day, where one at work all day puts out `tokens_of_one`.
BatchRun batch_run(const BatchJob& job, double free_tokens, double tokens_of_one);

}  // namespace llmsize::traffic
