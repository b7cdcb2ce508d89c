// SPDX-License-Identifier: Apache-2.0
// Reading, writing and comparing golden files.
#include "golden.hpp"

#include "program.hpp"
#include "shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace llmsize::tests {
namespace {

namespace fs = std::filesystem;

const std::string prompt = "$ llmsize";
constexpr std::size_t longest_json = 12;  ///< lines of a document that is written as it is
constexpr std::size_t told_values = 10;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string with_prefix(const std::string& text, const std::string& prefix) {
  std::string all;
  for (const std::string& line : lines_of(text)) all += prefix + line + "\n";
  return all;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.size() > count) lines.resize(count);
  return lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
}

/// The lines of a text that another does not have; runs of empty lines are one.
std::string lines_without(const std::string& text, const std::string& other) {
  const std::vector<std::string> known = lines_of(other);
  std::string all;
  for (const std::string& line : lines_of(text)) {
    if (!line.empty() && std::find(known.begin(), known.end(), line) != known.end()) continue;
    if (line.empty() && (all.empty() || all.ends_with("\n\n"))) continue;
    all += line + "\n";
  }
  return all;
}

/// Shape and values; the values are those that the approved text tells.
std::string as_shape(const Json& json, const std::string& approved) {
  std::vector<std::string> places;
  for (const std::string& line : lines_of(approved))
    if (const auto equals = line.find(" = "); line.starts_with('/') && equals != line.npos)
      places.push_back(line.substr(0, equals));
  if (places.empty()) places = telling_places(json, told_values);
  std::string text;
  for (const std::string& line : shape_of(json)) text += line + "\n";
  for (const std::string& place : places) text += value_line(json, place) + "\n";
  return text;
}

}  // namespace

std::vector<fs::path> golden_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder))
    if (file.path().extension() == ".golden") files.push_back(file.path());
  if (files.empty()) throw std::runtime_error(folder.string() + ": no *.golden file");
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_text(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write_text(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  if (!(std::ofstream(file, std::ios::binary) << text)) throw std::runtime_error(file.string() + " cannot be written");
}

Command command_of(const std::string& line) {
  if (line.rfind(prompt, 0) != 0) throw std::runtime_error("'" + line + "' is not '" + prompt + " …'");
  Command command{words(line.substr(prompt.size())), 0, {}};
  const auto bar = std::find(command.arguments.begin(), command.arguments.end(), "|");
  if (bar == command.arguments.end()) return command;
  const std::vector<std::string> how(bar + 1, command.arguments.end());
  command.arguments.erase(bar, command.arguments.end());
  if (how.size() == 2 && how[0] == "first") return command.first = std::stoul(how[1]), command;
  if (how.size() == 2 && how[0] == "without") return command.without = how[1], command;
  throw std::runtime_error("'" + line + "': after '|' stands 'first NUMBER' or 'without FILE'");
}

std::string line_of(const Command& command) {
  std::string line = prompt;
  for (const std::string& argument : command.arguments) line += " " + argument;
  if (command.first > 0) line += fmt::format(" | first {}", command.first);
  return command.without.empty() ? line : line + " | without " + command.without;
}

std::string golden_of(const fs::path& file, const std::string& approved) {
  const Command command = command_of(approved.substr(0, approved.find('\n')));
  const Outcome outcome = run({command.arguments});
  std::string out = outcome.out;
  const Json json = lines_of(out).size() > longest_json ? Json::parse(out, nullptr, false) : Json();
  if (command.first > 0) out = first_lines(out, command.first);
  if (!command.without.empty()) out = lines_without(out, read_text(file.parent_path() / (command.without + ".golden")));
  if (json.is_structured() && command.first == 0) out = as_shape(json, approved);
  return masked(fmt::format("{}\nexit {}\n{}{}", line_of(command), outcome.exit, with_prefix(outcome.err, "2> "), out));
}

std::string headline_of(const Command& command) {
  const Outcome outcome = run({command.arguments});
  const std::vector<std::string> lines = lines_of(outcome.out.empty() ? outcome.err : outcome.out);
  std::string said = lines.empty() ? "" : lines.front();
  // A page decides behind a word such as OK, in full in a sentence below its title.
  const auto decides = [](const std::string& line) {
    constexpr std::string_view words[] = {"OK ", "WARN ", "ERROR ", "INPUT ", "NOTE "};
    return std::any_of(
        std::begin(words), std::end(words), [&](std::string_view word) { return line.starts_with(word); });
  };
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (decides(lines[i]) || (i < 6 && lines[i].ends_with('.'))) {
      said += " | " + lines[i];
      break;
    }
  constexpr std::size_t longest = 200;
  if (said.size() > longest) said.resize(longest);
  while (!said.empty() && (static_cast<unsigned char>(said.back()) & 0x80) != 0) said.pop_back();
  return fmt::format("{}\n{:3} | {}\n", line_of(command), outcome.exit, said);
}

std::string masked(std::string text) {
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
