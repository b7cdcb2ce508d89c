// SPDX-License-Identifier: Apache-2.0
// Standard output that is a closed pipe, a full disk or a terminal.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace llmsize::tests {
namespace {

TEST_CASE("A closed pipe ends the program quietly") {
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  close(ends[0]);
  for (const std::string line : {"catalog inputs --json", "memory --model gpt3-175b", "memory --help", ""}) {
    const Outcome outcome = run({words(line), {}, ends[1]});
    INFO(line);
    CHECK(outcome.err.empty());
    CHECK((outcome.signal == SIGPIPE || outcome.exit == 0));
  }
  close(ends[1]);
}

TEST_CASE("A full disk is told by exit code and one sentence") {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) {
    WARN("skipped: no /dev/full");
    return;
  }
  for (const std::string line : {"catalog inputs --json", "memory", "memory --help", "help", "", "--version"}) {
    const Outcome outcome = run({words(line), {}, full});
    INFO("llmsize " + line + " >/dev/full");
    INFO(outcome.err);
    CHECK(outcome.exit == file);
    CHECK(is_refusal(outcome.err));
    CHECK_THAT(outcome.err, Catch::Contains("standard output"));
  }
  close(full);
}

TEST_CASE("A refusal nobody can hear still has its exit code") {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) {
    WARN("skipped: no /dev/full");
    return;
  }
  for (const std::string line : {"size --model nope", "frobnicate", "memory --frobnicate"}) {
    INFO(line);
    const int heard = run({words(line)}).exit;
    Invocation deaf{words(line)};
    deaf.standard_error = full;
    CHECK(run(deaf).exit == heard);
    Invocation closed{words(line)};
    closed.closed = STDERR_FILENO;
    CHECK(run(closed).exit == heard);
  }
  close(full);
}

TEST_CASE("What is said on a closed standard error does not end in the file of -o") {
  const Folder folder;
  Invocation closed{{"run", folder.write("a.csv", "model,mine\ngpt3-175b,1\n"), "-o", folder / "b.csv"}};
  closed.closed = STDERR_FILENO;
  CHECK(run(closed).exit == done);
  CHECK(folder.read("b.csv") == run({{"run", folder / "a.csv", "--csv"}}).out);
}

TEST_CASE("A closed standard output is told") {
  Invocation closed{words("memory --model gpt3-175b")};
  closed.closed = STDOUT_FILENO;
  const Outcome outcome = run(closed);
  CHECK(outcome.exit == file);
  CHECK_THAT(outcome.err, Catch::Contains("cannot write standard output: "));
}

/// Whether a text holds what a terminal would obey, beside the colours of our own pages.
bool gives_orders(std::string text) {
  for (const std::string code : {"0", "1", "2", "31;1", "33", "34"}) {
    const std::string own = "\033[" + code + "m";
    for (std::size_t at = 0; (at = text.find(own, at)) != std::string::npos;) text.erase(at, own.size());
  }
  return std::any_of(
             text.begin(), text.end(),
             [](char c) {
               const auto byte = static_cast<unsigned char>(c);
               return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
             }) ||
         text.find("\xC2\x9B") != std::string::npos || text.find("\xE2\x80\xAE") != std::string::npos;
}

