// SPDX-License-Identifier: Apache-2.0
// SGLang bench_serving --output-file: one line per run, times in ms.
#include "core/calibration/load_tests/bench_serving.hpp"

namespace llmsize {
namespace {

using namespace load_tests;

bool is_sglang_bench(std::string_view text) {
  return names_all(text, {"backend", "median_e2e_latency_ms"}) &&
         (names_all(text, {"total_output_tokens_retokenized"}) || names_all(text, {"random_input_len"}));
}

/// Lengths of --dataset-name random: even between a share of the longest and the longest.
void take_random_length(const JsonField& document, const char* key, LoadTestLength& length) {
  const double longest = amount(document, key);
  const std::optional<double> share = document.number("random_range_ratio");
  if (document.text("dataset_name") != "random" || !share || !(*share >= 0 && *share <= 1) || !(longest > 0)) return;
  length.asked = longest * (1 + *share) / 2;
  constexpr double square_of_even = 12;  // the variance of a unit's width
  const double width = longest * (1 - *share);
  length.cv2 = width * width / square_of_even / (length.asked * length.asked);
}

/// Backends as bench_serving names them: "sglang-oai-chat", "trt".
std::string engine_of_backend(const std::string& backend) {
  if (backend.starts_with("sglang")) return "sglang";
  if (backend.starts_with("vllm")) return "vllm";
  return backend.starts_with("trt") ? "tensorrt-llm" : "";
}

LoadTestRun sglang_run(const JsonField& document) {
  LoadTestRun run = served_run(document, "e2e_latency");
  for (const char* key : {"model_id", "model"})
    if (run.models.empty() && document.has(key)) run.models = {document.text(key)};
  run.engine = engine_of_backend(document.text("backend"));
  run.mean_concurrency = amount(document, "concurrency");
  take_random_length(document, "random_input_len", run.input);
  take_random_length(document, "random_output_len", run.output);
  run.accepted = amount(document, "accept_length");
  return run;
}

std::vector<LoadTestRun> read_sglang_bench(std::string_view text, const std::string& source) {
  return runs_of_documents(text, source, sglang_run);
}

}  // namespace

const LoadTestTool sglang_bench_load_test{
    "sglang-bench", "the JSON lines of SGLang bench_serving", is_sglang_bench, read_sglang_bench};

}  // namespace llmsize
