// SPDX-License-Identifier: Apache-2.0
// Runs the command of every golden file and compares all it says, or approves it where LLMSIZE_APPROVE=1.
#include "golden.hpp"
#include "shape.hpp"
#include "tests/support/fixtures.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <sstream>
#include <string_view>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

bool approving() {
  const char* asked = std::getenv("LLMSIZE_APPROVE");
  return asked && std::string_view(asked) == "1";
}

/// Compares what a file holds with what was received, or approves it.
void compare(const fs::path& file, const std::string& approved, const std::string& received) {
  const fs::path kept = fs::path(LLMSIZE_RECEIVED_DIR) / file.filename();
  fs::remove(kept);
  if (approved == received) {
    SUCCEED();
  } else if (approving()) {
    write_text(file, received);
  } else {
    write_text(kept, received);
    FAIL_CHECK(fmt::format(
        "{}\nscripts/approve takes it; diff {} {}", first_difference(approved, received), file.string(),
        kept.string()));
  }
}

TEST_CASE("Commands say what was approved") {
  static const auto files = golden_files(in_tree("tests/golden"));
  for (const fs::path& file : files) DYNAMIC_SECTION(file.filename().string()) {
      const std::string approved = read_text(file);
      compare(file, approved, golden_of(file, approved));
    }
}

TEST_CASE("Commands end and begin as was approved") {
  const fs::path file = in_tree("tests/golden/headlines.txt");
  const std::string approved = read_text(file);
  std::istringstream lines(approved);
  std::string received;
  std::size_t commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ ")) continue;
    received += headline_of(command_of(line));
    ++commands;
  }
  CHECK(commands > 0);
  compare(file, approved, received);
}

TEST_CASE("Volatile parts are masked, nothing else") {
  CHECK(masked("    \"version\": \"0.1.0\"\n") == "    \"version\": \"<version>\"\n");
  CHECK(masked("\nllmsize 0.1.0-rc\ncatalog 31 entries\n") == "\nllmsize <version>\ncatalog <number> entries\n");
  CHECK(masked("\"schema_version\": 1, 0.1.0") == "\"schema_version\": 1, 0.1.0");
}

TEST_CASE("The first difference names its line and both texts") {
  CHECK(first_difference("a\nb\n", "a\nc\n") == "line 2\n  approved  b\n  received  c");
  CHECK(first_difference("a\n", "a\nc\n") == "line 2\n  approved  (end)\n  received  c");
  CHECK(first_difference("a\n", "a") == "line ends");
}

TEST_CASE("What is no command is refused") {
  CHECK_THROWS(command_of("memory --model gpt3-175b"));
  CHECK_THROWS(command_of(""));
  CHECK_THROWS(command_of("$ llmsize help | last 3"));
  CHECK(command_of("$ llmsize").arguments.empty());
  CHECK(command_of("$ llmsize memory  --check").arguments == std::vector<std::string>{"memory", "--check"});
  const Command first = command_of("$ llmsize catalog inputs | first 12");
  CHECK(first.first == 12);
  CHECK(line_of(first) == "$ llmsize catalog inputs | first 12");
  CHECK(command_of("$ llmsize help plan | without help-size").without == "help-size");
}

TEST_CASE("A shape names keys and types, not how many there are") {
  const Json json = Json::parse(R"({
    "version": 1,
    "results": {"a.b": {"value": 1.5, "source": "x"}, "a.c": {"value": null}},
    "tree": {"name": "x", "parts": [{"name": "y", "parts": [{"name": "z", "parts": []}]}]},
    "none": {}})");
  CHECK(
      shape_of(json) == std::vector<std::string>{
                            "/version number", "/results/*/value null|number", "/results/*/source text?",
                            "/tree/name text", "/tree/parts array", "/tree/parts/[]/name text",
                            "/tree/parts/[]/parts array", "/none object"});
  CHECK(telling_places(json, 10) == std::vector<std::string>{"/results/a.b/value"});
  CHECK(value_line(json, "/results/a.b/value") == "/results/a.b/value = 1.5");
  CHECK(value_line(json, "/results/a.d/value") == "/results/a.d/value = (nothing)");
}

}  // namespace
}  // namespace llmsize::tests
