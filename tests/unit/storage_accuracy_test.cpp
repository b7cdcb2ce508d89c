// SPDX-License-Identifier: Apache-2.0
// Published numbers of storage: how a row is read, what is predicted for it, and how far off that is.
#include "core/calibration/reading_rules.hpp"
#include "core/files/csv.hpp"
#include "core/validation/storage_report.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

/// Two H100s that train 3D U-Net, each 3,177 MB/s when it never waits, and are busy half of the time.
const std::string half_busy =
    "id,by,gpus,dataset,data.batch,data.step_time,data.utilisation,metric,measured\n"
    "a,Lab,2,mlperf-unet3d,7,0.323s,50%,ingest.demand,3000 MB/s\n";

StorageReport report_of(const std::string& text) {
  StorageReport report{read_storage_numbers(text, "numbers.csv", built_in()), {}};
  report.predicted = predict_storage(report.rows, built_in());
  return report;
}

StorageReport report_of_file(const std::string& name) {
  const std::string path = tests::fixture(name);
  StorageReport report{read_storage_numbers(read_file(path), path, built_in()), {}};
  report.predicted = predict_storage(report.rows, built_in());
  return report;
}
const StorageReport& benchmark_runs() {
  static const StorageReport report = report_of_file("mlperf-storage-v1.csv");
  return report;
}
const StorageReport& runs_of_version_3() {
  static const StorageReport report = report_of_file("mlperf-storage-v3.csv");
  return report;
}
const StorageReport& kv_cache_runs() {
  static const StorageReport report = report_of_file("mlperf-storage-v3-kvcache.csv");
  return report;
}
const StorageReport& other_numbers() {
  static const StorageReport report = report_of_file("storage-numbers.csv");
  return report;
}

double result_in(const StorageReport& report, const std::string& name) {
  return storage_results(report).at("validation.storage." + name).at("value").get<double>();
}

const PredictedNumber& prediction(const StorageReport& report, std::string_view id) {
  const auto found = std::find_if(report.predicted.begin(), report.predicted.end(), [&](const PredictedNumber& each) {
    return each.row->id == id;
  });
  if (found == report.predicted.end()) throw std::out_of_range("nothing is predicted for " + std::string(id));
  return *found;
}

/// Errors of the numbers of a group; whether it is named in full or by its start.
ErrorSummary errors_of_group(const StorageReport& report, std::string_view group) {
  std::vector<Compared> all;
  for (const PredictedNumber& each : report.predicted)
    if (each.row->group.starts_with(group)) all.push_back(each);
  return error_summary(all);
}

std::string why_not_used(const std::string& text) {
  const StorageReport report = report_of(text);
  CHECK(report.predicted.empty());
  return report.rows.at(0).reason;
}

TEST_CASE("accelerators ask for as much as their number, their samples and their utilisation say", "[storage]") {
  const PredictedNumber asked = report_of(half_busy).predicted.at(0);
  CHECK(asked.measured == 3000e6);
  CHECK(asked.predicted == Approx(2 * 0.5 * 7 * 146600628 / 0.323));
  CHECK(asked.error() == Approx(0.059).margin(0.001));
}

TEST_CASE("simpler predictions of the same reads never wait, or take as much for every accelerator", "[storage]") {
  const PredictedNumber asked = report_of(half_busy).predicted.at(0);
  CHECK(asked.never_waiting == Approx(2 * asked.predicted));
  CHECK(asked.by_rule == 2e9);
  const StorageReport size = report_of("metric,measured,options\ncheckpoint.size,2.4TB,--model gpt3-175b\n");
  CHECK(is_absent(size.predicted.at(0).never_waiting));
  CHECK(is_absent(size.predicted.at(0).by_rule));
}

TEST_CASE("a number has a range where one of its inputs is uncertain, and none otherwise", "[storage]") {
  CHECK_FALSE(report_of(half_busy).predicted.at(0).p10);
  CHECK(is_absent(error_summary({report_of(half_busy).predicted.at(0)}).coverage));
  const PredictedNumber text =
      report_of("metric,measured,options\ningest.text_size,6TB,--data.tokens 1.5T\n").predicted.at(0);
  REQUIRE(text.p10);
  CHECK(*text.p10 < text.predicted);
  CHECK(*text.p90 > text.predicted);
}

