// SPDX-License-Identifier: Apache-2.0
// probe: what it measures, says and refuses, and that nothing is left on the disk whatever ends it.
#include "answers.hpp"
#include "folder.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <random>
#include <thread>

namespace llmsize::tests {
namespace {

using nlohmann::json;

const std::string small = " --preset quick --max-bytes 100MB";

json parsed(const Folder& folder, const std::string& name) { return json::parse(folder.read(name)); }

bool has_driver() {
  return std::filesystem::exists("/proc/driver/nvidia/version") || std::filesystem::exists("/sys/module/amdgpu");
}

TEST_CASE("Without a driver GPUs cannot be measured, and everything else can", "[probe]") {
  if (has_driver()) {
    WARN("skipped: this machine has a GPU");
    return;
  }
  const Outcome alone = run_line("probe gpu --json");
  CHECK(alone.exit == nothing_measured);
  CHECK(is_refusal(alone.err));
  CHECK_THAT(alone.err, Catch::Contains("gpu: no NVIDIA driver: libcuda.so.1 was not found"));
  CHECK(json::parse(alone.out).at("results").empty());

  const json all = document("probe all" + small);
  CHECK(all.at("schema") == "llmsize.probe/1");
  CHECK(all.at("errors").dump().find("libcuda.so.1") != std::string::npos);
  CHECK(all.at("errors").dump().find("--dir") != std::string::npos);
  REQUIRE(all.at("results").size() == 1);
  const json& dram = all.at("results")[0];
  CHECK(dram.at("probe") == "dram");
  CHECK(dram.at("verified") == true);
  CHECK(dram.at("raw").size() == 9);
  CHECK(dram.at("value") > 1e8);
}

TEST_CASE("A record says what the machine is, but its name only where that is asked for", "[probe]") {
  const json record = document("probe host --preset quick"), again = document("probe host --preset quick --name");
  CHECK(record.at("host").at("id").get<std::string>().size() == 64);
  CHECK(record.at("host").at("id") == again.at("host").at("id"));
  CHECK(record.at("host").at("cpu").at("cores") >= 1);
  CHECK(record.at("host").at("mem_bytes") > 1e8);
  CHECK_FALSE(record.at("host").contains("name"));
  CHECK(record.dump().find(again.at("host").at("name").get<std::string>()) == std::string::npos);
}

TEST_CASE("A dry run tells steps, bytes, seconds and commands, and changes nothing", "[probe]") {
  const Folder folder;
  const json plan = document("probe storage --dry-run -o " + (folder / "x.json") + " --dir " + folder.path() + small);
  CHECK(folder.entries() == 0);
  CHECK(plan.at("seconds") > 1);
  CHECK(plan.at("bytes_written") > 1e6);
  CHECK(plan.at("bytes_written") <= 1e8);
  CHECK(plan.at("bytes_kept") <= 1e8);
  const std::string page = output("probe storage --dry-run --dir " + folder.path() + small);
  CHECK_THAT(
      page,
      Catch::Contains("--rw=write") && Catch::Contains("fio --output-format=json") && Catch::Contains(folder.path()));
  CHECK(folder.entries() == 0);
}

TEST_CASE("A dry run lists the GEMMs of the model's layer", "[probe]") {
  const std::string line = "probe gemm --model megatron-39.1b --tp 8 --dry-run";
  const json gemms = document(line).at("gemms");
  REQUIRE(gemms.size() == 4);
  CHECK(gemms.at(0) == json{{"name", "qkv"}, {"m", 2048}, {"n", 3072}, {"k", 8192}});
  CHECK_THAT(output(line), Catch::Contains("2,048 × 3,072 × 8,192"));
  CHECK(document("probe gemm --dry-run").at("gemms").empty());
}

TEST_CASE("A time limit leaves out the least important steps", "[probe]") {
  const Folder folder;
  const std::string line = "probe storage host --dry-run --dir " + folder.path() + small;
  const json all = document(line);
  const double half = all.at("seconds").get<double>() / 2;
  const json some = document(fmt::format("{} --max-time {}s", line, half));
  CHECK(all.at("left_out") == 0);
  CHECK(some.at("seconds") <= half);
  CHECK(some.at("left_out") > 0);
  CHECK(some.at("left_out") == all.at("steps").size() - some.at("steps").size());
  check_line_refused(line + " --max-time 1ms", usage, {"--max-time"});
}

TEST_CASE("What cannot be probed is refused before anything starts", "[probe]") {
  const Folder folder;
  check_line_refused("probe gmem", usage, {"'gmem'", "did you mean 'gemm'?"});
  check_line_refused("probe storage", usage, {"--dir"});
  check_line_refused("probe host --preset fast", usage, {"--preset", "quick, standard or full"});
  check_line_refused("probe host --max-time soon", usage, {"--max-time", "'soon'"});
  check_line_refused("probe host --max-bytes -1GB", usage, {"--max-bytes"});
  check_line_refused("probe host --progress loud", usage, {"--progress"});
  check_line_refused("probe host --tp 8", usage, {"--model"});
  check_line_refused("probe host --model gtp3-175b", unknown_id, {"gpt3-175b"});
  check_line_refused("probe storage --dir " + (folder / "none"), file, {"none"});
  const std::string path = folder.write("a.json", "precious");
  check_refused({"probe", "host", "-o", path}, file, {path, "--force"});
  check_refused({"probe", "host", "-o", folder / "none/a.json"}, file, {"none/a.json"});
  CHECK(folder.read("a.json") == "precious");
  CHECK(folder.entries() == 1);
}

TEST_CASE(
    "Storage is measured in a folder that is empty afterwards, and the record can be calibrated from", "[probe]") {
  const Folder measured, kept;
  const Outcome outcome = run_line(
      "probe storage --progress json --dir " + measured.path() + small + " --max-time 15s -o " + (kept / "node.json"));
  INFO(outcome.err);
  CHECK(outcome.exit == done);
  CHECK(outcome.out.empty());
  CHECK(measured.entries() == 0);
  const json record = parsed(kept, "node.json");
  CHECK_FALSE(record.value("truncated", false));
  CHECK(record.at("results").size() > 2);
  const json first = json::parse(outcome.err.substr(0, outcome.err.find('\n')));
  CHECK(first.at("event") == "plan");
  CHECK(first.at("seconds") <= 15);
  std::string last = outcome.err.substr(0, outcome.err.size() - 1);
  CHECK(json::parse(last.substr(last.rfind('\n') + 1)).at("event") == "end");
  CHECK(run_line("calibrate " + (kept / "node.json") + " -o " + (kept / "cal.json")).exit == done);
  CHECK(parsed(kept, "cal.json").is_object());
}

/// What is left when signals come a while after the start.
struct Stopped {
  Outcome outcome;
  std::size_t left_behind;
  std::string record;
};

Stopped stopped_after(
    std::chrono::milliseconds moment, const std::vector<int>& signals, const std::string& probes = "storage host") {
  const Folder measured, kept;
  Invocation invocation{words("probe " + probes + " --dir " + measured.path() + small + " -o " + (kept / "node.json"))};
  invocation.meanwhile = [&](int process) {
    for (const int signal : signals) {
      std::this_thread::sleep_for(moment);
      kill(process, signal);
      moment = std::chrono::milliseconds(20);
    }
  };
  const Outcome outcome = run(invocation);
  return {outcome, measured.entries(), kept.entries() > 0 ? kept.read("node.json") : std::string()};
}

TEST_CASE("Ctrl-C at any moment leaves a valid record and nothing else", "[probe]") {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> moments(100, 4000);
  constexpr int rounds = 5, at_once = 4;
  int in_the_middle = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::future<Stopped>> all;
    for (int i = 0; i < at_once; ++i)
      all.push_back(std::async(
          // Without the host: four times its arrays may be all the memory there is.
          std::launch::async, stopped_after, std::chrono::milliseconds(moments(random)), std::vector<int>{SIGINT},
          "storage"));
    for (auto& each : all) {
      const Stopped stopped = each.get();
      CAPTURE(stopped.outcome.err, stopped.outcome.signal);
      CHECK(stopped.left_behind == 0);
      if (stopped.outcome.signal == SIGINT) continue;  // before the program looked at signals
      CHECK(stopped.outcome.exit == 128 + SIGINT);
      REQUIRE_FALSE(stopped.record.empty());
      CHECK(json::parse(stopped.record).at("truncated") == true);
      ++in_the_middle;
    }
  }
  CHECK(in_the_middle > rounds * at_once / 2);
}

TEST_CASE("Other signals end a probe alike, and a second one still leaves nothing behind", "[probe]") {
  for (const int signal : {SIGTERM, SIGHUP}) {
    const Stopped stopped = stopped_after(std::chrono::milliseconds(1500), {signal});
    CHECK(stopped.outcome.exit == 128 + signal);
    CHECK(stopped.left_behind == 0);
    CHECK(json::parse(stopped.record).at("truncated") == true);
  }
  const Stopped twice = stopped_after(std::chrono::milliseconds(2500), {SIGINT, SIGINT});
  CHECK(twice.outcome.exit == 128 + SIGINT);
  CHECK(twice.left_behind == 0);
}

TEST_CASE("Several processes write a record each", "[probe]") {
  const Folder folder;
  const std::string root = geteuid() == 0 ? " --allow-run-as-root" : "";
  const std::string program = tests::program() + " probe host --preset quick -o ";
  const std::string launched = "mpirun -n 2 --oversubscribe" + root + " " + program;
  CHECK(std::system((launched + (folder / "one.json") + " 2>/dev/null").c_str()) != 0);
  CHECK(folder.entries() == 0);
  REQUIRE(std::system((launched + (folder / "%r.json") + " >/dev/null").c_str()) == 0);
  CHECK(folder.entries() == 2);
  for (int rank = 0; rank < 2; ++rank) {
    const json launch = parsed(folder, fmt::format("{}.json", rank)).at("launch");
    CHECK(launch.at("kind") == "openmpi");
    CHECK(launch.at("rank") == rank);
    CHECK(launch.at("size") == 2);
  }
  const std::string calibrate =
      tests::program() + " calibrate " + folder.path() + "/?.json -o " + (folder / "cal.json");
  CHECK(std::system(calibrate.c_str()) == 0);
  CHECK(parsed(folder, "cal.json").is_object());
}

}  // namespace
}  // namespace llmsize::tests
