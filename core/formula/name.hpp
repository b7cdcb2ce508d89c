// SPDX-License-Identifier: Apache-2.0
// A name that is part of a type, so that every input and every formula is a type of its own and compiler errors say its
// id.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace llmsize {

template <std::size_t Size>
struct Name {
  char text[Size]{};
  consteval Name(const char (&characters)[Size]) { std::copy_n(characters, Size, text); }
  constexpr operator std::string_view() const { return {text, Size - 1}; }
};

}  // namespace llmsize
