// SPDX-License-Identifier: Apache-2.0
// Checks refusals.
#include "refusal.hpp"

#include "folder.hpp"
#include "program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace llmsize::tests {
namespace {

/// A sentence may name a file, and a path has at most 4096 characters.
constexpr std::size_t longest_sentence = 5000;

bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace

bool is_one_sentence(const std::string& text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return !text.empty() && text.back() == '\n' && std::none_of(text.begin(), text.end() - 1, is_control) &&
         is_utf8(text);
}

void check_refused(const std::vector<std::string>& arguments, Exit exit, const std::vector<std::string>& phrases) {
  const Outcome outcome = run({arguments});
  INFO(command_line(arguments));
  INFO(outcome.err);
  CHECK(outcome.exit == exit);
  CHECK(outcome.out.empty());
  CHECK(is_one_sentence(outcome.err));
  CHECK(outcome.err.rfind("llmsize: ", 0) == 0);
  CHECK(outcome.err.size() < longest_sentence);
  for (const std::string& phrase : phrases) CHECK_THAT(outcome.err, Catch::Contains(phrase));
}

void check_line_refused(const std::string& line, Exit exit, const std::vector<std::string>& phrases) {
  std::vector<std::string> arguments = words(line);
  check_refused(arguments, exit, phrases);
  const Folder folder;
  arguments.insert(arguments.end(), {"-o", folder / "out"});
  const Outcome outcome = run({arguments});
  INFO(command_line(arguments));
  CHECK(outcome.exit == exit);
  CHECK(outcome.out.empty());
  CHECK(folder.entries() == 0);
}

}  // namespace llmsize::tests
