// SPDX-License-Identifier: Apache-2.0
// Runs of load generators as rows of served models: the model that is meant, what the user states, and what is read
// back, predicted and fitted.
#include "core/calibration/load_tests/rows.hpp"

#include "core/calibration/served_fit.hpp"
#include "core/files/document.hpp"
#include "core/tables/data.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

const Said on_dgx{{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h100"}, {"layout.tensor", "4"}};

std::string sample(const std::string& name) { return read_file(tests::fixture("load-tests/" + name)); }

LoadTestRows rows_of(const std::string& text, const std::string& name, const Said& said) {
  const LoadTestTool* tool = load_test_tool("", text);
  REQUIRE(tool);
  return load_test_rows(*tool, text, name, scenario_of(said), built_in());
}
LoadTestRows rows_of(const std::string& name, const Said& said = on_dgx) { return rows_of(sample(name), name, said); }

std::string csv_of(const LoadTestRows& rows) { return as_csv({rows.table.header, rows.table.rows}); }

/// The cell of a column in the row of a metric; the first run that has it.
std::string cell(const LoadTestRows& rows, const std::string& metric, const std::string& column) {
  const auto& header = rows.table.header;
  const auto place = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  REQUIRE(place(column) < header.size());
  for (const auto& row : rows.table.rows)
    if (row[place("metric")] == metric) return row[place(column)];
  return "no such row";
}

std::vector<ServedRow> read_back(const LoadTestRows& rows) {
  return read_served_rows(csv_of(rows), "rows.csv", built_in());
}

const ServedRow& row_of_metric(const std::vector<ServedRow>& rows, const std::string& metric) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ServedRow& row) { return row.metric == metric; });
  REQUIRE(found != rows.end());
  return *found;
}

double said(const ServedRow& row, std::string_view key) {
  const Scenario::Said* found = row.scenario.find(key);
  return found && found->value.number ? *found->value.number : absent;
}

BadInput refusal_of(const std::string& name, const Said& said) {
  try {
    rows_of(name, said);
  } catch (const BadInput& error) {
    return error;
  }
  FAIL("not refused");
  throw std::logic_error("not refused");
}

const char* const files[] = {
    "vllm-bench.json", "sglang-bench.jsonl", "aiperf-profile_export_aiperf.json",
    "genai-perf-profile_export_genai_perf.json", "guidellm-benchmarks.json"};

}  // namespace

TEST_CASE("rows of a load test are read back with the same numbers", "[load-tests][serving]") {
  for (const char* file : files) {
    CAPTURE(file);
    const LoadTestRows rows = rows_of(file);
    const std::vector<ServedRow> read = read_back(rows);
    REQUIRE(read.size() == rows.table.rows.size());
    CHECK(row_of_metric(read, "tpot_mean").measured == rows.runs.front().tpot.mean);
    CHECK(row_of_metric(read, "ttft_p99").measured == rows.runs.front().ttft.p99);
    for (const ServedRow& row : read) {
      CAPTURE(row.id);
      CHECK(row.source == file);
      if (!row.reason.empty()) continue;  // what is not compared is not read further
      CHECK(said(row, "layout.tensor") == 4);
      CHECK(said(row, "cluster.gpus") == 4);
    }
    CHECK(csv_of(rows_of(file)) == csv_of(rows));
  }
}

TEST_CASE("the load of a run is a rate, clients or none", "[load-tests][serving]") {
  const LoadTestRows at_rate = rows_of("vllm-bench.json");
  CHECK(cell(at_rate, "tpot_mean", "request_rate") == "6");
  CHECK(cell(at_rate, "tpot_mean", "concurrency").empty());
  CHECK(cell(at_rate, "throughput_at_rate", "value") == "1225.4");
  CHECK(cell(at_rate, "throughput_at_rate", "unit") == "tokens/s");
  CHECK(cell(at_rate, "tpot_mean", "value") == "0.0129");
  CHECK(cell(at_rate, "tpot_mean", "unit") == "s");
  CHECK(cell(at_rate, "tpot_mean", "date") == "2026-11-26");
  CHECK(cell(at_rate, "tpot_mean", "id") == "run 1, tpot_mean");
  CHECK(said(row_of_metric(read_back(at_rate), "tpot_mean"), "serving.rate") == 6);

  const LoadTestRows with_clients = rows_of("aiperf-profile_export_aiperf.json");
  CHECK(cell(with_clients, "tpot_mean", "concurrency") == "64");
  CHECK(cell(with_clients, "tpot_mean", "requests") == "640");
  CHECK(cell(with_clients, "throughput_output", "value") == "3266");
  CHECK(said(row_of_metric(read_back(with_clients), "ttft_mean"), "serving.requests") == 640);

  const std::string text = sample("vllm-bench.json"), rate = "\"request_rate\": 6.0";
  std::string burst = text;
  burst.replace(burst.find(rate), rate.size(), "\"request_rate\": \"inf\"");
  const LoadTestRows all_at_once = rows_of(burst, "burst.json", on_dgx);
  CHECK(cell(all_at_once, "throughput_output", "request_rate") == "inf");
  CHECK_THAT(cell(all_at_once, "throughput_output", "notes"), Contains("at once"));
}

