// SPDX-License-Identifier: Apache-2.0
// genai-perf: profile_export_genai_perf.json, the form of AIPerf without a version of its schema.
#include "core/calibration/load_tests/perf_analyzer.hpp"

namespace llmsize {
namespace {

using namespace load_tests;

bool is_genai_perf(std::string_view text) {
  return names_all(text, {"input_config"}) && !names_all(text, {"schema_version"}) &&
         (names_all(text, {"request_latency"}) || names_all(text, {"request_throughput"}));
}

LoadTestRun genai_perf_run(const JsonField& document) {
  LoadTestRun run = profiled_run(document);
  const JsonField config = document.object("input_config");
  for (const JsonField& name : config.list("model")) run.models.push_back(name.text());
  run.rate = amount(config, "request_rate");
  run.concurrency = amount(config, "concurrency");
  run.input.asked = amount(config, "synthetic_input_tokens_mean");
  run.output.asked = amount(config, "output_tokens_mean");
  return run;
}

std::vector<LoadTestRun> read_genai_perf(std::string_view text, const std::string& source) {
  return runs_of_documents(text, source, genai_perf_run);
}

}  // namespace

const LoadTestTool genai_perf_load_test{
    "genai-perf", "profile_export_genai_perf.json of genai-perf", is_genai_perf, read_genai_perf};

}  // namespace llmsize