TEST_CASE("what the caller says takes the place of what rows say", "[storage]") {
  Scenario over;
  over.set("data.utilisation", "100%", {"--data.utilisation"});
  std::vector<StorageNumber> rows = read_storage_numbers(half_busy, "numbers.csv", built_in(), over);
  CHECK(predict_storage(rows, built_in()).at(0).predicted == Approx(2 * 7 * 146600628 / 0.323));
}

TEST_CASE("rows of a spreadsheet with decimal commas are read alike", "[storage]") {
  const std::string header = "metric;measured;gpus;dataset;data.batch;data.step_time\n";
  const StorageReport report = report_of(
      header + "ingest.demand;3GB/s;1;mlperf-unet3d;7;0,32\n" + "ingest.demand;3GB/s;1;mlperf-unet3d;7;1,323\n");
  REQUIRE(report.predicted.size() == 1);
  CHECK(report.predicted.at(0).predicted == Approx(7 * 146600628 / 0.32));
  CHECK_THAT(report.rows.at(1).reason, Contains("'1,323' is ambiguous"));
}

TEST_CASE("a row that cannot be compared says why and keeps the others", "[storage]") {
  const std::string header = "metric,measured,options,unused\n";
  CHECK_THAT(why_not_used(header + "checkpoint.sice,2TB,,\n"), Contains("did you mean 'checkpoint.size'?"));
  CHECK_THAT(why_not_used(header + "checkpoint.size,2 s,,\n"), Contains("invalid value '2 s': expected a size"));
  CHECK_THAT(why_not_used(header + "checkpoint.size,0B,,\n"), Contains("above zero"));
  CHECK_THAT(why_not_used(header + "checkpoint.size,2TB,--modell x,\n"), Contains("unknown option '--modell'"));
  CHECK_THAT(why_not_used(header + "checkpoint.size,2TB,--model,\n"), Contains("--model has no value"));
  CHECK_THAT(why_not_used(header + "checkpoint.size,2TB,,\n"), Contains("do not compute checkpoint.size"));
  CHECK(why_not_used(header + ",,,a ratio of two others\n") == "a ratio of two others");
  const StorageReport mixed =
      report_of(header + "checkpoint.size,2TB,--model gpt4-7x,\ncheckpoint.size,2.4TB,--model gpt3-175b,\n");
  CHECK(mixed.predicted.size() == 1);
  CHECK(result_in(mixed, "rows_usable") == 2);
  CHECK(result_in(mixed, "rows_used") == 1);
}

TEST_CASE("a text that holds no published numbers is refused in one sentence", "[storage]") {
  CHECK_THROWS_WITH(read_storage_numbers("", "x.csv", built_in()), "x.csv: expected a header");
  CHECK_THROWS_WITH(
      read_storage_numbers("id,measured\na,2TB\n", "x.csv", built_in()),
      "x.csv: no column 'metric': expected a result ID and its value");
  CHECK_THROWS_WITH(
      read_storage_numbers("id,metric\na,checkpoint.size\n", "x.csv", built_in()), Contains("no column 'measured'"));
}

TEST_CASE("what was measured and what was worked out are summed up apart", "[storage]") {
  const StorageReport report = report_of(
      "metric,measured,basis,options\n"
      "checkpoint.size,2.45TB,measured,--parameters 175B\n"
      "checkpoint.size,1.225TB,worked out,--parameters 175B\n");
  CHECK(result_in(report, "mean_abs_error") == Approx(0).margin(1e-9));
  CHECK(result_in(report, "worked_out.mean_abs_error") == Approx(1));
}

TEST_CASE("rates of the benchmark are in MiB per second: over its samples they are the size of one", "[storage]") {
  const std::string path = tests::fixture("mlperf-storage-v1.csv");
  const Csv csv = parse_csv(read_file(path), path);
  const NamedRow first(csv.rows.at(0).cells, csv.rows.at(1).cells);
  const double rate = prediction(benchmark_runs(), first["id"]).measured;
  CHECK(rate / std::stod(first["samples_per_s"]) == Approx(114660.07).epsilon(0.001));
}

