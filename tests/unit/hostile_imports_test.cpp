// SPDX-License-Identifier: Apache-2.0
// Outputs of tools that were cut, changed or made up: each is refused in one sentence or gives a record that can be
// written and read, and nothing is made of what it does not say. The files were found by fuzzing and by hand.
#include "core/catalog/schema.hpp"
#include "core/files/bad_input.hpp"
#include "core/probe/importers/importer.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

namespace llmsize::test {
namespace {

using Catch::Contains;

const std::string folder = tests::fixture("probe") + "/";

std::vector<std::filesystem::path> files_in(const std::string& path) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The sentence of a refusal, or nothing where a record was made that holds.
std::string refusal_of(const std::string& text, const std::string& name, const std::string& tool = {}) {
  ImportOptions options;
  options.tool = tool;
  options.created = "2026-01-31T12:00:00Z";
  try {
    const Json written = write_record(import_record(text, name, options));
    CHECK_NOTHROW(check_schema("probe", written, name));
    const std::string dumped = written.dump();
    CHECK(write_record(read_record(parse_json(dumped, name), name)).dump() == dumped);
    return {};
  } catch (const BadInput& refusal) {
    CHECK(refusal.kind() == BadInput::Kind::data);
    CHECK_THAT(refusal.what(), Catch::StartsWith(name + ": "));
    return refusal.what();
  }
}

std::string nccl(const std::string& row, const std::string& rest = {}) {
  return R"({"results": [{"size": 1024, "out_of_place": )" + row + "}]" + rest + "}";
}
std::string nvbandwidth(const std::string& cells, const std::string& rest = {}) {
  return R"({"nvbandwidth": {"testcases": [{"name": "host_to_device_memcpy_ce", "status": "Passed", )"
         R"("bandwidth_matrix": )" +
         cells + "}]" + rest + "}}";
}
const std::string fine_row = R"({"time": 1, "alg_bw": 1, "bus_bw": 1})";

TEST_CASE("what fuzzers found is refused or read, whatever tool it is said to be of", "[importers][hostile]") {
  const auto files = files_in(folder + "hostile");
  REQUIRE(files.size() >= 19);
  for (const auto& file : files) {
    const std::string name = file.filename();
    CAPTURE(name);
    std::string text;
    try {
      text = read_file(file);
    } catch (const BadInput& refusal) {
      CHECK_THAT(refusal.what(), Contains("expected a text in UTF-8"));
      continue;
    }
    refusal_of(text, name);
    for (const Importer* importer : importers()) refusal_of(text, name, std::string(importer->tool));
  }
}

TEST_CASE("a refusal of a tool's output tells what is wrong with it and where", "[importers][hostile]") {
  struct Row {
    std::string text;
    const char* phrase;
  };
  const std::string long_text(2000, 'x');
  const Row rows[] = {
      {nccl(fine_row, R"(, "config": 5)"), "mine: config: expected an object"},
      {nccl(fine_row, R"(, "config": {"devices": 5})"), "mine: config.devices: expected a list"},
      {nccl(fine_row, R"(, "config": {"devices": [{"hostname": 5}]})"), "config.devices[0].hostname: expected a text"},
      {nccl(fine_row, R"(, "config": {"ngpus": 20000, "nthreads": 1000})"), "up to 1024, the GPUs of one node"},
      {nccl(fine_row, R"(, "config": {"ngpus": 1e300, "nthreads": 1})"), "up to 1024, the GPUs of one node"},
      {nccl(fine_row, R"(, "config": {"ngpus": 2.5, "nthreads": 1})"), "a whole number of ngpus"},
      {nccl(R"({"time": "fast", "bus_bw": 1})"), "results[0].out_of_place.time: expected a number"},
      {nccl(R"({"time": 1, "bus_bw": 1e300})"), "coll-local bus_bandwidth of inf B/s cannot be"},
      {nccl(R"({"time": -1, "bus_bw": 1})"), "coll-local time of -1e-06 s cannot be"},
      {R"({"results": [{"out_of_place": {"time": 1, "bus_bw": 1}}]})", "results[0]: expected a 'size'"},
      {R"({"results": [{"size": 0.5, "out_of_place": {"time": 1, "bus_bw": 1}}]})", "bytes 0.5 cannot be"},
      {nccl(fine_row, R"(, "args": [")" + long_text + "\"]"), "args[0]: expected a text of at most 1000 bytes"},
      {nvbandwidth(R"([["1e300"]])"), "h2d bandwidth of inf B/s cannot be; expected 1 to 1e+16"},
      {nvbandwidth(R"([["1e30"]])"), "h2d bandwidth of 1e+39 B/s cannot be"},
      {nvbandwidth(R"([["-5"]])"), "h2d bandwidth of -5e+09 B/s cannot be"},
      {nvbandwidth(R"([["much"]])"), "testcases[0].bandwidth_matrix[0][0]: expected a number or N/A"},
      {nvbandwidth("5"), "bandwidth_matrix: expected a list"},
      {nvbandwidth(R"([["55"]])", R"j(, "GPU Device list": ["0: \u001b]0;pwn\u0007 (0)"])j"),
       "'?]0;pwn?' is not a valid name"},
      {R"({"last_done":{"latency":5,"bytes/s":5},"first_done":{},"phase_type":"READ"})",
       "last_done.latency: expected an object"},
      {R"({"last_done":{"bytes/s":"many"},"first_done":{},"phase_type":"READ"})",
       "last_done.bytes/s: expected a number"},
      {"{\"last_done\":{},\n \"first_done\":{}\n", "mine: line 1: expected a whole JSON document"},
      {"IoType: READ Threads: 8 Throughput: 6.5 GiB/sec, XferType:\n", "not the output of gdsio, or no value in it"},
      {"XferType: GPUD Threads: 8 Throughput: 6.5 GiB/sec, IoType:\n", "not the output of gdsio, or no value in it"},
      {"IoType: SLEEP XferType: GPUD Threads: 8 Throughput: 6.5\n", "not the output of gdsio, or no value in it"},
      {"IoType: READ XferType: GPUD Threads: 2.5 Throughput: 6.5\n",
       "fs.read: threads 2.5 cannot be; expected a whole number"},
      {"IoType: READ XferType: GPU\xFF Threads: 2 Throughput: 6.5\n", "'GPU?' is not a valid name"},
      {"IoType: READ XferType: GPU\xED\xA0\x80 Threads: 2 Throughput: 6.5\n", "is not a valid name"},
      {"IoType: READ XferType: GPUD Threads: 2 Throughput: 6.5 total_time 1e300\n",
       "fs.read: invalid run time of 1e+300 s"},
      {"mamf-finder\nxyz TFLOPS @ 1x2x3\n", "not a log of mamf-finder, or no value in it"},
      {"mamf-finder\nmean: 700 TFLOPS @ 1x2x1e300\n", "gemm: k 1e+300 cannot be; expected a whole number"},
      {R"({"fio version": "3", "jobs": [{"read": {"io_bytes": 1, "bw": "x"}}]})", "jobs[0].read.bw: expected a number"},
      {R"({"fio version": "3", "jobs": 5})", "jobs: expected a list"},
      {R"({"fio version": "3", "global options": 5, "jobs": [{}]})", "global options: expected an object"},
  };
  for (const auto& [text, phrase] : rows) {
    CAPTURE(text);
    CHECK_THAT(refusal_of(text, "mine"), Contains(phrase));
  }
}