TEST_CASE("formats are those that the user states", "[load-tests][serving]") {
  const auto word = [](const Said& more, std::string_view key) {
    const auto read = read_back(rows_of("vllm-bench.json", on_dgx + more));
    const Scenario::Said* found = read.front().scenario.find(key);
    return found ? found->value.word : "";
  };
  const Said eight_bits{{"serving.weight_dtype", "fp8"}};
  CHECK(word(eight_bits, "serving.weight_dtype") == "fp8");
  CHECK(word(eight_bits, "serving.kv_dtype") == "bf16");  // as serve takes it, not as published 8-bit files have it
  CHECK(word(eight_bits + Said{{"serving.kv_dtype", "fp8"}}, "serving.kv_dtype") == "fp8");
  CHECK(word({}, "serving.weight_dtype").empty());
}

TEST_CASE("a run that is not steady or does not saturate is kept, not compared", "[load-tests][serving]") {
  const std::string text = sample("vllm-bench.json"), duration = "\"duration\": 110.2";
  std::string brief = text;
  brief.replace(brief.find(duration), duration.size(), "\"duration\": 5");
  for (const ServedRow& row : read_back(rows_of(brief, "brief.json", on_dgx)))
    CHECK_THAT(row.reason, Contains("before its queue was steady"));
  for (const ServedRow& row : read_back(rows_of("vllm-bench.json"))) CHECK(row.reason.empty());
}

TEST_CASE("accepted drafts are a row's where the user states how many there are", "[load-tests][serving]") {
  const auto of_second_run = [](const Said& said) {
    const auto read = read_back(rows_of("sglang-bench.jsonl", said));
    return *std::find_if(read.begin(), read.end(), [](const ServedRow& row) { return row.id == "run 2, tpot_mean"; });
  };
  CHECK_THAT(of_second_run(on_dgx).reason, Contains("speculative decoding"));
  const ServedRow row = of_second_run(on_dgx + Said{{"serving.draft_tokens", "3"}});
  CHECK(row.reason.empty());
  const double a = said(row, "serving.acceptance");
  CHECK(1 + a + a * a + a * a * a == Approx(2.31));
}

TEST_CASE("a model of the catalog is meant, or stated", "[load-tests][serving]") {
  const std::string text = sample("vllm-bench.json"), name = "\"model_id\": \"acme/Example-70B\"";
  std::string known = text;
  known.replace(known.find(name), name.size(), "\"model_id\": \"meta-llama/Llama-3.1-70B-Instruct\"");
  const Said hardware{{"cluster.system", "dgx-h100"}, {"layout.tensor", "4"}};
  CHECK(cell(rows_of(known, "known.json", hardware), "tpot_mean", "model") == "llama-3.1-70b");
  CHECK(cell(rows_of(known, "known.json", on_dgx + Said{{"software.id", "vllm"}}), "tpot_mean", "stack") == "vllm");

  const BadInput unknown = refusal_of("vllm-bench.json", hardware);
  CHECK(unknown.kind() == BadInput::Kind::unknown_id);
  CHECK_THAT(unknown.what(), Contains("vllm-bench.json: unknown model 'acme/Example-70B'") && Contains("set --model"));
  CHECK_THAT(
      refusal_of("sglang-bench.jsonl", hardware).what(),
      Contains("sglang-bench.jsonl: line 1: the model is not in the file") && Contains("set --model"));
}

TEST_CASE("hardware and layout have to be stated, what was measured must not", "[load-tests][serving]") {
  const BadInput bare = refusal_of("vllm-bench.json", {{"model", "llama-3.1-70b"}});
  CHECK(bare.kind() == BadInput::Kind::usage);
  CHECK_THAT(bare.what(), Contains("hardware and layout") && Contains("--system") && Contains("--tp"));
  CHECK_THAT(
      refusal_of("vllm-bench.json", {{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h100"}}).what(),
      Contains("the layout") && Contains("--tp"));
  CHECK_THAT(
      refusal_of("vllm-bench.json", on_dgx + Said{{"serving.rate", "5"}}).what(),
      Contains("--serving.rate: already in vllm-bench.json"));
  CHECK_THAT(
      refusal_of(
          "vllm-bench.json", {{"model", tests::fixture("hf-configs/falcon-40b.json")},
                              {"cluster.system", "dgx-h100"},
                              {"layout.tensor", "4"}})
          .what(),
      Contains("a model ID of the catalog"));
}

TEST_CASE("one load test calibrates: the step time of its server is met afterwards", "[load-tests][serving]") {
  std::vector<ServedRow> rows = read_back(rows_of("guidellm-benchmarks.json"));
  const std::vector<PredictedServing> predicted = predict_serving(rows, built_in());
  const auto of = [&](const std::string& metric) {
    return std::find_if(
        predicted.begin(), predicted.end(), [&](const auto& each) { return each.row->metric == metric; });
  };
  for (const char* metric : {"ttft_mean", "ttft_p99", "tpot_mean", "tpot_p99", "e2e_mean", "throughput_at_rate"}) {
    CAPTURE(metric);
    CHECK(of(metric) != predicted.end());
  }
  // What follows from the rate would pull the factor towards 1.
  CHECK(of("throughput_at_rate")->predicted == Approx(4 * 256));
  const Calibration fitted = calibrate_serving(predicted, built_in(), "rows.csv");
  // Mean and median; P99 hangs on queues.
  CHECK(fitted.rows == 2);
  for (const CalibratedRun& run : fitted.runs) CHECK_THAT(run.id, Contains("tpot"));
  CHECK(fitted.values.at("engine.model_error").value != Approx(1));
  for (const CalibratedRun& run : fitted.runs) CHECK(run.after == Approx(run.measured).epsilon(0.02));
  CHECK(fitted.values.contains("engine.prompt_error"));
  CHECK(fitted.width_after < fitted.width_before);
}

}  // namespace llmsize::test
