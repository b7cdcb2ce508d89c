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

bool is_refusal(const std::string& text) {
  const auto end = text.find('\n');
  const std::string hint = end == std::string::npos ? std::string() : text.substr(end + 1);
  return text.starts_with("error: ") && is_one_sentence(text.substr(0, end + 1)) &&
         (hint.empty() || (hint.starts_with("  hint: ") && is_one_sentence(hint)));
}

void check_refused(const std::vector<std::string>& arguments, Exit exit, const std::vector<std::string>& phrases) {
  const Outcome outcome = run({arguments});
  INFO(command_line(arguments));
  INFO(outcome.err);
  CHECK(outcome.exit == exit);
  CHECK(outcome.out.empty());
  CHECK(is_refusal(outcome.err));
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
