// SPDX-License-Identifier: Apache-2.0
// Names are compared without regard to capitals.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace llmsize {

/// A letter from A to Z in its small form; any other byte as it is, whatever the locale.
constexpr char lowered(char letter) {
  return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// A text with its letters from A to Z in their small forms.
inline std::string lowered(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char letter) { return lowered(letter); });
  return small;
}

}  // namespace llmsize
