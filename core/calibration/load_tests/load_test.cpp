// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/load_test.hpp"

#include "core/calibration/load_tests/reading.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

/// More than a sweep has; every run becomes several rows.
constexpr std::size_t most_runs = 10'000;

/// A load test ends within a year, and no server has more requests or tokens per second, or of a request more tokens.
constexpr double longest_run = 366 * 86400.0, highest_rate = 1e9, longest_text = 1e9;

void require_at_most(const LoadTestRun& run, const char* field, double value, double most, Unit unit) {
  if (value > most)
    refuse_contents(
        run.place, fmt::format("{} {}: expected at most {}", field, pretty(value, unit), pretty(most, unit)));
}

/// 99 of 100 requests are not faster than half of them. That some take longer than the run is told by its notes.
void require_time(const LoadTestRun& run, const char* name, const LoadTestTime& time) {
  for (const auto& [statistic, value] : {std::pair{"mean", time.mean}, {"median", time.median}, {"P99", time.p99}})
    require_at_most(run, fmt::format("{} {}", statistic, name).c_str(), value, longest_run, Unit::seconds);
  if (time.p99 < time.median)
    refuse_contents(
        run.place, fmt::format(
                       "P99 {} {}: expected at least the median, {}", name, pretty(time.p99, Unit::seconds),
                       pretty(time.median, Unit::seconds)));
}

/// Throws BadInput: data, for numbers that are beyond what any server does or that another number contradicts.
void require_plausible(const LoadTestRun& run) {
  require_at_most(run, "duration", run.seconds, longest_run, Unit::seconds);
  require_at_most(run, "request throughput", run.request_throughput, highest_rate, Unit::requests_per_second);
  require_at_most(run, "output throughput", run.output_throughput, highest_rate, Unit::tokens_per_second);
  require_at_most(run, "mean prompt length", run.input.mean, longest_text, Unit::count);
  require_at_most(run, "mean answer length", run.output.mean, longest_text, Unit::count);
  constexpr double tolerance = 10;  // warm-up, failed and cut requests
  const double by_count = run.completed * run.output.mean / run.seconds;
  if (run.output_throughput > tolerance * by_count)
    refuse_contents(
        run.place,
        fmt::format(
            "output throughput {}: expected about {}, completed answers over duration",
            pretty(run.output_throughput, Unit::tokens_per_second), pretty(by_count, Unit::tokens_per_second)));
  require_time(run, "TTFT", run.ttft);
  require_time(run, "TPOT", run.tpot);
  require_time(run, "ITL", run.itl);
  require_time(run, "latency", run.latency);
}

/// A run with numbers that no server gives would be a row that nothing is compared with.
void require_run(const LoadTestRun& run) {
  if (!(run.completed > 0)) refuse_contents(run.place, "expected a completed request");
  if (!(run.input.mean > 0 && run.input.mean < HUGE_VAL) || !(run.output.mean > 0 && run.output.mean < HUGE_VAL))
    refuse_contents(run.place, "expected a mean prompt length and a mean answer length above 0 tokens");
  if (is_absent(run.rate) && is_absent(run.concurrency))
    refuse_contents(run.place, "expected a concurrency or a request rate");
  if (!(run.ttft.mean > 0) && !(run.tpot.mean > 0) && !(run.output_throughput > 0))
    refuse_contents(run.place, "expected a TTFT, a TPOT or an output throughput");
  require_plausible(run);
}

}  // namespace

double LoadTestRun::present() const {
  return is_absent(mean_concurrency) ? request_throughput * latency.mean : mean_concurrency;
}

bool LoadTestRun::is_burst() const { return is_absent(concurrency) && !(rate < HUGE_VAL); }

bool LoadTestRun::has_clients() const {
  if (is_absent(concurrency)) return false;
  if (!(rate < HUGE_VAL)) return true;
  // A limit that a rate does not reach is no load.
  constexpr double near = 0.9;
  return present() >= near * concurrency;
}

std::vector<const LoadTestTool*> load_test_tools() { return {std::begin(load_test_list), std::end(load_test_list)}; }

const LoadTestTool* load_test_tool(std::string_view name, std::string_view text) {
  const auto all = load_test_tools();
  const auto found = std::find_if(all.begin(), all.end(), [&](const LoadTestTool* each) {
    return name.empty() ? each->recognizes(text) : each->tool == name;
  });
  return found == all.end() ? nullptr : *found;
}

std::vector<LoadTestRun> read_load_test(const LoadTestTool& tool, std::string_view text, const std::string& source) {
  std::vector<LoadTestRun> runs = tool.read(text, source);
  if (runs.empty()) refuse_contents(source, fmt::format("not {}, or no run in it", tool.output));
  if (runs.size() > most_runs) refuse_contents(source, fmt::format("more than {} runs", most_runs));
  for (const LoadTestRun& run : runs) require_run(run);
  return runs;
}

}  // namespace llmsize
