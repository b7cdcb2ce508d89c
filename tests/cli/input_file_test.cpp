// SPDX-License-Identifier: Apache-2.0
// What is no file of text is refused with its place and what is expected.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

TEST_CASE("A pipe that nobody writes to is refused instead of waited for") {
  const Folder folder;
  for (const char* name : {"a.llmsize", "a.csv", "a.json"}) {
    REQUIRE(mkfifo((folder / name).c_str(), 0600) == 0);
    INFO(name);
    check_refused({"run", folder / name}, file, {name, "regular file"});
  }
  check_refused({"import", folder / "a.json"}, file, {"regular file"});
  check_refused({"memory", "--model", folder / "a.json"}, file, {"regular file"});
  check_refused({"train", "--calibration", folder / "a.json"}, file, {"regular file"});
}

TEST_CASE("Devices, folders and links in a circle are refused") {
  const Folder folder;
  check_refused({"run", "/dev/zero"}, file, {"/dev/zero", "regular file"});
  check_refused({"run", folder.path()}, file, {"directory"});
  fs::create_symlink(folder / "loop.llmsize", folder / "loop.llmsize");
  check_refused({"run", folder / "loop.llmsize"}, file, {"symbolic links"});
  check_refused({"run", folder / "none.llmsize"}, file, {"no such file"});
}

TEST_CASE("Standard input may be a pipe") {
  const std::string scenario = R"({"schema_version": 1, "name": "Piped", "model": "gpt3-175b"})";
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  REQUIRE(write(ends[1], scenario.data(), scenario.size()) == static_cast<ssize_t>(scenario.size()));
  close(ends[1]);
  Invocation invocation{words("run /dev/stdin")};
  invocation.standard_input = ends[0];
  const Outcome outcome = run(invocation);
  close(ends[0]);
  CHECK(outcome.exit == done);
  CHECK_THAT(outcome.out, Catch::Contains("Piped"));
}

TEST_CASE("A table in Windows-1252 is read and called so") {
  const Folder folder;
  const std::string western = folder.write(
      "western.csv",
      "model,system,nodes,Gr\xF6\xDF"
      "e\ngpt3-175b,dgx-h100,16,f\xFCnf \x80\n");
  for (const char* format : {"--csv", "--json"}) {
    const Outcome outcome = run({{"run", western, format, "--results", "model.parameters"}});
    CHECK(outcome.exit == done);
    CHECK_THAT(outcome.out, Catch::Contains("Gr\u00F6\u00DFe") && Catch::Contains("f\u00FCnf \u20AC"));
    CHECK_THAT(outcome.err, Catch::Contains("western.csv: read as Windows-1252"));
  }
  CHECK_THAT(run({{"run", western, "--csv", "--quiet"}}).err, Catch::Equals(""));
}

TEST_CASE("A table in another encoding is refused with the place") {
  const Folder folder;
  const std::string head = "model,system,nodes,note\ngpt3-175b,dgx-h100,16,";
  // A byte that is no character, characters of two encodings, and what says that it is UTF-8.
  for (const std::string& text : {head + "f\xFCnf\x81\n", head + "f\u00FCnf \xFC\n", "\xEF\xBB\xBF" + head + "\xFC\n"})
    check_refused({"run", folder.write("a.csv", text), "--csv"}, data, {"a.csv: line 2, byte 2", "UTF-8"});
  const std::string utf16("\xFF\xFEm\0o\0d\0e\0l\0", 12);
  check_refused({"run", folder.write("utf16.csv", utf16)}, data, {"UTF-16"});
  check_refused({"run", folder.write("utf16.llmsize", utf16)}, data, {"UTF-16"});
  check_refused({"import", folder.write("bytes.txt", "gdsio \x80\xFE\n")}, data, {"byte 7", "UTF-8"});
}

TEST_CASE("A workbook where a text is expected is called so") {
  const std::string book = tests::fixture("sheets/unplaced.xlsx");
  for (const char* line : {"memory --scenario ", "calibrate --measurements ", "validate --measurements "})
    check_line_refused(line + book, data, {"unplaced.xlsx: is a workbook", "expected a text"});
}

