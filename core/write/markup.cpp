// SPDX-License-Identifier: Apache-2.0
// Escapes what stands for more than itself.
#include "core/write/markup.hpp"

#include "core/write/ink.hpp"

#include <fmt/format.h>

namespace llmsize {

std::string in_html(std::string_view text) {
  std::string out;
  for (const char letter : on_one_line(text)) {
    switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += letter;
    }
  }
  return out;
}

std::string in_markdown(std::string_view text) {
  std::string out;
  for (const char letter : on_one_line(text)) {
    if (std::string_view("\\`*_[]<|&~").find(letter) != std::string_view::npos) out += '\\';
    out += letter;
  }
  return out;
}

std::string code_in_markdown(std::string_view text) {
  const std::string clean = on_one_line(text);
  const bool ticks = clean.find('`') != std::string::npos;
  return ticks ? fmt::format("`` {} ``", clean) : fmt::format("`{}`", clean);
}

}  // namespace llmsize
