// SPDX-License-Identifier: Apache-2.0
// -o: the whole answer or no file, and nothing overwritten that was not meant to be.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

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
  check_refused({"memory", "-o", path, "--force", "--model", "gtp3-175b"}, unknown_id, {});
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

TEST_CASE("A symbolic link is refused, wherever it leads") {
  const Folder folder;
  folder.write("a.json", "old");
  fs::create_symlink(folder / "a.json", folder / "link.json");
  fs::create_symlink(folder / "none.json", folder / "dangling.json");
  for (const char* link : {"link.json", "dangling.json"}) {
    check_refused({"memory", "-o", folder / link}, file, {link, "symbolic link"});
    check_refused({"memory", "-o", folder / link, "--force"}, file, {link, "symbolic link"});
    CHECK(fs::is_symlink(folder / link));
  }
  CHECK(folder.read("a.json") == "old");
  CHECK(folder.entries() == 3);
}

TEST_CASE("Links that somebody laid beside the file are not followed") {
  const Folder folder;
  const std::string victim = folder.write("victim.txt", "precious");
  // Names that a former version wrote to first: another user could guess the number of the process.
  for (int process = getpid(); process < getpid() + 2000; ++process)
    fs::create_symlink(victim, folder / ("a.json." + std::to_string(process) + ".part"));
  CHECK(memory({"-o", folder / "a.json"}).exit == done);
  CHECK(folder.read("victim.txt") == "precious");
  CHECK(fs::is_regular_file(fs::symlink_status(folder / "a.json")));
}

TEST_CASE("A command does not write over what it reads") {
  const Folder folder;
  const std::string rows = folder.write("in.csv", "model,tp\ngpt3-175b,8\n");
  check_refused({"run", rows, "-o", rows, "--force"}, usage, {"-o", "in.csv is read by this command"});
  check_refused({"run", rows, "-o", folder.path() + "/./in.csv", "--force"}, usage, {"is read"});
  const std::string scenario = folder.write("a.llmsize", R"({"model": "gpt3-175b"})");
  check_refused({"memory", "--scenario", scenario, "-o", scenario, "--json", "--force"}, usage, {"is read"});
  const std::string model =
      folder.write("m.json", R"({"id": "m", "name": "M", "source": "me", "model": {"parameters_given": "7B"}})");
  for (const std::vector<std::string>& named :
       {std::vector<std::string>{"--model", model}, std::vector<std::string>{"--set", "model=" + model}}) {
    std::vector<std::string> arguments{"memory", "-o", model, "--force"};
    arguments.insert(arguments.end(), named.begin(), named.end());
    check_refused(arguments, usage, {"m.json is read"});
  }
  CHECK(folder.read("in.csv") == "model,tp\ngpt3-175b,8\n");
  CHECK(folder.entries() == 3);
}

TEST_CASE("The place is looked at before the work, by every command") {
  const Folder folder;
  const std::string path = folder.write("a.json", "precious");
  // Nothing of this exists: whoever looks at it first would say so.
  for (const std::string line :
       {"size --model none", "memory --model none", "train --model none", "plan --model none", "offload --model none",
        "checkpoint --model none", "data --model none", "trend --model none", "sweep --model none", "compare none none",
        "run none.llmsize", "explain none", "validate --measurements none.csv", "calibrate none.json", "catalog none",
        "import none.json", "probe none"}) {
    std::vector<std::string> arguments = words(line);
    if (arguments.front() == "probe") arguments = {"probe", "host"};
    arguments.insert(arguments.end(), {"-o", path});
    check_refused(arguments, file, {"a.json", "exists already", "--force overwrites it"});
  }
  const std::string picture = folder.write("a.svg", "precious");
  check_refused({"validate", "--measurements", "none.csv", "--picture", picture}, file, {"a.svg", "exists already"});
  check_refused({"memory", "--model", "none", "-o", folder / "none/a.json"}, file, {"No such file or directory"});
  check_refused({"memory", "-o", "/proc/a.json"}, file, {"cannot write /proc/a.json: "});
  CHECK(folder.read("a.json") == "precious");
}

TEST_CASE("A file that may grow no further is told like a full disk") {
  const Folder folder;
  const std::string path = folder.write("a.json", "precious");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{16, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_DFL);
  setrlimit(RLIMIT_FSIZE, &small);
  const Outcome outcome = memory({"-o", path, "--force", "--quiet"});
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(outcome.exit == file);
  CHECK(folder.read("a.json") == "precious");
  CHECK(folder.entries() == 1);
}

TEST_CASE("A new file has the permissions that the user gives new files") {
  const Folder folder;
  const mode_t before = umask(027);
  memory({"-o", folder / "a.json"});
  umask(before);
  CHECK(fs::status(folder / "a.json").permissions() == fs::perms(0640));
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