TEST_CASE("a log whose lines were cut tells only what whole lines say", "[importers][hostile]") {
  const ProbeRecord record = import_record(read_file(folder + "hostile/mamf2.txt"), "mamf2.txt", {});
  REQUIRE(record.results.size() == 1);
  CHECK(record.results.front().raw == std::vector<double>{7e14});
  CHECK_FALSE(record.results.front().details.contains("max"));
}

TEST_CASE("names that are said have to be readable", "[importers][hostile]") {
  for (const char* name : {"gpu\xFF", "gpu\033[31m"}) {
    ImportOptions node, gpu;
    node.node = gpu.gpu = name;
    for (const ImportOptions& options : {node, gpu})
      CHECK_THROWS_WITH(
          import_record(read_file(folder + "gdsio.txt"), "gdsio.txt", options), Contains("is not a valid name"));
  }
}

TEST_CASE("more values than one run tells are refused before they fill the memory", "[importers][hostile]") {
  std::string cells, lines;
  for (int i = 0; i < 100'001; ++i) cells += (i > 0 ? ",5" : "[[5");
  CHECK_THAT(refusal_of(nvbandwidth(cells + "]]"), "mine"), Contains("more than 100000 values"));
  for (int i = 1; i < 8000; ++i)
    lines += "IoType: READ XferType: GPUD Threads: " + std::to_string(i) + " Throughput: " + std::to_string(i) + "\n";
  CHECK_THAT(refusal_of(lines, "mine"), Contains("more than 2000 values"));
  CHECK_THAT(
      refusal_of("#bytes BW average[" + std::string(1'000'001, '\n'), "mine"),
      Contains("lines; expected the output of one run"));
}

/// A text with some bytes of another kind, or a part of it missing or twice.
std::string changed(std::string text, std::mt19937& random) {
  const auto place = [&] { return random() % text.size(); };
  constexpr std::string_view bytes = "0-{}[]\",:eE. \n\t\xFF\x00\x1B";
  for (auto turn = random() % 4 + 1; turn > 0 && !text.empty(); --turn) switch (random() % 4) {
      case 0: text[place()] = bytes[random() % bytes.size()]; break;
      case 1: text.insert(place(), 1, bytes[random() % bytes.size()]); break;
      case 2: text.erase(place(), random() % 40); break;
      default: text.insert(place(), text.substr(place(), random() % 40)); break;
    }
  return text;
}

TEST_CASE("samples with changed bytes are refused or give a record that holds", "[importers][hostile]") {
  std::mt19937 random(7);
  for (const auto& file : files_in(folder)) {
    const std::string name = file.filename(), text = read_file(file);
    for (int turn = 0; turn < 100; ++turn) {
      const std::string other = changed(text, random);
      CAPTURE(name, turn);
      refusal_of(other, name);
    }
  }
}

}  // namespace
}  // namespace llmsize::test