TEST_CASE("What was written with tabs comes in again") {
  const Folder folder;
  const std::string lots = folder.write("lots.csv", "model,system,nodes,Lot\nllama-3-8b,dgx-h100,4,\"1, and 2\"\n");
  const auto answer = [&](const std::string& file, const std::string& to) {
    CHECK(run({{"run", file, "--quiet", "--results", "memory.gpu_total", "-o", to}}).exit == done);
  };
  answer(lots, folder / "lots.tsv");
  answer(folder / "lots.tsv", folder / "again.tsv");
  CHECK(folder.read("again.tsv") == folder.read("lots.tsv"));
}

TEST_CASE("A byte order mark is no part of the text") {
  const Folder folder;
  CHECK(run({{"run", folder.write("a.csv", "\xEF\xBB\xBFmodel,tp\ngpt3-175b,8\n")}}).exit == done);
  CHECK(run({{"run", folder.write("a.llmsize", "\xEF\xBB\xBF{\"model\": \"gpt3-175b\"}")}}).exit == done);
}

TEST_CASE("An empty file is called empty") {
  const Folder folder;
  check_refused({"run", folder.write("a.llmsize", "")}, data, {"a.llmsize", "empty"});
  check_refused({"calibrate", folder.write("a.json", " \n")}, data, {"a.json", "empty"});
}

TEST_CASE("Thousands of columns of the user's own take no longer than their text") {
  const Folder folder;
  std::string header = "model", cells = "gpt3-175b";
  for (int i = 0; i < 20000; ++i) {
    header += ",unknown_column_" + std::to_string(i);
    cells += "," + std::to_string(i);
  }
  const std::string wide = folder.write("wide.csv", header + "\n" + cells + "\n");
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = run({{"run", wide, "--csv", "--results", "model.parameters"}});
  // It took a minute when each column was compared with every input.
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  CHECK(outcome.exit == done);
  CHECK_THAT(outcome.out, Catch::Contains(",unknown_column_19999,"));
  CHECK_THAT(outcome.err, Catch::Contains("19980 more columns are no inputs"));
}

TEST_CASE("Columns without a name, as spreadsheets write them behind the last one, are left out") {
  const Folder folder;
  const std::string table = folder.write("a.csv", "model,tp,,\ngpt3-175b,8,,\n");
  const Outcome outcome = run({{"run", table, "--csv"}});
  CHECK(outcome.exit == done);
  CHECK_THAT(outcome.err, Catch::Contains("2 columns without a name are left out"));
}

TEST_CASE("Model types of one's own are refused where they cannot be read") {
  const std::pair<const char*, const char*> bad[] = {
      {R"("model": {"heads": {"a": 1}})", "model.heads"},
      {R"("linear_attention": "yes")", "linear_attention"},
      {R"("model": {"heads": "hidden_size * "})", "'hidden_size * '"},
      {R"("model": {"heads": "99999999999999999999999999999999"})", "model.heads"},
      {R"("model": {"heds": 1})", "model.heads"},
      {R"("when": {"model_type": 5})", "'model_type'"},
      {R"("when": {"model_type": {"llama": 5}})", "'when'"}};
  for (const auto& [text, phrase] : bad) {
    INFO(text);
    const Folder folder;
    folder.write("model-types/llama.json", std::string(R"({"id": "llama", "source": "x", )") + text + "}");
    const std::string config = folder.write("config.json", R"({"model_type": "llama"})");
    check_refused({"import", config, "--catalog", folder.path()}, data, {"'llama'", phrase});
  }
}

TEST_CASE("A catalog folder that cannot be listed is named") {
  if (geteuid() == 0) {
    // Not even root may list what belongs to a process of the kernel.
    const Outcome outcome = run({words("catalog systems --catalog /proc/self/task")});
    INFO(outcome.err);
    CHECK((outcome.exit == done || outcome.exit == file));
    return;
  }
  const Folder folder;
  fs::create_directory(folder / "systems");
  chmod((folder / "systems").c_str(), 0);
  check_refused({"catalog", "systems", "--catalog", folder.path()}, file, {"systems", "Permission denied"});
  chmod((folder / "systems").c_str(), 0700);
}

}  // namespace
}  // namespace llmsize::tests