TEST_CASE("Files of others give no orders to the terminal") {
  const Folder folder;
  // A title of the window, a cleared screen, both ways to begin an order, text that runs backwards.
  const std::string orders = R"(\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202e\u007f\r)";
  const std::string scenario = folder.write(
      "a.llmsize", R"({"name": "A)" + orders + R"(", "notes": ")" + orders + R"(", "model": "gpt3-175b"})");
  const std::string entry = R"({"id": "m", "name": "M)" + orders + R"(", "vendor": ")" + orders + R"(", "source": ")" +
                            orders + R"(", "notes": ")" + orders + R"(", "node": {"gpus": 8}})";
  folder.write("cat/systems/m.json", entry);
  folder.write("cat/scenarios/s.llmsize", R"({"name": "S)" + orders + R"(", "model": "gpt3-175b"})");
  const std::string rows = folder.write(
      "a.csv",
      "model,mine\x1b[2J\ngpt3-175b,\x1b]0;pwned\x07\x1b[31m\xC2\x9B"
      "2J\xE2\x80\xAE\n");
  const std::string tool = folder.write(
      "hf/config.json", R"({"model_type": "llama", "torch_dtype": ")" + orders +
                            R"(", "quantization_config": {"quant_method": ")" + orders + R"("}})");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"run", scenario},
           {"run", rows},
           {"import", tool},
           {"catalog", "systems", "--catalog", folder / "cat"},
           {"catalog", "m", "--catalog", folder / "cat"},
           {"catalog", "scenarios", "--catalog", folder / "cat"},
           {"size", "--system", "m", "--model", "gpt3-175b", "--tokens", "1T", "--catalog", folder / "cat"}})
    for (const std::vector<std::string>& form : std::vector<std::vector<std::string>>{
             {},
             {"--json"},
             {"--csv"},
             {"--format", "tsv"},
             {"--format", "ndjson"},
             {"--format", "md"},
             {"--color", "always"}}) {
      std::vector<std::string> all = arguments;
      all.insert(all.end(), form.begin(), form.end());
      const Outcome outcome = run({all});
      INFO(command_line(all));
      INFO(outcome.err);
      CHECK((outcome.exit == done || outcome.exit == data));
      CHECK_FALSE(gives_orders(outcome.out));
      CHECK_FALSE(gives_orders(outcome.err));
    }
}

TEST_CASE("A cell that spreadsheets would calculate is marked as text, and numbers stay numbers") {
  const Folder folder;
  const std::string rows = folder.write(
      "a.csv",
      "model,system,nodes,note,=1+1\ngpt3-175b,dgx-h100,16,=cmd|' /C calc'!A0,+1\n"
      "gpt3-175b,dgx-h100,16,@SUM(1),-2+3\n");
  const std::string csv = run({{"run", rows, "--csv", "--results", "model.parameters"}}).out;
  CHECK_THAT(csv, Catch::Contains(",'=cmd|' /C calc'!A0,+1,"));
  CHECK_THAT(csv, Catch::Contains(",'@SUM(1),'-2+3,"));
  CHECK_THAT(
      run({{"run", rows, "--format", "tsv", "--results", "model.parameters"}}).out,
      Catch::Contains("\t'@SUM(1)\t'-2+3\t"));
}

bool is_coloured(const std::string& text) { return text.find('\033') != std::string::npos; }

TEST_CASE("Outside a terminal there is colour only when it is asked for, and never in data") {
  for (const std::string line :
       {"memory --model gpt3-175b --system dgx-h100", "size --model gpt3-175b --system dgx-h100",
        "explain memory.gpu_total --model gpt3-175b", "catalog systems"}) {
    INFO(line);
    CHECK_FALSE(is_coloured(run({words(line)}).out));
    CHECK_FALSE(is_coloured(run({words(line + " --color never")}).out));
    CHECK(is_coloured(run({words(line + " --color always")}).out));
    for (const std::string format : {"json", "csv", "tsv", "ndjson", "md"})
      CHECK_FALSE(is_coloured(run({words(line + " --color always --format " + format)}).out));
  }
}

/// What a command writes to a terminal; short enough for the terminal to hold.
std::string on_terminal(const std::string& line, const std::map<std::string, std::string>& environment) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(master >= 0);
  REQUIRE((grantpt(master) == 0 && unlockpt(master) == 0));
  const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(terminal >= 0);
  run({words(line), environment, terminal});
  char text[1 << 16];
  const ssize_t size = read(master, text, sizeof text);
  close(terminal);
  close(master);
  return {text, size > 0 ? static_cast<std::size_t>(size) : 0};
}

TEST_CASE("On a terminal there is colour unless the user or the terminal has none") {
  CHECK(is_coloured(on_terminal("catalog", {{"TERM", "xterm"}})));
  CHECK(is_coloured(on_terminal("catalog", {{"TERM", "xterm"}, {"NO_COLOR", ""}})));
  CHECK_FALSE(is_coloured(on_terminal("catalog", {{"TERM", "xterm"}, {"NO_COLOR", "1"}})));
  CHECK_FALSE(is_coloured(on_terminal("catalog", {{"TERM", "dumb"}})));
  CHECK_FALSE(is_coloured(on_terminal("catalog --color never", {{"TERM", "xterm"}})));
  CHECK(is_coloured(on_terminal("catalog --color always", {{"TERM", "dumb"}, {"NO_COLOR", "1"}})));
}

}  // namespace
}  // namespace llmsize::tests
