// SPDX-License-Identifier: Apache-2.0
// Reading, writing and comparing golden files.
#include "golden.hpp"

#include "program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace llmsize::tests {
namespace {

const std::string prompt = "$ llmsize";

std::string with_prefix(const std::string& text, const std::string& prefix) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);) all += prefix + line + "\n";
  return all;
}

}  // namespace

std::vector<std::filesystem::path> golden_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (file.path().extension() == ".golden") files.push_back(file.path());
  if (files.empty()) throw std::runtime_error(folder.string() + ": no *.golden file");
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_text(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  if (!(std::ofstream(file, std::ios::binary) << text)) throw std::runtime_error(file.string() + " cannot be written");
}

std::vector<std::string> arguments_of(const std::string& golden) {
  const std::string line = golden.substr(0, golden.find('\n'));
  if (line.rfind(prompt, 0) != 0) throw std::runtime_error("the first line is not '" + prompt + " …'");
  return words(line.substr(prompt.size()));
}

std::string golden_of(const std::vector<std::string>& arguments) {
  const Outcome outcome = run({arguments});
  std::string command = prompt;
  for (const std::string& argument : arguments) command += " " + argument;
  return masked(fmt::format("{}\nexit {}\n{}{}", command, outcome.exit, with_prefix(outcome.err, "2> "), outcome.out));
}

std::string masked(std::string text) {
  text = std::regex_replace(text, std::regex(R"re(("planning.seconds": \{\s*"value": )[-+.e0-9]+)re"), "$1<seconds>");
  text = std::regex_replace(text, std::regex(R"re(("version": ")[0-9][^"]*)re"), "$1<version>");
  text = std::regex_replace(
      text, std::regex(R"(\nllmsize [0-9]\S*\ncatalog [0-9]+ entries\n)"),
      "\nllmsize <version>\ncatalog <number> entries\n");
  return text;
}

std::string first_difference(const std::string& approved, const std::string& received) {
  std::istringstream left(approved), right(received);
  for (int number = 1;; ++number) {
    std::string one, other;
    const bool more = !!std::getline(left, one), other_more = !!std::getline(right, other);
    if (!more && !other_more) return "line ends";
    if (one != other || more != other_more)
      return fmt::format(
          "line {}\n  approved  {}\n  received  {}", number, more ? one : "(end)", other_more ? other : "(end)");
  }
}

}  // namespace llmsize::tests
