// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/load_tests/bench_serving.hpp"

#include <fmt/format.h>

namespace llmsize::load_tests {

LoadTestRun served_run(const JsonField& document, const std::string& latency) {
  const auto time = [&](const std::string& name) {
    const auto field = [&](const char* statistic) { return fmt::format("{}_{}_ms", statistic, name); };
    return time_by_fields(document, field("mean"), field("median"), field("p99"), milliseconds);
  };
  LoadTestRun run;
  run.rate = paced_rate(document, "request_rate");
  run.concurrency = amount(document, "max_concurrency");
  run.completed = needed_amount(document, "completed");
  run.seconds = amount(document, "duration");
  run.request_throughput = amount(document, "request_throughput");
  run.output_throughput = amount(document, "output_throughput");
  run.input.mean = needed_amount(document, "total_input_tokens") / run.completed;
  run.output.mean = needed_amount(document, "total_output_tokens") / run.completed;
  run.ttft = time("ttft");
  run.tpot = time("tpot");
  run.itl = time("itl");
  run.latency = time(latency);
  return run;
}

}  // namespace llmsize::load_tests
