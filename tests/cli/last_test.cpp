// SPDX-License-Identifier: Apache-2.0
// A number of the last answer is explained without its options.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <filesystem>

namespace llmsize::tests {
namespace {

Outcome in(const Folder& home, const std::string& line) {
  return run({words(line), {{"XDG_RUNTIME_DIR", home.path()}}});
}

const std::string asked = "size --model gpt3-13b --system dgx-h100 --tokens 300B --deadline 30d";

}  // namespace

TEST_CASE("explain --last tells what the last answer showed", "[last]") {
  const Folder home;
  REQUIRE(in(home, asked).exit == 0);
  const Outcome last = in(home, "explain training.step_time --last --json");
  const Outcome size = in(home, asked + " --json");
  REQUIRE(last.exit == 0);
  const auto step = [](const std::string& json) {
    const auto at = json.find("\"training.step_time\"");
    return json.substr(json.find("\"value\"", at), 24);
  };
  CHECK(step(last.out) == step(size.out));
}

TEST_CASE("options of explain --last override the last answer", "[last]") {
  const Folder home;
  REQUIRE(in(home, "memory --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16").exit == 0);
  CHECK(in(home, "explain layout.data --last").out.find(" = 1") != std::string::npos);
  CHECK(in(home, "explain layout.data --last --nodes 32").out.find(" = 2") != std::string::npos);
}

TEST_CASE("without an answer explain --last says what to do", "[last]") {
  const Folder home;
  const Outcome none = in(home, "explain training.mfu --last");
  CHECK(none.exit == usage);
  CHECK(none.err.find("--last") != std::string::npos);
}

TEST_CASE("scripts and quiet answers are not remembered", "[last]") {
  const Folder home;
  REQUIRE(in(home, asked + " --json").exit == 0);
  REQUIRE(in(home, asked + " --quiet").exit == 0);
  CHECK(std::filesystem::is_empty(home.path()));
}

TEST_CASE("an answer whose place cannot be written is given all the same", "[last]") {
  const Folder home;
  CHECK(run({words(asked), {{"XDG_RUNTIME_DIR", home.write("file", "")}}}).exit == 0);
  CHECK(in(home, "explain training.mfu --last --scenario serve-chat").exit == usage);
}

}  // namespace llmsize::tests
