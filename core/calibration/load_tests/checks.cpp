// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/checks.hpp"

#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double tolerance = 0.1;      // of two numbers that are the same quantity
constexpr double most_failed = 0.01;   // of all requests
constexpr double least_waves = 5;      // requests per client
constexpr double steady_answers = 3;   // times that an answer takes under load
constexpr double saturated_waves = 2;  // requests per sequence that runs

/// Whether two known numbers differ by more than the tolerance.
bool differ(double one, double other) { return std::abs(one / other - 1) > tolerance; }

std::string time(double value) { return pretty(value, Unit::seconds); }
std::string count(double value) { return pretty(value, Unit::count); }
std::string rate(double value) { return pretty(value, Unit::requests_per_second); }

std::string times_note(const LoadTestRun& run) {
  const double sum = run.ttft.mean + (run.output.mean - 1) * run.tpot.mean;
  if (!differ(sum, run.latency.mean)) return {};
  return fmt::format("TTFT + (output tokens - 1) x TPOT is {}, the mean latency {}", time(sum), time(run.latency.mean));
}

/// 99 of 100 requests may be faster than the mean only where the others are far slower: a slip is more likely.
std::string tail_note(const char* name, const LoadTestTime& measured) {
  if (!(measured.p99 < measured.mean)) return {};
  return fmt::format(
      "P99 {} {} is below the mean, {}: few requests are far slower than the rest", name, time(measured.p99),
      time(measured.mean));
}

std::string little_note(const LoadTestRun& run) {
  const double by_little = run.request_throughput * run.latency.mean;
  const double present = is_absent(run.mean_concurrency) && run.has_clients() ? run.concurrency : run.mean_concurrency;
  if (!differ(by_little, present)) return {};
  return fmt::format("request throughput x latency is {}, the concurrency {}", count(by_little), count(present));
}

std::string failed_note(const LoadTestRun& run) {
  const double share = run.failed / (run.completed + run.failed);
  if (!(share > most_failed)) return {};
  return fmt::format("{} of {} requests failed", count(run.failed), count(run.completed + run.failed));
}

std::string waves_note(const LoadTestRun& run) {
  if (!run.has_clients() || run.completed >= least_waves * run.concurrency) return {};
  return fmt::format(
      "{} requests at concurrency {}: means contain much of the first wave", count(run.completed),
      count(run.concurrency));
}

std::string length_note(const char* what, const LoadTestLength& length) {
  if (!differ(length.mean, length.asked)) return {};
  return fmt::format("{} of {} tokens, {} requested", what, count(length.mean), count(length.asked));
}

/// The queue of a run at a rate is steady after a few answers, later the closer to saturation.
std::string steady_note(const LoadTestRun& run, const LoadTestLimits& limits) {
  if (run.has_clients() || run.is_burst()) return {};
  if (run.request_throughput < (1 - tolerance) * run.rate)
    return fmt::format("{}: {} of {} completed", not_steady, rate(run.request_throughput), rate(run.rate));
  constexpr double busiest = 0.99;
  const bool known = !is_absent(limits.utilization);
  const double used = known ? std::min(limits.utilization, busiest) : 0;
  const double steady = steady_answers * run.output.mean * run.tpot.mean / (1 - used);
  if (!(run.seconds < steady)) return {};
  const std::string of = known ? fmt::format(" at a predicted utilization of {:.0f}%", 100 * used) : "";
  return fmt::format("{}: {} of at least {}{}", not_steady, time(run.seconds), time(steady), of);
}

std::string burst_note(const LoadTestRun& run, const LoadTestLimits& limits) {
  if (!run.is_burst()) return {};
  if (run.completed >= saturated_waves * limits.concurrency) return fmt::format("saturated: {}", all_at_once);
  const std::string of =
      is_absent(limits.concurrency) ? "" : fmt::format(", max concurrency {}", count(limits.concurrency));
  return fmt::format("{}: {} requests at once{}", first_wave_only, count(run.completed), of);
}

}  // namespace

std::vector<std::string> load_test_notes(const LoadTestRun& run, const LoadTestLimits& limits) {
  std::vector<std::string> notes{
      burst_note(run, limits),
      steady_note(run, limits),
      run.stopped ? "canceled before its end" : "",
      times_note(run),
      little_note(run),
      tail_note("TTFT", run.ttft),
      tail_note("TPOT", run.tpot),
      tail_note("latency", run.latency),
      failed_note(run),
      waves_note(run),
      length_note("prompts", run.input),
      length_note("answers", run.output)};
  std::erase(notes, "");
  return notes;
}

}  // namespace llmsize
