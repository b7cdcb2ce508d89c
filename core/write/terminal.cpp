// SPDX-License-Identifier: Apache-2.0
// Sentences and tables on a terminal.
#include "core/write/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace llmsize {

std::string ended(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string painted(const Ink& ink, Page::Verdict verdict, const std::string& text) {
  switch (verdict) {
    case Page::Verdict::good: return ink.green(text);
    case Page::Verdict::just: return ink.yellow(text);
    case Page::Verdict::bad: return ink.red(text);
    default: return ink.bold(text);
  }
}

std::vector<std::string> figure_lines(const std::vector<Figure>& figures, const Ink& ink) {
  std::size_t label = 0, value = 0, unit = 0;
  for (const Figure& figure : figures) {
    label = std::max(label, width(on_one_line(figure.label)));
    value = std::max(value, width(on_one_line(figure.value)));
    unit = std::max(unit, width(on_one_line(figure.unit)));
  }
  std::vector<std::string> lines;
  lines.reserve(figures.size());
  for (const Figure& figure : figures)
    lines.push_back(ended(fmt::format(
        "  {}  {} {}  {}", to_left(on_one_line(figure.label), label),
        ink.bold(to_right(on_one_line(figure.value), value)), to_left(on_one_line(figure.unit), unit),
        ink.faint(on_one_line(figure.qualifier)))));
  return lines;
}

namespace {

std::size_t longest_word(std::string_view text) {
  std::size_t longest = 0;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    longest = std::max(longest, width(text.substr(start, end - start)));
    start = end + 1;
  }
  return longest;
}

/// Widths of columns: of what stands in them, or less where notes can be wrapped to fit the terminal. Numbers and the
/// names of rows are never wrapped: they are read in one glance or not at all.
std::vector<std::size_t> widths_of(const Document::Table& table, std::size_t room) {
  constexpr std::size_t least_note = 24;
  std::vector<std::size_t> widths, least;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(width(table.columns[i].title));
    least.push_back(std::max(widths[i], least_note));
    for (const Document::Row& row : table.rows) {
      if (row.is_group()) continue;
      widths[i] = std::max(widths[i], width(row.cells[i].text));
      least[i] = std::max(least[i], longest_word(row.cells[i].text));
    }
    if (i == 0 || table.columns[i].number) least[i] = widths[i];
  }
  for (;;) {
    std::size_t taken = 0, widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      taken += 2 + widths[i];
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) widest = i;
    }
    if (taken <= room || widest == widths.size()) return widths;
    widths[widest] = std::max(least[widest], widths[widest] - std::min(widths[widest], taken - room));
  }
}

}  // namespace

std::string table_text(const Document::Table& table, const Ink& ink) {
  // What stands below a heading is moved in; without weight nothing else would tell them apart.
  const bool grouped = std::any_of(table.rows.begin(), table.rows.end(), std::mem_fn(&Document::Row::is_group));
  const std::string indent(grouped ? 2 : 0, ' ');
  const std::vector<std::size_t> widths = widths_of(table, terminal_columns - indent.size());
  const auto lines = [&](const auto& cell) {
    std::vector<std::vector<std::string>> parts;
    std::size_t height = 1;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      parts.push_back(width(cell(i)) > widths[i] ? wrapped(cell(i), widths[i], 0) : std::vector<std::string>{cell(i)});
      height = std::max(height, parts[i].size());
    }
    std::vector<std::string> rows;
    for (std::size_t at = 0; at < height; ++at) {
      std::string row = indent;
      for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string part = at < parts[i].size() ? parts[i][at] : std::string{};
        row += "  " + (table.columns[i].number ? to_right(part, widths[i]) : to_left(part, widths[i]));
      }
      rows.push_back(row.erase(row.find_last_not_of(' ') + 1));
    }
    return rows;
  };
  std::string text;
  for (const std::string& head : lines([&](std::size_t i) { return table.columns[i].title; }))
    if (!head.empty()) text += ink.faint(head) + "\n";
  for (const Document::Row& row : table.rows) {
    const auto drawn = row.is_group() ? std::vector<std::string>{"  " + row.cells.front().text}
                                      : lines([&](std::size_t i) { return row.cells[i].text; });
    for (const std::string& line : drawn)
      text += (row.strong ? ink.bold(line) : row.dull ? ink.faint(line) : line) + "\n";
  }
  return text;
}

}  // namespace llmsize
