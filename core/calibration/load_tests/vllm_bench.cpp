// SPDX-License-Identifier: Apache-2.0
// vllm bench serve --save-result: one document per run, times in ms. One line per run with --append-result.
#include "core/calibration/load_tests/bench_serving.hpp"

namespace llmsize {
namespace {

using namespace load_tests;

bool is_vllm_bench(std::string_view text) { return names_all(text, {"model_id", "total_token_throughput"}); }

/// "2026-11-26" of "20261126-120000".
std::string vllm_date(const std::string& text) {
  constexpr std::size_t digits = 8;
  if (text.find_first_not_of("0123456789") < digits || text.size() < digits) return {};
  return text.substr(0, 4) + "-" + text.substr(4, 2) + "-" + text.substr(6, 2);
}

LoadTestRun vllm_run(const JsonField& document) {
  LoadTestRun run = served_run(document, "e2el");
  if (document.has("model_id")) run.models = {document.text("model_id")};
  if (document.text("backend") == "vllm") run.engine = "vllm";
  run.date = vllm_date(document.text("date"));
  if (const double burstiness = amount(document, "burstiness"); burstiness > 0) run.arrival_cv2 = 1 / burstiness;
  run.failed = amount(document, "failed");
  return run;
}

std::vector<LoadTestRun> read_vllm_bench(std::string_view text, const std::string& source) {
  return runs_of_documents(text, source, vllm_run);
}

}  // namespace

const LoadTestTool vllm_bench_load_test{"vllm-bench", "the JSON of vllm bench serve", is_vllm_bench, read_vllm_bench};

}  // namespace llmsize
