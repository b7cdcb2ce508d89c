// SPDX-License-Identifier: Apache-2.0
// Text on a terminal: how wide it is, in one line.
#pragma once

#include "core/files/bad_input.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace llmsize {

/// Columns that a UTF-8 text takes on a terminal; every character of ours is one column wide.
inline std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The text in one line of printable characters: data that come from files must not steer a terminal. Line ends become
/// blanks.
inline std::string on_one_line(std::string_view text) {
  std::string blank(text);
  std::replace_if(
      blank.begin(), blank.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return printable(blank);
}

}  // namespace llmsize
