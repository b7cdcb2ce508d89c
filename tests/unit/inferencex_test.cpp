// SPDX-License-Identifier: Apache-2.0
// Results of InferenceX as they are published: which numbers a run has, and what ran. The samples are made up after the
// published form.
#include "core/calibration/inferencex.hpp"
#include "core/calibration/served_rows.hpp"
#include "core/tables/data.hpp"
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

/// As a benchmark writes one run: latencies in seconds.
const std::string one_run =
    R"({"hw": "b200", "conc": 16, "image": "vllm/vllm-openai:v0.20.2", "model": "openai/gpt-oss-120b",
        "infmax_model_prefix": "gptoss", "framework": "vllm", "precision": "fp4", "spec_decoding": "none", "tp": 2,
        "ep": 1, "dp_attention": "false", "isl": 1024, "osl": 1024, "date": "2026-05-17 10:00:00", "disagg": false,
        "output_tput_per_gpu": 1500.0, "mean_tpot": 0.005, "p99_tpot": 0.006, "mean_ttft": 0.2})";
/// As the site gives many.
const std::string many_runs =
    R"([{"hardware": "mi355x", "framework": "sglang", "model": "dsr1", "precision": "fp8", "spec_method": "none",
         "disagg": false, "decode_tp": 8, "decode_ep": 8, "decode_dp_attention": true, "isl": 8192, "osl": 1024,
         "conc": 64, "date": "2026-05-18", "metrics": {"median_tpot": 0.02}},
        {"hardware": "b300", "framework": "vllm", "model": "minimaxm2.5", "precision": "fp8", "spec_method": "eagle3",
         "disagg": false, "decode_tp": 2, "decode_ep": 1, "isl": 1024, "osl": 1024, "conc": 4,
         "metrics": {"mean_tpot": 0.004}}])";

std::string csv_of(const PublishedRows& rows) { return as_csv({rows.header, rows.rows}); }

std::vector<ServedRow> served(const std::string& json) {
  return read_served_rows(csv_of(inferencex_rows(json, "x.json", built_in())), "x.json", built_in());
}

TEST_CASE("a run of InferenceX becomes a row per number, in seconds", "[inferencex]") {
  const std::vector<ServedRow> rows = served(one_run);
  REQUIRE(rows.size() == 4);
  CHECK(rows.at(0).metric == "tpot_mean");
  CHECK(rows.at(0).measured == Approx(0.005));
  CHECK(rows.at(0).release == "0.20.2");
  CHECK(rows.at(2).metric == "ttft_mean");
  CHECK(rows.at(3).metric == "throughput_output_per_gpu");
  for (const ServedRow& row : rows) {
    CAPTURE(row.metric, row.reason);
    CHECK(row.reason.empty());
    CHECK(row.model == "gpt-oss-120b");
    CHECK(row.dtype == "mxfp4");
  }
}

TEST_CASE("lengths of InferenceX are nine tenths of the stated ones on average", "[inferencex]") {
  CHECK(*served(one_run).at(0).scenario.find("serving.input_tokens")->value.number == Approx(0.9 * 1024));
}

TEST_CASE("copies of attention take the place of tensor parallelism", "[inferencex]") {
  const ServedRow row = served(many_runs).at(0);
  CAPTURE(row.reason);
  CHECK(*row.scenario.find("layout.tensor")->value.number == 1);
  CHECK(*row.scenario.find("layout.attention_data")->value.number == 8);
  CHECK(*row.scenario.find("cluster.gpus")->value.number == 8);
  CHECK(row.metric == "tpot_median");
}

TEST_CASE("drafts whose acceptance nobody printed are not compared", "[inferencex]") {
  CHECK_FALSE(served(many_runs).at(1).reason.empty());
}

TEST_CASE("JSON of anything else is refused in one sentence", "[inferencex]") {
  CHECK(holds_json(" \n[1]"));
  CHECK_FALSE(holds_json("id,metric\n"));
  CHECK_FALSE(holds_json(""));
  for (const char* other : {"[]", "{}", "[1, 2]", R"({"hw": "b200"})", R"({"rows": [{"hw": 1, "mean_tpot": "x"}]})"}) {
    CAPTURE(other);
    CHECK_THROWS_WITH(inferencex_rows(other, "x.json", built_in()), Contains("x.json: no results of InferenceX"));
  }
  CHECK_THROWS_WITH(inferencex_rows("{", "x.json", built_in()), Contains("x.json"));
}

}  // namespace
}  // namespace llmsize::test
