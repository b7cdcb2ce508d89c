// SPDX-License-Identifier: Apache-2.0
// Outputs of tools, records and calibrations that fuzzers and people broke: an ordinary answer or refusal, never a
// crash, an internal error or a silent wrong number.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <regex>

namespace llmsize::tests {
namespace {

TEST_CASE("Every broken output of a tool is imported or refused in one sentence") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(fixture("probe/hostile"))) {
    ++files;
    for (const std::string form : {"table", "json"}) {
      const auto start = std::chrono::steady_clock::now();
      const Outcome outcome = run({{"import", entry.path(), "--format", form}});
      CAPTURE(entry.path().string(), outcome.err);
      CHECK((outcome.exit == done || outcome.exit == data));
      if (outcome.exit != done) CHECK(is_refusal(outcome.err));
      CHECK(outcome.out.empty() == (outcome.exit != done));
      // It took minutes where a count of GPUs was believed; a busy machine takes seconds at most.
      CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
    }
  }
  CHECK(files >= 19);
}

std::string calibration(
    const std::string& key, const std::string& median, const std::string& p10, const std::string& p90) {
  return R"({"schema": "llmsize.calibration/1", "software": "generic", "values": {")" + key + R"(": {"median": )" +
         median + R"(, "p10": )" + p10 + R"(, "p90": )" + p90 + "}}}";
}

TEST_CASE("A calibration sets what is measured, within what can be, and nothing else") {
  const Folder folder;
  const auto refuses = [&](const std::string& text, const std::string& phrase) {
    const std::string file = folder.write("cal.json", text);
    check_refused(
        {"size", "--model", "gpt3-175b", "--system", "dgx-h100", "--tokens", "300B", "--nodes", "16", "--calibration",
         file},
        data, {file + ": ", phrase});
  };
  refuses(calibration("model.layers", "3", "3", "3"), "model.layers is not a measured or fitted input");
  refuses(calibration("cluster.nodes", "3", "3", "3"), "cluster.nodes is not a measured or fitted input");
  refuses(calibration("accelerator.memory_efficiency", "0.5", "-5", "1"), "expected a value above 0");
  refuses(calibration("accelerator.memory_efficiency", "0.5", "1e-300", "1e300"), "expected at most 10000×");
  refuses(calibration("node.host_bandwidth", "0", "0", "0"), "invalid value 0 B/s");
}

TEST_CASE("A measured 0 is no measurement") {
  const Folder folder;
  for (const std::string rate : {"0", "1e-300", "1e300"}) {
    const std::string record = folder.write(
        "node.json", R"({"schema": "llmsize.probe/1", "created": "2026-01-01T00:00:00Z", "host": {"name": "n1"}, )"
                     R"("results": [{"probe": "dram", "metric": "bandwidth", "unit": "B/s", "raw": [)" +
                         rate + "]}]}");
    check_refused({"calibrate", record}, data, {"n1: dram bandwidth of", "is not possible; excluded"});
  }
}

TEST_CASE("What a record could not hold is refused before anything is measured", "[probe]") {
  for (const char* option : {"--dir", "--lib-dir"})
    check_refused(
        {"probe", "host", option, "/tmp/\xFF"}, usage, {"'/tmp/?' for " + std::string(option) + ": expected UTF-8"});
}

/// What a probe that was killed leaves.
void leave_behind(const Folder& folder) {
  char machine[256] = {};
  gethostname(machine, sizeof machine - 1);
  folder.write(".llmsize-probe-abcdefgh/lock", std::string("1 ") + machine + "\n");
}

/// A text without its durations: a dry run estimates them from the memory that is free, which differs from run to run.
std::string without_times(const std::string& text) {
  static const std::regex time(" *[0-9.,]+ (ns|µs|ms|s|min|h)\\b");
  return std::regex_replace(text, time, " TIME");
}

TEST_CASE("Notes that nobody can read do not end a probe", "[probe]") {
  const Folder folder;
  leave_behind(folder);
  const Invocation dry{{"probe", "host", "--dir", folder.path(), "--dry-run"}};
  const Outcome told = run(dry);
  CHECK(told.exit == done);
  CHECK_THAT(told.err, Catch::Contains("--remove-leftovers removes it"));
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) {
    WARN("skipped: no /dev/full");
    return;
  }
  Invocation unread = dry;
  unread.standard_error = full;
  const Outcome outcome = run(unread);
  close(full);
  CHECK(outcome.exit == done);
  CHECK(outcome.signal == 0);
  CHECK_THAT(told.out, Catch::Contains("step"));
  CHECK(without_times(outcome.out) == without_times(told.out));
}

}  // namespace
}  // namespace llmsize::tests
