// SPDX-License-Identifier: Apache-2.0
// What is painted on a terminal alike wherever it stands: sentences and tables.
#pragma once

#include "core/document/document.hpp"
#include "core/tables/width.hpp"
#include "core/write/ink.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

inline constexpr std::size_t terminal_columns = 100;

/// Ends a line without the blanks that fill its last column.
std::string ended(std::string line);

/// Sentences, each line painted by itself so that color never runs over a line end. The first line is indented by
/// `indent`, the others by `hanging` where that is more.
template <class Paint>
std::string prose(std::string_view text, std::size_t indent, std::size_t hanging, Paint paint) {
  const std::vector<std::string> lines =
      wrapped(on_one_line(text), terminal_columns - indent, hanging > indent ? hanging - indent : 0);
  std::string out;
  for (const std::string& line : lines) out += std::string(indent, ' ') + paint(line) + "\n";
  return out;
}

/// A text in the color of a verdict.
std::string painted(const Ink& ink, Page::Verdict verdict, const std::string& text);

/// A line for each figure: label, value, unit, qualifier.
std::vector<std::string> figure_lines(const std::vector<Figure>& figures, const Ink& ink);

/// A table without its title: a line of headings where there are some, then the rows.
std::string table_text(const Document::Table& table, const Ink& ink);

}  // namespace llmsize