TEST_CASE("every run of MLPerf Storage is predicted, closer than by what does without its utilisation", "[storage]") {
  CHECK(result_in(benchmark_runs(), "rows_used") == 485);
  CHECK(result_in(benchmark_runs(), "mean_abs_error") < 0.02);
  CHECK(result_in(benchmark_runs(), "median_abs_error") < 0.01);
  CHECK(
      result_in(benchmark_runs(), "never_waiting.mean_abs_error") > 2 * result_in(benchmark_runs(), "mean_abs_error"));
  CHECK(result_in(benchmark_runs(), "by_rule.mean_abs_error") > 0.5);
}

TEST_CASE("published numbers of storage are reproduced, each within its tolerance", "[storage]") {
  std::size_t held = 0;
  for (const PredictedNumber& each : other_numbers().predicted) {
    if (!each.row->tolerance) continue;
    CAPTURE(each.row->id, each.row->metric->text(), each.predicted, each.measured);
    CHECK(std::abs(each.error()) <= *each.row->tolerance);
    ++held;
  }
  CHECK(held >= 45);
}

TEST_CASE("streaming of offloaded models is as fast as published, in the median", "[storage]") {
  const auto median_of = [](std::string_view group) {
    std::vector<Compared> all;
    for (const PredictedNumber& each : other_numbers().predicted)
      if (each.row->group == group) all.push_back(each);
    REQUIRE_FALSE(all.empty());
    return error_summary(all).median;
  };
  CHECK(median_of("offload, drives as measured") < 0.1);
  CHECK(median_of("offload, ZeRO-Inference on DGX-2") < 0.06);
  CHECK(median_of("offload, one A6000") < 0.3);
  CHECK(median_of("offload, one T4") < 0.25);
  CHECK(median_of("decoding in GPU memory, BLOOM-176B on A100") < 0.25);
}

TEST_CASE("every row of the published numbers is predicted or says why not", "[storage]") {
  CHECK(other_numbers().rows.size() == 233);
  for (const StorageNumber& row : other_numbers().rows) {
    CAPTURE(row.id, row.reason);
    // What is not used is left out on purpose, by the file, not by an input that nobody knows.
    CHECK(row.reason.empty() == row.metric.has_value());
  }
}

const std::string header_of_version_3 =
    "id,submitter,system,workload,accelerator,accelerators,hosts,utilisation_pct,measured_MiB_per_s,quantity,"
    "duration_s,checkpoint_GB\n";

TEST_CASE("a row of MLPerf Storage v3.0 is read as it is published: units are MiB and GiB", "[storage][published]") {
  const StorageReport read = report_of(header_of_version_3 + "a,Lab,box,unet3d,b200,2,1,50,5000,training epoch,,\n");
  REQUIRE(read.predicted.size() == 2);
  CHECK(read.predicted.at(0).measured == 5000 * 1048576.0);
  CHECK(read.predicted.at(0).predicted == Approx(2 * 0.5 * 7 * 146600628 / 0.162));
  CHECK(read.predicted.at(1).measured == 2500 * 1048576.0);
  const StorageReport saved =
      report_of(header_of_version_3 + "b,Lab,box,llama3-8b,,8,1,,7000,checkpoint save,15,104.7045\n");
  REQUIRE(saved.predicted.size() == 1);
  CHECK(saved.predicted.at(0).measured == 104.7045 * 1073741824.0);
  CHECK(saved.predicted.at(0).predicted == Approx(14 * 8.03e9).epsilon(0.001));
}

TEST_CASE("what a system has to deliver has a range where its utilization is not measured", "[storage][published]") {
  const PredictedNumber demand =
      report_of(header_of_version_3 + "a,Lab,box,unet3d,b200,2,1,50,5000,training epoch,,\n").predicted.at(1);
  const double full = 7 * 146600628 / 0.162;
  REQUIRE(demand.p10);
  CHECK(*demand.p10 == Approx(0.91 * full).epsilon(0.02));
  CHECK(*demand.p90 == Approx(0.99 * full).epsilon(0.02));
}

