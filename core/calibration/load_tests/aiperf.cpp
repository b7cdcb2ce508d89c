// SPDX-License-Identifier: Apache-2.0
// AIPerf: profile_export_aiperf.json, schema 1.
#include "core/calibration/load_tests/perf_analyzer.hpp"
#include "core/quantity/date.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

using namespace load_tests;

bool is_aiperf(std::string_view text) {
  return names_all(text, {"schema_version", "input_config"}) &&
         (names_all(text, {"request_latency"}) || names_all(text, {"request_throughput"}));
}

/// The load of a loop, of the measured phase, or of a point of a sweep: the first that states it.
double aiperf_load(const JsonField& document, const char* key) {
  const JsonField config = document.object("input_config");
  if (const JsonField loop = config.object("loadgen"); loop.has(key)) return needed_amount(loop, key);
  if (config.has("phases") && config.json().at("phases").is_object())
    if (const JsonField phase = config.object("phases").object("profiling"); phase.has(key))
      return needed_amount(phase, key);
  const JsonField point = document.object("run_info").object("variation_values");
  const std::string path = fmt::format("phases.profiling.{}", key);
  return point.has(path.c_str()) ? needed_amount(point, path.c_str()) : absent;
}

LoadTestRun aiperf_run(const JsonField& document) {
  LoadTestRun run = profiled_run(document);
  for (const JsonField& name : document.object("input_config").object("endpoint").list("model_names"))
    run.models.push_back(name.text());
  const std::string day = document.text("start_time").substr(0, 10);
  if (parse_date(day)) run.date = day;
  run.rate = aiperf_load(document, "request_rate");
  run.concurrency = aiperf_load(document, "concurrency");
  run.stopped = document.has("was_cancelled") && document.json().at("was_cancelled") == true;
  return run;
}

std::vector<LoadTestRun> read_aiperf(std::string_view text, const std::string& source) {
  return runs_of_documents(text, source, aiperf_run);
}

}  // namespace

const LoadTestTool aiperf_load_test{"aiperf", "profile_export_aiperf.json of AIPerf", is_aiperf, read_aiperf};

}  // namespace llmsize
