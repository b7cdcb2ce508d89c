// SPDX-License-Identifier: Apache-2.0
// -o: the whole answer or no file, and nothing overwritten that was not meant to be.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

Outcome memory(const std::vector<std::string>& more) {
  std::vector<std::string> arguments = words("memory --parameters 17B");
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run({arguments});
}

TEST_CASE("The ending of the file tells the format, and the file is what standard output would be") {
  const Folder folder;
  for (const std::string ending : {"json", "csv", "tsv", "ndjson", "md"}) {
    INFO(ending);
    const Outcome outcome = memory({"-o", folder / ("a." + ending)});
    CHECK(outcome.exit == done);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.empty());
    CHECK(folder.read("a." + ending) == memory({"--format", ending}).out);
  }
  memory({"--output", folder / "a.txt"});
  CHECK(folder.read("a.txt") == memory({}).out);
  memory({"--json", "-o", folder / "b.csv"});
  CHECK(folder.read("b.csv") == memory({"--json"}).out);
  CHECK(folder.entries() == 7);
  check_refused({"memory", "-o", folder / "a.xyz"}, usage, {"'xyz'"});
  CHECK(folder.entries() == 7);
}

TEST_CASE("A dash is standard output") { CHECK(memory({"-o", "-"}).out == memory({}).out); }

TEST_CASE("An existing file is kept unless it may be overwritten") {
  const Folder folder;
  const std::string path = folder.write("a.json", "precious");
  check_refused({"memory", "-o", path}, file, {path, "--force"});
  CHECK(folder.read("a.json") == "precious");
  check_refused({"memory", "-o", path, "--force", "--model", "gpt3-175"}, unknown_id, {});
  check_refused({"memory", "-o", path, "--force", "--format", "xml"}, usage, {});
  CHECK(folder.read("a.json") == "precious");
  CHECK(memory({"-o", path, "--force"}).exit == done);
  CHECK(folder.read("a.json") == memory({"--json"}).out);
  CHECK(folder.entries() == 1);
}

TEST_CASE("--check writes the file and still fails") {
  const Folder folder;
  CHECK(
      memory({"--accelerator", "h100-sxm5-80gb", "--gpus", "1", "--check", "-o", folder / "a.json"}).exit ==
      check_failed);
  CHECK_FALSE(folder.read("a.json").empty());
}

TEST_CASE("What is no place for a file is refused") {
  const Folder folder;
  check_refused({"memory", "-o", folder.path()}, file, {folder.path(), "directory"});
  check_refused({"memory", "-o", folder.path(), "--force"}, file, {folder.path(), "directory"});
  check_refused({"memory", "-o", folder / "none/a.json"}, file, {"none/a.json"});
  check_refused({"memory", "-o", folder / std::string(300, 'a')}, file, {"aaa"});
  CHECK(folder.entries() == 0);
}

TEST_CASE("A folder that may not be written to is refused") {
  if (geteuid() == 0) {
    WARN("skipped: root may write everywhere");
    return;
  }
  const Folder folder;
  chmod(folder.path().c_str(), 0500);
  check_refused({"memory", "-o", folder / "a.json"}, file, {"a.json"});
  chmod(folder.path().c_str(), 0700);
  CHECK(folder.entries() == 0);
}

TEST_CASE("What is no regular file is never replaced, not even with --force") {
  const Folder folder;
  const std::string path = folder / "pipe.json";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  check_refused({"memory", "-o", path}, file, {path});
  check_refused({"memory", "-o", path, "--force"}, file, {path});
  CHECK(fs::is_fifo(path));
  CHECK(folder.entries() == 1);
}

TEST_CASE("A symbolic link is written through, not replaced") {
  const Folder folder;
  folder.write("a.json", "old");
  fs::create_symlink(folder / "a.json", folder / "link.json");
  CHECK(memory({"-o", folder / "link.json"}).exit == file);
  CHECK(memory({"-o", folder / "link.json", "--force"}).exit == done);
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(folder.read("a.json") == memory({"--json"}).out);
}

TEST_CASE("Overwriting keeps the permissions of the file") {
  const Folder folder;
  const std::string path = folder.write("a.json", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(memory({"-o", path, "--force"}).exit == done);
  CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

}  // namespace
}  // namespace llmsize::tests