TEST_CASE("a row of a published file that cannot be compared says why", "[storage][published]") {
  CHECK_THAT(
      why_not_used(header_of_version_3 + "a,Lab,box,dlrm,b200,2,1,50,5000,training epoch,,\n"),
      Contains("no reading rule"));
  CHECK_THAT(
      why_not_used(header_of_version_3 + "a,Lab,box,unet3d,b200,,1,50,5000,training epoch,,\n"),
      Contains("accelerators: expected a value"));
  CHECK_THAT(
      why_not_used(header_of_version_3 + "a,Lab,box,unet3d,b200,2,1,50,much,training epoch,,\n"),
      Contains("invalid value 'much MiB/s'"));
}

TEST_CASE("a checkpoint takes as long as the storage states, where the catalog knows it", "[storage][published]") {
  const std::string row = "b,Lab,box,llama3-8b,,8,1,,7000,checkpoint save,15,104.7045\n";
  const StorageReport unknown = report_of(header_of_version_3 + row);
  CHECK_THAT(unknown.rows.at(1).reason, Contains("box"));
  const StorageReport known =
      report_of(header_of_version_3 + "b,Lab,ddn-ai400x2,llama3-8b,,8,1,,7000,checkpoint save,15,104.7045\n");
  REQUIRE(known.predicted.size() == 2);
  CHECK(known.predicted.at(1).row->metric->text() == "checkpoint.store_time");
  CHECK(known.predicted.at(1).p10);
}

TEST_CASE("checkpoint reads prove no bandwidth: page caches may serve them", "[storage][published]") {
  std::size_t loads = 0;
  for (const StorageNumber& row : runs_of_version_3().rows)
    if (row.reason.find("page caches") != std::string::npos) {
      CHECK_FALSE(row.metric);
      ++loads;
    }
  CHECK(loads == 7);
}

TEST_CASE("every training epoch of MLPerf Storage v3.0 is predicted, inside its range", "[storage][published]") {
  for (const char* workload : {"3D U-Net on B200", "RetinaNet on B200"}) {
    CAPTURE(workload);
    CHECK(errors_of_group(runs_of_version_3(), workload).rows >= 2 * 45);
    CHECK(errors_of_group(runs_of_version_3(), workload).mean < 0.05);
    CHECK(errors_of_group(runs_of_version_3(), workload).coverage > 0.5);
  }
}

TEST_CASE("checkpoints of MLPerf Storage v3.0 are as large as predicted", "[storage][published]") {
  const ErrorSummary of = errors_of_group(runs_of_version_3(), "checkpoint size");
  CHECK(of.rows == 12);
  CHECK(of.max < 0.011);
  CHECK(of.coverage > 0.9);
}

TEST_CASE("bandwidths of the KV-cache benchmark are in GiB per second, not in gigabits", "[storage][published]") {
  // Each output token writes as many tokens of KV cache as its prompt is longer: about 29. As bits it would be 3.6.
  for (const PredictedNumber& each : kv_cache_runs().predicted) {
    if (each.row->group != "KV cache written per output token, Llama 3.1 8B") continue;
    CAPTURE(each.row->id);
    CHECK(each.measured / 131072 > 26);
    CHECK(each.measured / 131072 < 31);
  }
  CHECK(errors_of_group(kv_cache_runs(), "KV cache written per output token, Llama 3.1 8B").rows == 5);
}

TEST_CASE("KV cache moves by tokens, on one process and on two hundred", "[storage][published]") {
  for (const char* model : {"8B", "70B"})
    for (const char* moved : {"written", "read"}) {
      const ErrorSummary of =
          errors_of_group(kv_cache_runs(), fmt::format("KV cache {} per output token, Llama 3.1 {}", moved, model));
      CAPTURE(model, moved);
      CHECK(of.rows == 5);
      CHECK(of.mean < 0.15);
      CHECK(of.coverage >= 0.6);
    }
  CHECK(kv_cache_runs().rows.size() == 25);
}

TEST_CASE("the largest error is of runs on a single drive", "[storage]") {
  const auto& all = benchmark_runs().predicted;
  const auto worst = std::max_element(all.begin(), all.end(), [](const PredictedNumber& a, const PredictedNumber& b) {
    return std::abs(a.error()) < std::abs(b.error());
  });
  CHECK(worst->row->by == "Micron");
  CHECK(worst->error() < 0.21);
}

}  // namespace
}  // namespace llmsize::test
