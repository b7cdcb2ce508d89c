// SPDX-License-Identifier: Apache-2.0
// Folders of MLPerf Training results: what a log, its system and the name of its configuration say of a run. The files
// in tests/data/mlperf-results are made up after the published form.
#include "core/calibration/mlperf_runs.hpp"
#include "core/calibration/measurement.hpp"
#include "core/files/bad_input.hpp"
#include "core/quantity/absent.hpp"
#include "core/tables/data.hpp"
#include "tests/cli/folder.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using tests::Folder;

/// What was told while something was read.
struct Told {
  std::vector<std::string> sentences{};
  std::function<void(const std::string&)> tell = [this](const std::string& each) { sentences.push_back(each); };
};

std::string cell(const PublishedRows& table, std::size_t row, std::string_view column) {
  const auto found = std::find(table.header.begin(), table.header.end(), column);
  REQUIRE(found != table.header.end());
  return table.rows.at(row).at(static_cast<std::size_t>(found - table.header.begin()));
}

std::string csv_of(const PublishedRows& rows) { return as_csv({rows.header, rows.rows}); }

PublishedRows published_folder(Told& told) {
  return mlperf_rows(tests::fixture("mlperf-results"), built_in(), told.tell);
}

std::string event(int milliseconds, std::string_view key, std::string_view value, std::string_view metadata = "{}") {
  return fmt::format(
      ":::MLLOG {{\"time_ms\": {}, \"event_type\": \"POINT_IN_TIME\", \"key\": \"{}\", \"value\": {}, \"metadata\": "
      "{}}}\n",
      milliseconds, key, value, metadata);
}

MlperfRun run_of(const std::string& log) {
  const Folder folder;
  Told told;
  return read_mlperf_log(folder.write("result_0.txt", log), told.tell);
}

TEST_CASE("a configuration's name says nodes, GPUs of a node, accumulation and degrees", "[mlperf]") {
  const auto full = layout_of_configuration("config_GB300_2048x4x8xtp1pp4ep32cp1_mxfp8_full_cg.sh");
  REQUIRE(full);
  CHECK(full->nodes == 2048);
  CHECK(full->gpus == 4);
  CHECK(full->accumulation == 8);
  CHECK(full->tensor == 1);
  CHECK(full->pipeline == 4);
  CHECK(full->expert == 32);
  CHECK(full->context == 1);
  const auto other = layout_of_configuration("config_DGXB200_8x8x1xtp4pp1cp2vp3ep4_mxfp8.sh");
  REQUIRE(other);
  CHECK(other->context == 2);
  CHECK(other->interleave == 3);
  CHECK(other->expert == 4);
}

TEST_CASE("a configuration without degrees says its GPUs only, another name says nothing", "[mlperf]") {
  const auto plain = layout_of_configuration("config_MI350X_1x8x1.sh");
  REQUIRE(plain);
  CHECK(plain->gpus == 8);
  CHECK(is_absent(plain->tensor));
  CHECK_FALSE(layout_of_configuration("config_common.sh"));
  CHECK_FALSE(layout_of_configuration("config_8x.sh"));
  CHECK_FALSE(layout_of_configuration(""));
}

TEST_CASE("a folder of results becomes rows of measured runs", "[mlperf]") {
  Told told;
  const PublishedRows rows = published_folder(told);
  REQUIRE(rows.rows.size() == 2);
  CHECK(cell(rows, 1, "id") == "Lab/results/lab_gb300_16x4/llama31_8b/result_0.txt");
  CHECK(cell(rows, 1, "model") == "llama-3.1-8b");
  CHECK(cell(rows, 1, "gpu") == "GB300");
  CHECK(cell(rows, 1, "gpus") == "64");
  CHECK(cell(rows, 1, "nodes") == "16");
  CHECK(cell(rows, 1, "seq") == "8192");
  CHECK(cell(rows, 1, "dtype") == "fp8");
  CHECK(cell(rows, 1, "tp") == "1");
  CHECK(cell(rows, 1, "dp") == "64");
  CHECK(cell(rows, 1, "micro_batch") == "1");
  CHECK(cell(rows, 1, "global_batch") == "128");
  CHECK(cell(rows, 1, "year") == "2026");
  CHECK_THAT(cell(rows, 1, "where_in_source"), Contains("config_GB300_16x4x2xtp1pp1cp1_fp8.sh"));
}

TEST_CASE("the step time is that of the last block: the first one has the start-up in it", "[mlperf]") {
  Told told;
  CHECK(std::stod(cell(published_folder(told), 1, "iteration_s")) == Approx(0.31));
}

