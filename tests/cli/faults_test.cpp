// SPDX-License-Identifier: Apache-2.0
// Disks that fail while the program reads or writes: never half an answer, and the reason is told.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

/// Runs the program on a disk with a fault; faults.cpp lists them.
Outcome run_on_failing_disk(const std::string& fault, const Folder& folder, const std::vector<std::string>& arguments) {
  return run({arguments, {{"LD_PRELOAD", LLMSIZE_FAULTS}, {"FAULT_FOLDER", folder.path()}, {"FAULT", fault}}});
}

void check_told(const Outcome& outcome, const std::string& phrase) {
  INFO(outcome.err);
  CHECK(outcome.exit == file);
  CHECK(outcome.out.empty());
  CHECK(is_refusal(outcome.err));
  CHECK_THAT(outcome.err, Catch::Contains(phrase));
}

TEST_CASE("An error while reading is no end of the file") {
  const Folder folder;
  std::string rows = "model,system,nodes,note\n";
  for (int i = 0; i < 400; ++i) rows += "gpt3-175b,dgx-h100,16," + std::string(400, 'x') + "\n";
  const std::string batch = folder.write("batch.csv", rows);
  const std::string scenario = folder.write("one.llmsize", R"({"schema_version": 1, "model": "gpt3-175b"})");
  // Rows are answered while they are read: what is out already are whole ones.
  const Outcome sheet = run_on_failing_disk("read:2", folder, {"run", batch, "--csv", "--quiet"});
  CHECK(sheet.exit == file);
  CHECK((sheet.out.empty() || sheet.out.back() == '\n'));
  CHECK(is_refusal(sheet.err));
  CHECK_THAT(sheet.err, Catch::Contains("batch.csv: cannot be read: Input/output error"));
  check_told(
      run_on_failing_disk("read:1", folder, {"memory", "--scenario", scenario}),
      "one.llmsize: cannot be read: Input/output error");
}

TEST_CASE("A file that the disk does not take is told with the reason, and the old one stays") {
  const Folder folder;
  const std::string path = folder.write("a.json", "precious");
  check_told(
      run_on_failing_disk("write:1", folder, {"memory", "-o", path, "--force"}), "a.json: No space left on device");
  // A full disk may be told only when what was written is sent there.
  check_told(run_on_failing_disk("fsync:1", folder, {"memory", "-o", path, "--force"}), "a.json: Input/output error");
  CHECK(folder.read("a.json") == "precious");
  CHECK(folder.entries() == 1);
}

TEST_CASE("A name that may be lost with the power is told") {
  const Folder folder;
  check_told(run_on_failing_disk("fsync:2", folder, {"memory", "-o", folder / "a.json"}), "Input/output error");
}

TEST_CASE("Of two who write the same file, the later one is refused") {
  for (const char* fault : {"late", "late, named"}) {
    const Folder folder;
    check_told(
        run_on_failing_disk(fault, folder, {"memory", "-o", folder / "a.json"}), "exists already\n  hint: --force");
    CHECK(folder.read("a.json") == "theirs");
    CHECK(folder.entries() == 1);
  }
}

TEST_CASE("File systems that cannot link or rename so are written to in an older way") {
  const std::string expected = run({{"memory", "--json"}}).out;
  for (const char* fault : {"no linkat", "no renameat2"}) {
    const Folder folder;
    CHECK(run_on_failing_disk(fault, folder, {"memory", "-o", folder / "a.json"}).exit == done);
    CHECK(folder.read("a.json") == expected);
    CHECK(folder.entries() == 1);
    CHECK(run_on_failing_disk(fault, folder, {"memory", "-o", folder / "a.json", "--force"}).exit == done);
    CHECK(folder.entries() == 1);
  }
}

bool knows_nameless_files(const Folder& folder) {
  const int nameless = open(folder.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (nameless >= 0) close(nameless);
  return nameless >= 0;
}

std::vector<std::string> saved_as(std::vector<std::string> question, const std::string& path, bool replaces) {
  question.insert(question.end(), {"-o", path});
  if (replaces) question.emplace_back("--force");
  return question;
}

/// A folder after a save that may have been killed: the old text or the new one, whole, and before a new one took the
/// name of an old one a hidden copy of it.
void check_saved(const Folder& folder, const std::string& name, const std::string& old, const std::string& whole) {
  const std::string there = fs::exists(folder / name) ? folder.read(name) : std::string();
  CHECK((there == whole || there == old));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path())) {
    const std::string other = entry.path().filename().string();
    if (other == name) continue;
    CHECK(folder.read(other) == whole);
    CHECK((!old.empty() && there == old && folder.entries() == 2));
  }
}

/// Kills the program before each call by which it saves, until it comes to an end. Returns how often it was killed.
int kill_at_each_step(const std::vector<std::string>& question, const std::string& name, const std::string& old) {
  const Folder quiet;
  REQUIRE(run({saved_as(question, quiet / name, false)}).exit == done);
  const std::string whole = quiet.read(name);
  for (int kills = 0;; ++kills) {
    const Folder folder;
    if (!old.empty()) folder.write(name, old);
    const Outcome outcome = run_on_failing_disk(
        "kill:" + std::to_string(kills + 1), folder, saved_as(question, folder / name, !old.empty()));
    INFO(name << ", step " << kills + 1 << ": " << outcome.err);
    check_saved(folder, name, old, whole);
    if (outcome.signal == SIGKILL) continue;
    REQUIRE(outcome.exit == done);
    CHECK(folder.entries() == 1);
    return kills;
  }
}

TEST_CASE("A program that is killed while it saves leaves the old file or the new one") {
  const Folder folder;
  std::string rows = "model,system,nodes,note\n";
  for (int i = 0; i < 200; ++i) rows += "gpt3-175b,dgx-h100,16," + std::string(8000, 'x') + "\n";
  const std::string sheet = folder.write("rows.csv", rows);
  std::vector<std::string> merged{"merge"};
  for (const char* shard : {"1/2", "2/2"}) {
    merged.push_back(folder / (std::string(1, shard[0]) + ".csv"));
    REQUIRE(run({{"run", sheet, "--quiet", "--shard", shard, "-o", merged.back()}}).exit == done);
  }
  const std::vector<std::pair<std::vector<std::string>, std::string>> saves = {
      {{"memory", "--json"}, "a.json"},
      {{"memory", "--nodes", "4", "--csv"}, "a.csv"},
      {{"memory"}, "a.md"},
      {{"catalog", "models"}, "a.txt"},
      {{"catalog", "systems", "--csv"}, "a.csv"},
      {{"catalog", "networks", "--json"}, "a.json"},
      {{"catalog", "storage", "--format", "md"}, "a.md"},
      {{"catalog", "prices"}, "a.txt"},
      {{"catalog", "accelerators"}, "a.txt"},
      {{"catalog", "--schema", "answer"}, "a.json"},
      {merged, "a.csv"}};
  if (!knows_nameless_files(folder)) {
    WARN("skipped: the file system knows no files without a name");
    return;
  }
  int kills = 0;
  for (const auto& [question, name] : saves)
    for (const char* old : {"", "precious"}) kills += kill_at_each_step(question, name, old);
  CHECK(kills >= 100);
}

}  // namespace
}  // namespace llmsize::tests
