// SPDX-License-Identifier: Apache-2.0
// Rows of served models: what they say, and which are no measurements.
#include "core/calibration/served_rows.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

/// A row of eight H200 with these further columns.
ServedRow row_of(const std::string& metric, const Said& more) {
  std::string header = "id,model,hardware,gpus,tp,dtype,input_len,output_len,metric,value,unit,stack",
              cells = "r,deepseek-v3,H200-SXM-141GB,8,8,fp8,1024,1024," + metric + ",20,ms,sglang";
  for (const auto& [column, cell] : more) {
    header += "," + column;
    cells += "," + cell;
  }
  return read_served_rows(header + "\n" + cells + "\n", "rows.csv", built_in()).front();
}

std::string said(const ServedRow& row, std::string_view key) {
  const Scenario::Said* found = row.scenario.find(key);
  return found ? found->text : "";
}

}  // namespace

TEST_CASE("rows whose drafts or limits are not stated are no measurements", "[serving][calibration]") {
  CHECK(row_of("tpot_mean", {{"speculative", "none"}}).reason.empty());
  for (const char* drafts : {"mtp", "mtp; drafts unknown; acceptance unknown", "eagle3, accepted 2.3", "suspected"})
    CHECK_FALSE(row_of("tpot_mean", {{"speculative", drafts}}).reason.empty());
  // Of this model tokens per step are published; a run that has its own says so.
  CHECK(said(row_of("tpot_mean", {{"speculative", "mtp; drafts 2"}}), "serving.draft_tokens") == "2");
  const ServedRow measured = row_of("tpot_mean", {{"speculative", "eagle3; drafts 1; accepted per step 1.7"}});
  CHECK(measured.scenario.find("serving.acceptance")->value.number.value() == Approx(0.7));
  CHECK_FALSE(row_of("tpot_mean", {{"notes", "queue: the server's own cap lies below"}}).reason.empty());
  CHECK_FALSE(row_of("ttft_mean", {{"confidence", "do not use"}}).reason.empty());
  CHECK_FALSE(row_of("power_mean", {}).reason.empty());
}

TEST_CASE("a row tells the release of its engine and its year", "[serving][calibration]") {
  const auto release = [](const char* version) { return row_of("tpot_mean", {{"stack_version", version}}).release; };
  CHECK(release("lmsysorg/sglang:v0.5.5-cu129-amd64") == "0.5.5");
  CHECK(release("rocm/7.0:rocm7.0_ubuntu_22.04_sgl-dev-v0.5.2-rocm7.0-mi35x") == "0.5.2");
  CHECK(release("rocm/atom:rocm7.2.0-ubuntu24.04-pytorch2.9-atom0.1.1") == "0.1.1");
  CHECK(release("nvcr.io#nvidia/tensorrt-llm/release:1.1.0rc2.post2") == "1.1.0");
  CHECK(release("0.12.0") == "0.12.0");
  CHECK(release("0.5.6.post2") == "0.5.6");
  CHECK(release("vllm/vllm-openai:minimax-m3") == "");
  CHECK(release("MLPerf v4.1") == "");
  const ServedRow dated = row_of("tpot_mean", {{"date", "2026-04-16"}});
  CHECK(std::stod(said(dated, "engine.release_year")) == Approx(2026.29).margin(0.01));
  CHECK(said(row_of("tpot_mean", {}), "engine.release_year").empty());
  CHECK(said(row_of("tpot_mean", {{"stack_version", "0.5.9"}}), "engine.release_year") == "2026.2");
}

TEST_CASE("the first wave of a benchmark is in means alone", "[serving][calibration]") {
  CHECK(said(row_of("ttft_mean", {{"concurrency", "16"}}), "serving.requests") == "160");
  CHECK(said(row_of("ttft_median", {{"concurrency", "16"}}), "serving.requests").empty());
}

TEST_CASE("rates, copies of attention and formats are read", "[serving][calibration]") {
  CHECK(said(row_of("ttft_mean", {{"request_rate", "8"}}), "serving.rate") == "8");
  CHECK(said(row_of("throughput_output", {{"request_rate", "inf"}}), "serving.rate").empty());
  CHECK(said(row_of("tpot_mean", {{"dp_attention", "8"}}), "layout.attention_data") == "8");
  CHECK(said(row_of("tpot_mean", {{"notes", "KV fp8 in the recipe"}}), "serving.kv_dtype") == "fp8");
}

TEST_CASE("what ships of published rows is read: models and machines are in the catalog", "[serving][calibration]") {
  const std::string path = tests::fixture("measured-inference-2026h2.csv");
  for (const ServedRow& row : read_served_rows(read_file(path), path, built_in())) {
    INFO(row.id);
    CHECK(row.reason == "");
  }
}

}  // namespace llmsize::test
