// SPDX-License-Identifier: Apache-2.0
// Sets text on a terminal.
#include "core/write/ink.hpp"

#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {

std::string to_left(std::string_view text, std::size_t columns) {
  return std::string(text) + std::string(columns - std::min(columns, width(text)), ' ');
}

std::string to_right(std::string_view text, std::size_t columns) {
  return std::string(columns - std::min(columns, width(text)), ' ') + std::string(text);
}

std::string bar_text(double share) {
  static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto steps = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * longest_bar * 8));
  std::string text;
  for (std::size_t i = 0; i < steps / 8; ++i) text += "█";
  return text + std::string(eighths[steps % 8]);
}

std::string_view mark_of(Severity severity) {
  return severity == Severity::error ? "✗" : severity == Severity::warning ? "!" : "·";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::vector<std::string> lines{{}};
  bool fresh = true;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = text.substr(start, end - start);
    start = end + 1;
    if (word.empty()) continue;
    if (!fresh && width(lines.back()) + 1 + width(word) > columns) {
      lines.emplace_back(indent, ' ');
      fresh = true;
    }
    if (!fresh) lines.back() += ' ';
    lines.back() += word;
    fresh = false;
  }
  return lines;
}

std::string Ink::of(Severity severity, const std::string& text) const {
  return severity == Severity::error ? red(text) : severity == Severity::warning ? yellow(text) : faint(text);
}

std::string Ink::paint(std::string_view code, const std::string& text) const {
  return colour_ && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
}

}  // namespace llmsize
