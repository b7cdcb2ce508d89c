// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/perf_analyzer.hpp"

#include <algorithm>
#include <iterator>

namespace llmsize::load_tests {
namespace {

/// How many of a unit a second has.
struct TimeUnit {
  std::string_view name;
  double per_second;
};
constexpr TimeUnit time_units[] = {
    {"s", 1},    {"sec", 1},  {"seconds", 1},        {"ms", 1e3},          {"milliseconds", 1e3},
    {"us", 1e6}, {"ns", 1e9}, {"microseconds", 1e6}, {"nanoseconds", 1e9},
};

double per_second(const JsonField& metric) {
  const std::string unit = metric.text("unit");
  const auto* found = std::find_if(
      std::begin(time_units), std::end(time_units), [&](const TimeUnit& each) { return each.name == unit; });
  if (found == std::end(time_units)) metric.refuse("unit", "s, ms, us or ns");
  return found->per_second;
}

LoadTestTime time_of_metric(const JsonField& document, const char* key) {
  if (!document.has(key)) return {};
  const JsonField metric = document.object(key);
  metric.needed("avg");
  return time_by_fields(metric, "avg", "p50", "p99", per_second(metric));
}

double average_of_metric(const JsonField& document, const char* key) {
  return document.has(key) ? amount(document.object(key), "avg") : absent;
}

LoadTestLength length_of_metric(const JsonField& document, const char* key) {
  const JsonField metric = document.object(key);
  const double mean = needed_amount(metric, "avg");
  return {mean, cv2_of(mean, amount(metric, "std")), absent};
}

}  // namespace

LoadTestRun profiled_run(const JsonField& document) {
  LoadTestRun run;
  run.completed = needed_amount(document.object("request_count"), "avg");
  run.failed = average_of_metric(document, "error_request_count");
  run.request_throughput = average_of_metric(document, "request_throughput");
  run.output_throughput = average_of_metric(document, "output_token_throughput");
  run.seconds = run.completed / run.request_throughput;
  run.input = length_of_metric(document, "input_sequence_length");
  run.output = length_of_metric(document, "output_sequence_length");
  run.ttft = time_of_metric(document, "time_to_first_token");
  // Of each request: its latency without the first token over the tokens that follow.
  run.tpot = time_of_metric(document, "inter_token_latency");
  run.itl = time_of_metric(document, "inter_chunk_latency");
  run.latency = time_of_metric(document, "request_latency");
  return run;
}

}  // namespace llmsize::load_tests
