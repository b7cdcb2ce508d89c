// SPDX-License-Identifier: Apache-2.0
#include "core/scene/letters.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace llmsize::scene {
namespace {

/// Where the letter that begins before `end` begins.
std::size_t letter_before(const std::string& text, std::size_t end) {
  do --end;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return end;
}

}  // namespace

Font font(Role role) {
  switch (role) {
    case Role::title: return {15, true};
    case Role::label:
    case Role::header: return {12, false};
    case Role::label_strong:
    case Role::series: return {12, true};
    case Role::tick: return {11, false};
  }
  return {12, false};
}

std::size_t end_of_word(const std::string& text, std::size_t from) {
  constexpr std::string_view dot = " ·";
  std::size_t end = std::min(text.find(' ', from), text.size());
  while (text.compare(end, dot.size(), dot) == 0) end = std::min(text.find(' ', end + dot.size()), text.size());
  return end;
}

std::string Letters::elided(const std::string& text, Role role, double width) const {
  if (this->width(text, role) <= width + 0.5) return text;
  for (std::size_t end = text.size(); end > 0;) {
    end = letter_before(text, end);
    std::string shown = text.substr(0, text.find_last_not_of(' ', end == 0 ? 0 : end - 1) + 1) + "…";
    if (end > 0 && this->width(shown, role) <= width + 0.5) return shown;
  }
  return {};
}

std::vector<std::string> Letters::wrapped(const std::string& text, Role role, double width, std::size_t most) const {
  if (text.empty()) return {};
  if (this->width(text, role) <= width + 0.5) return {text};
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_word(text, at);
    const std::string word = text.substr(at, end - at);
    std::string longer = line;
    if (!line.empty()) longer += ' ';
    longer += word;
    if (!line.empty() && this->width(longer, role) > width + 0.5) {
      if (lines.size() + 1 == most) {
        lines.push_back(elided(line + ' ' + text.substr(at), role, width));
        return lines;
      }
      lines.push_back(std::exchange(line, word));
    } else {
      line = longer;
    }
    at = end + 1;
  }
  if (!line.empty()) lines.push_back(elided(line, role, width));
  return lines;
}

}  // namespace llmsize::scene
