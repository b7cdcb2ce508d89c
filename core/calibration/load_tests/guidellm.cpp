// SPDX-License-Identifier: Apache-2.0
// GuideLLM: benchmarks.json, one document with a benchmark per load. Latencies are in s, other times in ms.
#include "core/calibration/load_tests/reading.hpp"
#include "core/quantity/date.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace llmsize {
namespace {

using namespace load_tests;

bool is_guidellm(std::string_view text) { return names_all(text, {"benchmarks", "request_totals"}); }

void take_strategy(const JsonField& strategy, LoadTestRun& run) {
  const std::string type = strategy.text("type_");
  if (type == "poisson" || type == "constant") {
    run.rate = needed_amount(strategy, "rate");
    run.arrival_cv2 = type == "poisson" ? 1 : 0;
  } else if (type == "concurrent") {
    run.concurrency = needed_amount(strategy, "streams");
  } else if (type == "throughput") {
    run.rate = HUGE_VAL;
    run.concurrency = amount(strategy, "max_concurrency");
  } else if (type == "synchronous") {
    run.concurrency = 1;
  } else {
    strategy.refuse("type_", "poisson, constant, concurrent, throughput or synchronous");
  }
}

/// Statistics of the requests that were answered; empty where the metric is missing.
JsonField answered(const JsonField& metrics, const char* metric) { return metrics.object(metric).object("successful"); }

LoadTestTime guidellm_time(const JsonField& metrics, const char* metric, double per_second) {
  const JsonField statistics = answered(metrics, metric);
  if (statistics.json().is_null()) return {};
  statistics.needed("mean");
  LoadTestTime time = time_by_fields(statistics, "mean", "median", "p99", per_second);
  time.p99 = taken(amount(statistics.object("percentiles"), "p99") / per_second);
  return time;
}

LoadTestLength guidellm_length(const JsonField& metrics, const char* metric) {
  const JsonField statistics = answered(metrics, metric);
  const double mean = needed_amount(statistics, "mean");
  return {mean, cv2_of(mean, amount(statistics, "std_dev")), absent};
}

double guidellm_mean(const JsonField& metrics, const char* metric) { return amount(answered(metrics, metric), "mean"); }

/// The day of a time in seconds since 1970.
std::string day_of(double seconds) {
  constexpr double day = 86400, latest = 253402300799;  // of the year 9999
  if (!(seconds > 0 && seconds <= latest)) return {};
  return date_text(std::chrono::sys_days(std::chrono::days(static_cast<int>(seconds / day))));
}

LoadTestRun guidellm_run(const JsonField& benchmark) {
  LoadTestRun run;
  take_strategy(benchmark.object("config").object("strategy"), run);
  const JsonField schedule = benchmark.object("scheduler_metrics"), metrics = benchmark.object("metrics"),
                  totals = metrics.object("request_totals");
  run.date = day_of(amount(schedule, "start_time"));
  run.seconds = amount(schedule, "measure_end_time") - amount(schedule, "measure_start_time");
  run.completed = needed_amount(totals, "successful");
  run.failed = amount(totals, "errored");
  run.request_throughput = guidellm_mean(metrics, "requests_per_second");
  run.mean_concurrency = guidellm_mean(metrics, "request_concurrency");
  run.output_throughput = guidellm_mean(metrics, "output_tokens_per_second");
  run.input = guidellm_length(metrics, "prompt_token_count");
  run.output = guidellm_length(metrics, "output_token_count");
  run.ttft = guidellm_time(metrics, "time_to_first_token_ms", milliseconds);
  // Its time_per_output_token_ms has the first token in it.
  run.tpot = guidellm_time(metrics, "inter_token_latency_ms", milliseconds);
  run.latency = guidellm_time(metrics, "request_latency", 1);
  return run;
}

std::vector<LoadTestRun> read_guidellm(std::string_view text, const std::string& source) {
  const Json json = parse_python_json(text, source);
  const JsonField document(json, source);
  const JsonField args = document.object("args");
  std::vector<LoadTestRun> runs;
  for (const JsonField& benchmark : document.list("benchmarks")) {
    LoadTestRun run = guidellm_run(benchmark);
    run.place = fmt::format("{}: benchmarks[{}]", source, runs.size());
    if (args.has("model")) run.models = {args.text("model")};
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

const LoadTestTool guidellm_load_test{"guidellm", "benchmarks.json of GuideLLM", is_guidellm, read_guidellm};

}  // namespace llmsize
