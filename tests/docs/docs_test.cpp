// SPDX-License-Identifier: Apache-2.0
// Documents that repeat what the program says: they must say it today.
#include <catch2/catch.hpp>

#include "core/answer/explanation.hpp"
#include "core/files/document.hpp"
#include "tests/support/fixtures.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

using namespace llmsize;

namespace {

std::string output_of(const std::string& arguments) {
  const std::string command = "cd '" + tests::in_tree(".") + "' && " + tests::program() + " " + arguments;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe);
  std::string text;
  for (std::array<char, 4096> block; const std::size_t size = std::fread(block.data(), 1, block.size(), pipe);)
    text.append(block.data(), size);
  REQUIRE(pclose(pipe) == 0);
  return text;
}

std::string file(const std::string& path) { return read_file(tests::in_tree(path)); }

}  // namespace

TEST_CASE("docs/formulas.md is what the registry says; scripts/approve rewrites it") {
  CHECK((file("docs/formulas.md") == formula_reference()));
}

TEST_CASE("the README's example is what the program prints") {
  const std::string readme = file("README.md");
  const std::string prompt = "$ scripts/run ";
  const auto command = readme.find(prompt);
  REQUIRE(command != std::string::npos);
  const auto line_end = readme.find('\n', command);
  const auto block_end = readme.find("```", line_end);
  const std::string arguments = readme.substr(command + prompt.size(), line_end - command - prompt.size());
  CHECK(readme.substr(line_end + 1, block_end - line_end - 1) == output_of(arguments));
}

TEST_CASE("every example under docs prints what stands there; scripts/approve rewrites them") {
  const std::string start = "```text\n$ llmsize ";
  std::size_t examples = 0;
  for (const auto& page : std::filesystem::directory_iterator(tests::in_tree("docs"))) {
    if (page.path().extension() != ".md") continue;
    const std::string text = read_file(page.path().string());
    for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
      const auto line_end = text.find('\n', at + start.size()), block_end = text.find("```", line_end);
      const std::string arguments = text.substr(at + start.size(), line_end - at - start.size());
      CAPTURE(page.path().filename().string(), arguments);
      CHECK(text.substr(line_end + 1, block_end - line_end - 1) == output_of(arguments));
      ++examples;
    }
  }
  CHECK(examples > 0);
}

TEST_CASE("the calibration of docs/one-node.md is that of its runs; scripts/approve rewrites it") {
  const std::string fitted = (std::filesystem::temp_directory_path() / "llmsize-one-node.json").string();
  output_of("calibrate --measurements docs/examples/one-node.csv --quiet --force -o '" + fitted + "'");
  CHECK(read_file(fitted) == file("docs/examples/one-node.json"));
}

TEST_CASE("docs/accuracy.md says what predictions are off by today; scripts/approve rewrites it") {
  const std::string output = output_of(
      "validate --quiet --measurements tests/data/measured-training.csv "
      "--measurements tests/data/measured-training-2026h2.csv");
  const std::string headline = output.substr(0, output.find('\n'));
  CAPTURE(headline);
  CHECK(file("docs/accuracy.md").find(headline) != std::string::npos);
}