TEST_CASE("without step times the samples of a block over its time say them, then the throughput", "[mlperf]") {
  const std::string batch = event(0, "global_batch_size", "8");
  const std::string start = event(1000, "block_start", "null", R"({"samples_count": 0})"),
                    stop = event(3000, "block_stop", "null", R"({"samples_count": 80})"),
                    rate = event(2000, "tracked_stats", R"({"throughput": 16})");
  const MlperfRun counted = run_of(batch + start + rate + stop);
  CHECK(counted.step_time == Approx(0.2));
  CHECK(counted.of == "samples of a block");
  CHECK(counted.steps == 10);
  const MlperfRun rated = run_of(batch + rate);
  CHECK(rated.step_time == Approx(0.5));
  CHECK_THAT(rated.of, Contains("throughput"));
  CHECK(is_absent(run_of(start + stop).step_time));
}

TEST_CASE("a line that cannot be read is named by its number, and the others are read", "[mlperf]") {
  Told told;
  published_folder(told);
  REQUIRE(told.sentences.size() == 1);
  CHECK_THAT(told.sentences.at(0), Contains("llama31_8b/result_0.txt: line 25: no event of MLLOG"));
  const Folder folder;
  std::string log;
  for (int i = 0; i < 9; ++i) log += ":::MLLOG {\n";
  Told many;
  const MlperfRun run = read_mlperf_log(folder.write("result_0.txt", log), many.tell);
  CHECK(run.bad == 9);
  CHECK(many.sentences.size() == 4);
}

TEST_CASE("a line without an end takes no memory", "[mlperf]") {
  const Folder folder;
  Told told;
  std::string text(3 << 20, 'x');
  text += '\n';
  text += event(0, "global_batch_size", "8");
  const MlperfRun run = read_mlperf_log(folder.write("result_0.txt", text), told.tell);
  CHECK(run.global_batch == 8);
  REQUIRE(told.sentences.size() == 1);
  CHECK_THAT(told.sentences.at(0), Contains("line 1: longer than 1048576 bytes"));
}

TEST_CASE("a planted link is not followed, neither to a log nor to a folder nor to a system", "[mlperf]") {
  const Folder outside, folder;
  const std::string secret = outside.write("result_0.txt", event(0, "submission_org", "\"outside\""));
  outside.write("deep/bert/result_0.txt", event(0, "submission_org", "\"outside\""));
  outside.write("system.json", R"({"number_of_nodes": 77, "accelerators_per_node": 8})");
  folder.write("Lab/results/box/bert/result_1.txt", event(0, "global_batch_size", "8"));
  std::filesystem::create_directories(folder / "Lab/systems");
  std::filesystem::create_symlink(secret, folder / "Lab/results/box/bert/result_0.txt");
  std::filesystem::create_directory_symlink(outside / "deep", folder / "Lab/results/other");
  std::filesystem::create_symlink(outside / "system.json", folder / "Lab/systems/box.json");
  Told told;
  const PublishedRows rows = mlperf_rows(folder.path(), built_in(), told.tell);
  REQUIRE(rows.rows.size() == 1);
  CHECK_THAT(cell(rows, 0, "id"), Contains("result_1.txt"));
  CHECK(cell(rows, 0, "nodes").empty());
}

TEST_CASE("a folder without results is refused in one sentence", "[mlperf]") {
  const Folder folder;
  folder.write("Lab/systems/box.json", "{}");
  Told told;
  CHECK_THROWS_WITH(mlperf_rows(folder.path(), built_in(), told.tell), Contains("no result_*.txt of MLPerf Training"));
}

TEST_CASE("the submission's only configuration for so many GPUs says the layout that a log does not", "[mlperf]") {
  const Folder folder;
  folder.write("Lab/results/box/llama31_8b/result_0.txt", event(0, "global_batch_size", "16"));
  folder.write("Lab/systems/box.json", R"({"number_of_nodes": 2, "accelerators_per_node": 8})");
  const std::string implementation = "Lab/benchmarks/llama31_8b/implementations/nemo/";
  folder.write(implementation + "config_DGXB200_2x8x1xtp2pp1cp1.sh", "");
  folder.write(implementation + "config_DGXB200_8x8x1xtp4pp1cp1.sh", "");
  Told told;
  CHECK(cell(mlperf_rows(folder.path(), built_in(), told.tell), 0, "tp") == "2");
  folder.write(implementation + "config_DGXB200_2x8x2xtp1pp1cp1.sh", "");
  CHECK(cell(mlperf_rows(folder.path(), built_in(), told.tell), 0, "tp").empty());
}

TEST_CASE("rows of a folder are measurements like any others", "[mlperf]") {
  Told told;
  const std::vector<Measurement> runs = read_measurements(csv_of(published_folder(told)), "folder", built_in());
  REQUIRE(runs.size() == 2);
  CAPTURE(runs.at(1).reason);
  CHECK(runs.at(1).status == Measurement::Status::usable);
  CHECK(runs.at(1).step_time == Approx(0.31));
  CHECK_FALSE(runs.at(0).reason.empty());
}

}  // namespace
}  // namespace llmsize::test
