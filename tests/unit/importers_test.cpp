// SPDX-License-Identifier: Apache-2.0
// Outputs of other tools become records: right units, right settings, and one clear sentence where a text is something
// else.
#include "core/catalog/schema.hpp"
#include "core/files/bad_input.hpp"
#include "core/probe/importers/importer.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

std::string sample(const std::string& name) { return read_file(tests::fixture("probe/" + name)); }

ProbeRecord imported_from(const std::string& name, ImportOptions options = {}) {
  options.created = "2026-01-31T12:00:00Z";
  return import_record(sample(name), name, options);
}

/// The results of a probe and metric.
std::vector<ProbeResult> of(const ProbeRecord& record, const std::string& probe, const std::string& metric) {
  std::vector<ProbeResult> found;
  for (const ProbeResult& result : record.results)
    if (result.probe == probe && result.metric == metric) found.push_back(result);
  return found;
}

bool has_flag(const ProbeResult& result, const char* flag) {
  return std::find(result.flags.begin(), result.flags.end(), flag) != result.flags.end();
}

const std::pair<const char*, const char*> samples[] = {
    {"nvbandwidth", "nvbandwidth.json"},
    {"nccl-tests", "nccl-tests.txt"},
    {"nccl-tests", "nccl-tests.json"},
    {"nccl-tests", "nccl-tests-4-nodes.txt"},
    {"nccl-tests", "rccl-tests.txt"},
    {"mamf-finder", "mamf-finder.txt"},
    {"mamf-finder", "mamf-finder-4.txt"},
    {"perftest", "ib_write_bw.txt"},
    {"perftest", "ib_send_lat.txt"},
    {"elbencho", "elbencho.csv"},
    {"elbencho", "elbencho.json"},
    {"gdsio", "gdsio.txt"},
    {"fio", "fio.json"},
};

TEST_CASE("every sample is recognised by its text and makes a record that follows the schema", "[importers]") {
  for (const auto& [tool, file] : samples) {
    CAPTURE(file);
    const ProbeRecord record = imported_from(file);
    CHECK(record.args == std::vector<std::string>{"import", "--as", tool});
    CHECK_FALSE(record.results.empty());
    for (const ProbeResult& result : record.results) CHECK(has_flag(result, "imported"));
    const Json written = write_record(record);
    CHECK_NOTHROW(check_schema("probe", written, file));
    CHECK(write_record(read_record(written, file)) == written);
    ImportOptions named;
    named.tool = tool;
    CHECK(write_record(imported_from(file, named)) == written);
  }
}

