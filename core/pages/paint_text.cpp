// SPDX-License-Identifier: Apache-2.0
// Paints a page on a terminal.
#include "core/pages/ink.hpp"
#include "core/pages/lines.hpp"
#include "core/pages/paint.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::size_t terminal_columns = 100;

std::string_view mark_of(Board::Verdict verdict) {
  switch (verdict) {
    case Board::Verdict::good: return "✓";
    case Board::Verdict::just: return "!";
    case Board::Verdict::bad: return "✗";
    case Board::Verdict::incomplete: return "?";
    case Board::Verdict::neutral: return "·";
  }
  return {};
}

std::string coloured(const Ink& ink, Board::Verdict verdict, const std::string& text) {
  switch (verdict) {
    case Board::Verdict::good: return ink.green(text);
    case Board::Verdict::just: return ink.yellow(text);
    case Board::Verdict::bad: return ink.red(text);
    default: return ink.bold(text);
  }
}

/// Ends a line without the blanks that fill its last column.
std::string ended(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Sentences, each line painted by itself so that colour never runs over a line end.
template <class Paint>
std::string prose(std::string_view text, std::size_t indent, std::size_t hanging, Paint paint) {
  const std::vector<std::string> lines =
      wrapped(printable(text), terminal_columns - indent, hanging > indent ? hanging - indent : 0);
  std::string out;
  for (const std::string& line : lines) out += std::string(indent, ' ') + paint(line) + "\n";
  return out;
}

std::string unpainted(const std::string& text) { return text; }

/// Columns of all lines of a page: labels and values stand below each other from chart to chart.
struct Columns {
  std::size_t label = 0, value = 0;
};

Columns columns_of(const std::vector<ChartText>& charts) {
  constexpr std::size_t widest = 40;
  Columns columns;
  for (const ChartText& chart : charts)
    for (const ChartLine& line : chart.lines) {
      columns.label = std::max(columns.label, std::min(width(line.label), widest));
      columns.value = std::max(columns.value, std::min(width(line.value), widest));
    }
  return columns;
}

std::string figures_text(const Board& board, const Ink& ink) {
  std::size_t label = 0, value = 0, unit = 0;
  for (const Figure& figure : board.figures) {
    label = std::max(label, width(printable(figure.label)));
    value = std::max(value, width(printable(figure.value)));
    unit = std::max(unit, width(printable(figure.unit)));
  }
  std::string text;
  for (const Figure& figure : board.figures)
    text += ended(fmt::format(
        "  {}  {} {}  {}", to_left(printable(figure.label), label), ink.bold(to_right(printable(figure.value), value)),
        to_left(printable(figure.unit), unit), ink.faint(printable(figure.qualifier))));
  return text;
}

std::string lines_text(const std::vector<ChartLine>& lines, const Columns& columns, const Ink& ink) {
  std::size_t bars = 0;
  for (const ChartLine& line : lines) bars = std::max(bars, line.bar >= 0 ? width(bar_text(line.bar)) : 0);
  std::string text;
  for (const ChartLine& line : lines) {
    const std::string label = to_left(line.label, columns.label), value = to_right(line.value, columns.value);
    std::string row =
        fmt::format("  {}  {}", line.strong ? ink.bold(label) : label, line.strong ? ink.bold(value) : value);
    const std::string bar = line.bar >= 0 ? bar_text(line.bar) : std::string{};
    const std::string filler(bars - width(bar), ' ');
    if (!bar.empty() || (bars > 0 && !line.note.empty()))
      row += "  " + ink.blue(bar) + (line.note.empty() ? std::string{} : filler);
    if (!line.note.empty()) row += "  " + ink.faint(line.note);
    text += ended(std::move(row));
  }
  return text;
}

std::string table_text(const ChartTable& table, const Ink& ink) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(width(table.columns[i].title));
    for (const ChartTable::Row& row : table.rows) widths[i] = std::max(widths[i], width(row.cells[i]));
  }
  const auto line = [&](const auto& cell) {
    std::string row;
    for (std::size_t i = 0; i < widths.size(); ++i)
      row += "  " + (table.columns[i].number ? to_right(cell(i), widths[i]) : to_left(cell(i), widths[i]));
    return row.erase(row.find_last_not_of(' ') + 1);
  };
  std::string text;
  if (const std::string head = line([&](std::size_t i) { return table.columns[i].title; }); !head.empty())
    text += ink.faint(head) + "\n";
  for (const ChartTable::Row& row : table.rows) {
    const std::string drawn = line([&](std::size_t i) { return row.cells[i]; });
    text += (row.strong ? ink.bold(drawn) : row.dull ? ink.faint(drawn) : drawn) + "\n";
  }
  return text;
}

std::string chart_text(const ChartText& chart, const Columns& columns, const Ink& ink) {
  std::string text = "\n" + prose(chart.title, 0, 0, [&](const std::string& line) { return ink.bold(line); });
  if (!chart.sentence.empty()) return text + prose(chart.sentence, 2, 2, unpainted);
  if (!chart.subtitle.empty())
    text += prose(chart.subtitle, 0, 0, [&](const std::string& line) { return ink.faint(line); });
  if (!chart.table.columns.empty()) text += table_text(chart.table, ink);
  return text + lines_text(chart.lines, columns, ink);
}

std::string finding_text(const FoundFinding& finding, const std::vector<Remedy>& remedies, const Ink& ink) {
  const std::string head = fmt::format("{} {}", llmsize::mark_of(finding.severity), printable(finding.id));
  std::vector<std::string> lines = wrapped(head + " " + printable(finding.message), terminal_columns - 2, 2);
  // The head is painted after it was wrapped: escape sequences have no width.
  lines.front() = ink.of(finding.severity, head) + lines.front().substr(std::min(head.size(), lines.front().size()));
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  for (const Remedy& remedy : remedies) {
    const std::string options = options_text(remedy);
    text += fmt::format("    → {}{}\n", printable(remedy.label), options.empty() ? options : "  " + ink.faint(options));
  }
  return text;
}

}  // namespace

std::string as_text(const Board& board, bool colour) {
  const Ink ink(colour);
  const std::vector<ChartText> charts = charts_in_lines(board);
  std::string text = prose(board.title, 0, 0, [&](const std::string& line) { return ink.bold(line); });
  if (!board.subtitle.empty())
    text += prose(board.subtitle, 0, 0, [&](const std::string& line) { return ink.faint(line); });
  if (!board.verdict_label.empty())
    text += fmt::format(
        "\n{}\n",
        coloured(ink, board.verdict, fmt::format("{} {}", mark_of(board.verdict), printable(board.verdict_label))));
  if (!board.sentence.empty())
    text += (board.verdict_label.empty() ? "\n" : "") + prose(board.sentence, 2, 2, unpainted);
  if (!board.figures.empty()) text += "\n" + figures_text(board, ink);
  const Columns columns = columns_of(charts);
  for (const ChartText& chart : charts) text += chart_text(chart, columns, ink);
  if (!board.findings.empty()) text += "\n" + ink.bold("Findings") + "\n";
  for (const auto& [finding, remedies] : board.findings) text += finding_text(finding, remedies, ink);
  // A command is there to be copied: no line end in it.
  if (!board.hint.empty()) text += "\n" + ink.faint(printable(board.hint)) + "\n";
  return text;
}

}  // namespace llmsize
