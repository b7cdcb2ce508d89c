// SPDX-License-Identifier: Apache-2.0
// llmsize_fuzz_replay READER SECONDS FOLDER…: feeds every file, then changed ones for some seconds. The short form of
// fuzzing: any compiler, the same changes every time. An input that ends the program is kept as crash-READER.
#include "tests/fuzz/reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace llmsize::fuzz {
namespace {

constexpr std::size_t longest = 1 << 16;  ///< of a changed input
constexpr unsigned slowest = 20;          ///< seconds for one input

std::string current, crash_file;  // what the handler writes

/// Calls nothing that a handler may not call.
void keep_current(int signal) {
  if (const int file = open(crash_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600); file >= 0) {
    [[maybe_unused]] const auto written = write(file, current.data(), current.size());
    close(file);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void handle_signals(void (*handler)(int)) {
  for (const int signal : {SIGABRT, SIGALRM, SIGFPE}) std::signal(signal, handler);
}

std::vector<std::string> read_inputs(int count, char** folders) {
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < count; ++i)
    for (const auto& file : std::filesystem::directory_iterator(folders[i]))
      if (file.is_regular_file()) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const auto& file : files) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

void run(const Reader& reader, std::string text) {
  current = std::move(text);
  alarm(slowest);
  feed(reader, current);
  alarm(0);
}

/// A few changes: bytes, parts left out, doubled or taken from another input, and words that readers fear.
std::string changed(std::string text, const std::vector<std::string>& inputs, std::mt19937& random) {
  static constexpr std::string_view words[] = {
      "1e308",   "-1",   "0", "null", "NaN", "\"\"", "{}", "[]", "[[", "{\"a\":", "1e-400", "99999999999999999999",
      "\\u0000", "\xff", ",", ";",    "\"",  "\n",   "%",  ".."};
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (std::size_t times = 1 + below(4); times > 0; --times) {
    const std::size_t at = below(text.size() + 1), length = std::min(text.size() - at, 1 + below(16));
    switch (below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, text.substr(at, length)); break;
      case 3: text.replace(at, length, words[below(std::size(words))]); break;
      case 4: text.insert(at, words[below(std::size(words))]); break;
      default: {
        const std::string& other = inputs[below(inputs.size())];
        text.replace(at, length, other.substr(below(other.size() + 1), 1 + below(64)));
      }
    }
  }
  if (text.size() > longest) text.resize(longest);
  return text;
}

int replay(std::string_view name, double seconds, const std::vector<std::string>& inputs) {
  const Reader& reader = reader_named(name);
  crash_file = fmt::format("crash-{}", name);
  handle_signals(keep_current);
  for (const std::string& input : inputs) run(reader, input);
  if (inputs.empty()) return 1;
  std::mt19937 random(7);
  std::size_t tried = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (; std::chrono::steady_clock::now() < end; ++tried)
    run(reader, changed(inputs[random() % inputs.size()], inputs, random));
  handle_signals(SIG_DFL);  // what is found at the end, as leaks are, is no input's
  fmt::print("{}: {} inputs, {} changed ones\n", name, inputs.size(), tried);
  return 0;
}

}  // namespace
}  // namespace llmsize::fuzz

int main(int count, char** arguments) {
  if (count < 4) return 2;
  return llmsize::fuzz::replay(
      arguments[1], std::atof(arguments[2]), llmsize::fuzz::read_inputs(count - 3, arguments + 3));
}
