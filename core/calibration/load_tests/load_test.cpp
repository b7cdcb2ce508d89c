// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/load_test.hpp"

#include "core/calibration/load_tests/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace llmsize {
namespace {

/// More than a sweep has; every run becomes several rows.
constexpr std::size_t most_runs = 10'000;

/// A run with numbers that no server gives would be a row that nothing is compared with.
void require_run(const LoadTestRun& run) {
  if (!(run.completed > 0)) refuse_contents(run.place, "expected a completed request");
  if (!(run.input.mean > 0 && run.input.mean < HUGE_VAL) || !(run.output.mean > 0 && run.output.mean < HUGE_VAL))
    refuse_contents(run.place, "expected a mean prompt length and a mean answer length above 0 tokens");
  if (is_absent(run.rate) && is_absent(run.concurrency))
    refuse_contents(run.place, "expected a concurrency or a request rate");
  if (!(run.ttft.mean > 0) && !(run.tpot.mean > 0) && !(run.output_throughput > 0))
    refuse_contents(run.place, "expected a TTFT, a TPOT or an output throughput");
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
