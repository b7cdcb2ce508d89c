// SPDX-License-Identifier: Apache-2.0
// Runs the command of every golden file and compares all it says, or approves it where LLMSIZE_APPROVE=1.
#include "golden.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cstdlib>
#include <string_view>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

bool approving() {
  const char* asked = std::getenv("LLMSIZE_APPROVE");
  return asked && std::string_view(asked) == "1";
}

TEST_CASE("Commands say what was approved") {
  static const auto files = golden_files(LLMSIZE_SOURCE_DIR "/tests/golden");
  for (const fs::path& file : files) DYNAMIC_SECTION(file.filename().string()) {
      const std::string approved = read_text(file);
      const std::string received = golden_of(arguments_of(approved));
      const fs::path kept = fs::path(LLMSIZE_RECEIVED_DIR) / file.filename();
      fs::remove(kept);
      if (approved == received) {
        SUCCEED();
      } else if (approving()) {
        write_text(file, received);
      } else {
        write_text(kept, received);
        FAIL_CHECK(fmt::format(
            "{}\nLLMSIZE_APPROVE=1 approves it; diff {} {}", first_difference(approved, received), file.string(),
            kept.string()));
      }
    }
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
  CHECK_THROWS(arguments_of("memory --model gpt3-175b\n"));
  CHECK_THROWS(arguments_of(""));
  CHECK(arguments_of("$ llmsize\n").empty());
  CHECK(arguments_of("$ llmsize memory  --check\nexit 0\n") == std::vector<std::string>{"memory", "--check"});
}

}  // namespace
}  // namespace llmsize::tests
