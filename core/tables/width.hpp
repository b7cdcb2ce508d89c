// SPDX-License-Identifier: Apache-2.0
// How wide a text is on a terminal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace llmsize {

/// Columns that a UTF-8 text takes on a terminal; every character of ours is one column wide.
inline std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace llmsize
