// SPDX-License-Identifier: Apache-2.0
// How text is set on a terminal: columns, bars, weight and colour, lines that end before the edge.
#pragma once

#include "core/answer/answer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A text and the blanks that fill its column, after it or before it.
std::string to_left(std::string_view text, std::size_t columns);
std::string to_right(std::string_view text, std::size_t columns);

/// Columns of a bar of length 1.
inline constexpr std::size_t longest_bar = 24;
/// A bar in eighths of a character; what is longer than 1 ends there.
std::string bar_text(double share);

/// "✗", "!", "·": a severity that needs no colour.
std::string_view mark_of(Severity severity);

/// Words in lines of at most so many columns, each but the first so many blanks in; a longer word has a line of its
/// own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

/// Weight and colour, or neither.
class Ink {
 public:
  explicit Ink(bool colour) : colour_(colour) {}
  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string faint(const std::string& text) const { return paint("2", text); }
  std::string red(const std::string& text) const { return paint("31;1", text); }
  std::string green(const std::string& text) const { return paint("32;1", text); }
  std::string yellow(const std::string& text) const { return paint("33", text); }
  std::string blue(const std::string& text) const { return paint("34", text); }
  std::string of(Severity severity, const std::string& text) const;

 private:
  std::string paint(std::string_view code, const std::string& text) const;
  bool colour_;
};

}  // namespace llmsize
