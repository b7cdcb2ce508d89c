// SPDX-License-Identifier: Apache-2.0
// Standard output that is a closed pipe, a full disk or a terminal.
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

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
    CHECK(is_one_sentence(outcome.err));
    CHECK_THAT(outcome.err, Catch::Contains("standard output"));
  }
  close(full);
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