TEST_CASE("the text of another tool is refused in one sentence", "[importers]") {
  for (const Importer* importer : importers())
    for (const auto& [tool, file] : samples) {
      if (importer->tool == tool) continue;
      CAPTURE(importer->tool, file);
      ImportOptions options;
      options.tool = importer->tool;
      CHECK_THROWS_WITH(
          imported_from(file, options), Contains(file) && Contains("not ") && Contains(std::string(importer->output)));
    }
  for (const char* text :
       {"", "{}", "[1, 2", "busbw algbw", "hello\n", "{\"fio version\": 3, \"jobs\": [3]}", "\"nvbandwidth\": {"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(import_record(text, "mine.txt", {}), BadInput);
    for (const Importer* importer : importers()) CHECK_THROWS_AS(importer->read(text, "mine.txt"), BadInput);
  }
  CHECK_THROWS_WITH(import_record("hello", "mine.txt", {}), Contains("mine.txt: the output of none of elbencho, fio"));
  ImportOptions misspelt;
  misspelt.tool = "nvbandwith";
  CHECK_THROWS_WITH(imported_from("nvbandwidth.json", misspelt), Contains("did you mean 'nvbandwidth'?"));
}

TEST_CASE("nvbandwidth: one result per GPU, alone and together", "[importers]") {
  const ProbeRecord record = imported_from("nvbandwidth.json");
  const auto to_device = of(record, "h2d", "bandwidth");
  REQUIRE(to_device.size() == 4);
  CHECK(to_device[0].raw.front() == Approx(55.31e9));
  CHECK(to_device[0].params.at("together") == false);
  CHECK(to_device[3].raw.front() == Approx(42.8e9));
  CHECK(to_device[3].params.at("together") == true);
  CHECK(to_device[3].params.at("gpu") == 1);
  CHECK(of(record, "p2p", "bandwidth").size() == 2);
  CHECK(of(record, "nvbandwidth", "latency").front().raw.front() == Approx(812.4e-9));
  CHECK(record.host.at("gpus").size() == 2);
  CHECK(record.host.at("gpus")[0].at("name") == "NVIDIA H100 80GB HBM3");
  CHECK(record.host.at("gpus")[0].at("driver") == "550.54.15");
}

TEST_CASE("nccl-tests: bus bandwidths and times of one node", "[importers]") {
  const ProbeRecord record = imported_from("nccl-tests.txt");
  const auto rates = of(record, "coll-local", "bus_bandwidth");
  const auto times = of(record, "coll-local", "time");
  REQUIRE(times.size() == 5);
  REQUIRE(rates.size() == 4);  // 8 bytes have none worth printing
  CHECK(rates.back().raw.front() == Approx(350.13e9));
  CHECK(rates.back().params.at("bytes") == 1073741824);
  CHECK(rates.back().params.at("collective") == "all_reduce");
  CHECK(rates.back().params.at("ranks") == 4);
  CHECK(rates.back().verified);
  CHECK(times.front().raw.front() == Approx(24.1e-6));
  CHECK(record.host.at("name") == "gpu-01");
  CHECK(record.host.at("gpus").size() == 4);
}

TEST_CASE("nccl-tests: JSON of two nodes; wrong results are invalid", "[importers]") {
  const ProbeRecord record = imported_from("nccl-tests.json");
  const auto rates = of(record, "coll-multi", "bus_bandwidth");
  REQUIRE(rates.size() == 2);
  CHECK(rates[0].valid());
  CHECK(rates[0].params.at("nodes") == 2);
  CHECK_FALSE(rates[1].valid());
  CHECK_FALSE(record.host.contains("name"));
}

TEST_CASE("nccl-tests: a record of four nodes lists the GPUs of one", "[importers]") {
  const ProbeRecord record = imported_from("nccl-tests-4-nodes.txt");
  CHECK(record.host.at("gpus").size() == 8);
  const auto rates = of(record, "coll-multi", "bus_bandwidth");
  CHECK(rates.back().params.at("ranks") == 32);
  CHECK(rates.back().params.at("nodes") == 4);
}

TEST_CASE("rccl-tests: the collective follows from the rates where no line names it", "[importers]") {
  const auto rates = of(imported_from("rccl-tests.txt"), "coll-local", "bus_bandwidth");
  REQUIRE(rates.size() == 2);
  CHECK(rates[1].raw.front() == Approx(268.44e9));
  CHECK(rates[1].params.at("collective") == "all_reduce");
}

TEST_CASE("mamf-finder: mean or burst, and what is sustained", "[importers]") {
  const auto old = imported_from("mamf-finder.txt");
  const auto mean = of(old, "gemm", "rate");
  REQUIRE(mean.size() == 1);
  CHECK(mean[0].raw.front() == Approx(794.5e12));
  CHECK(mean[0].params == Json{{"dtype", "bf16"}, {"m", 4096}, {"n", 9216}, {"k", 1024}});
  CHECK(has_flag(mean[0], "burst"));
  CHECK(old.host.at("gpus")[0].at("name") == "NVIDIA H100 80GB HBM3");
  const auto newer = imported_from("mamf-finder-4.txt");
  CHECK(of(newer, "gemm", "rate").front().raw.front() == Approx(842e12));
  CHECK(of(newer, "gemm-soak", "rate").front().raw.front() == Approx(722e12));
  CHECK_FALSE(has_flag(of(newer, "gemm-soak", "rate").front(), "burst"));
}

TEST_CASE("perftest: its MB are 2^20 bytes, its latency half a round trip", "[importers]") {
  const auto rate = of(imported_from("ib_write_bw.txt"), "rdma", "bandwidth");
  REQUIRE(rate.size() == 1);
  CHECK(rate[0].raw.front() == Approx(46557.03 * 1048576));
  CHECK(rate[0].params.at("test") == "RDMA_Write BW");
  CHECK(rate[0].params.at("device") == "mlx5_0");
  const auto latency = of(imported_from("ib_send_lat.txt"), "rdma", "latency");
  REQUIRE(latency.size() == 1);
  CHECK(latency[0].raw.front() == Approx(1.79e-6));
}

TEST_CASE("elbencho: what counts is when the last thread was done", "[importers]") {
  const ProbeRecord record = imported_from("elbencho.csv");
  CHECK(of(record, "fs.read", "bandwidth").size() == 3);
  CHECK(of(record, "fs.read", "bandwidth").front().raw.front() == Approx(2000.0 * 1048576));
  CHECK(has_flag(of(record, "fs.write", "bandwidth").front(), "burst"));
  CHECK(of(record, "fs-clients.read", "bandwidth").front().params.at("clients") == 4);
  CHECK(of(record, "fs.random_read", "operations").front().raw.front() == 210000);
  const auto fit =
      std::find_if(record.fits.begin(), record.fits.end(), [](const auto& each) { return each.probe == "fs.read"; });
  REQUIRE(fit != record.fits.end());
  CHECK(fit->at(64) == Approx(19000.0 * 1048576).epsilon(0.05));
  const ProbeRecord lines = imported_from("elbencho.json");
  CHECK(of(lines, "fs-sustained.write", "bandwidth").front().raw.front() == 6e9);
  CHECK_FALSE(has_flag(of(lines, "fs-sustained.write", "bandwidth").front(), "burst"));
  CHECK(of(lines, "fs.read", "latency").front().raw.front() == Approx(640e-6));
}

TEST_CASE("gdsio: one result per line, the path told", "[importers]") {
  const ProbeRecord record = imported_from("gdsio.txt");
  const auto read = of(record, "fs.read", "bandwidth");
  REQUIRE(read.size() == 1);
  CHECK(read[0].raw.front() == Approx(6.524658 * 1073741824));
  CHECK(read[0].params == Json{{"threads", 8}, {"block_bytes", 1048576}});
  CHECK(read[0].details.at("path") == "GPUD");
  CHECK(has_flag(of(record, "fs.write", "bandwidth").front(), "burst"));
  CHECK(of(record, "fs.random_read", "bandwidth").size() == 1);
}

TEST_CASE("fio: groups, options of all jobs, writes into a cache are invalid", "[importers]") {
  ImportOptions local;
  local.local = true;
  const ProbeRecord record = imported_from("fio.json", local);
  const auto read = of(record, "nvme.read", "bandwidth");
  REQUIRE(read.size() == 1);
  CHECK(read[0].raw.front() == 1e10);
  CHECK(read[0].params == Json{{"threads", 32}, {"block_bytes", 1048576}});
  CHECK(of(record, "nvme.random_read", "operations").front().raw.front() == 100000);
  CHECK(of(record, "nvme.random_read", "latency").front().raw.front() == Approx(640e-6));
  REQUIRE(of(record, "nvme.write", "bandwidth").size() == 1);
  CHECK_FALSE(of(record, "nvme.write", "bandwidth").front().valid());
}

TEST_CASE("node and GPU may be said", "[importers]") {
  ImportOptions options;
  options.node = "gpu-09";
  options.gpu = "NVIDIA H200";
  const ProbeRecord record = imported_from("mamf-finder-4.txt", options);
  CHECK(record.node() == "gpu-09");
  CHECK(record.host.at("gpus")[0].at("name") == "NVIDIA H200");
}

}  // namespace
}  // namespace llmsize::test
