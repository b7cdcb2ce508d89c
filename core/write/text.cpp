// SPDX-License-Identifier: Apache-2.0
// Paints a page on a terminal.
#include "core/tables/width.hpp"
#include "core/view/lines.hpp"
#include "core/write/ink.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace llmsize {
namespace {

constexpr std::size_t terminal_columns = 100;

std::string_view mark_of(Page::Verdict verdict) {
  switch (verdict) {
    case Page::Verdict::good: return "✓";
    case Page::Verdict::just: return "!";
    case Page::Verdict::bad: return "✗";
    case Page::Verdict::incomplete: return "?";
    case Page::Verdict::neutral: return "·";
  }
  return {};
}

std::string coloured(const Ink& ink, Page::Verdict verdict, const std::string& text) {
  switch (verdict) {
    case Page::Verdict::good: return ink.green(text);
    case Page::Verdict::just: return ink.yellow(text);
    case Page::Verdict::bad: return ink.red(text);
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
      wrapped(on_one_line(text), terminal_columns - indent, hanging > indent ? hanging - indent : 0);
  std::string out;
  for (const std::string& line : lines) out += std::string(indent, ' ') + paint(line) + "\n";
  return out;
}

std::string unpainted(const std::string& text) { return text; }

std::string figures_text(const Page& page, const Ink& ink) {
  std::size_t label = 0, value = 0, unit = 0;
  for (const Figure& figure : page.figures) {
    label = std::max(label, width(on_one_line(figure.label)));
    value = std::max(value, width(on_one_line(figure.value)));
    unit = std::max(unit, width(on_one_line(figure.unit)));
  }
  std::string text;
  for (const Figure& figure : page.figures)
    text += ended(fmt::format(
        "  {}  {} {}  {}", to_left(on_one_line(figure.label), label),
        ink.bold(to_right(on_one_line(figure.value), value)), to_left(on_one_line(figure.unit), unit),
        ink.faint(on_one_line(figure.qualifier))));
  return text;
}

std::string lines_text(const std::vector<ChartLine>& lines, const Ink& ink) {
  std::size_t labels = 0, values = 0, bars = 0;
  for (const ChartLine& line : lines) {
    labels = std::max(labels, width(line.label));
    values = std::max(values, width(line.value));
    bars = std::max(bars, line.bar >= 0 ? width(bar_text(line.bar)) : 0);
  }
  std::string text;
  for (const ChartLine& line : lines) {
    const std::string label = to_left(line.label, labels), value = to_right(line.value, values);
    std::string row =
        fmt::format("  {}  {}", line.strong ? ink.bold(label) : label, line.strong ? ink.bold(value) : value);
    const std::string bar = line.bar >= 0 ? bar_text(line.bar) : std::string{};
    const std::string filler(bars - width(bar), ' ');
    if (!bar.empty() || (bars > 0 && !line.note.empty()))
      row += "  " + ink.blue(bar) + (line.note.empty() ? std::string{} : filler);
    const std::size_t before = 2 + labels + 2 + values + 2 + (bars > 0 ? bars + 2 : 0);
    constexpr std::size_t least_room = 20;
    const std::vector<std::string> notes =
        wrapped(line.note, std::max(least_room, terminal_columns - std::min(before, terminal_columns)), 0);
    if (!line.note.empty()) row += "  " + ink.faint(notes.front());
    text += ended(std::move(row));
    for (std::size_t i = 1; i < notes.size(); ++i) text += std::string(before, ' ') + ink.faint(notes[i]) + "\n";
  }
  return text;
}

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

std::string chart_text(const ChartText& chart, const Ink& ink) {
  std::string text = "\n" + prose(chart.title, 0, 0, [&](const std::string& line) { return ink.bold(line); });
  if (!chart.sentence.empty()) return text + prose(chart.sentence, 2, 2, unpainted);
  if (!chart.subtitle.empty())
    text += prose(chart.subtitle, 0, 0, [&](const std::string& line) { return ink.faint(line); });
  if (!chart.table.columns.empty()) text += table_text(chart.table, ink);
  return text + lines_text(chart.lines, ink);
}

std::string finding_text(const FoundFinding& finding, const std::vector<Remedy>& remedies, const Ink& ink) {
  const std::string head = fmt::format("{} {}", llmsize::mark_of(finding.severity), on_one_line(finding.id));
  std::vector<std::string> lines = wrapped(head + " " + on_one_line(finding.message), terminal_columns - 2, 2);
  // The head is painted after it was wrapped: escape sequences have no width.
  lines.front() = ink.of(finding.severity, head) + lines.front().substr(std::min(head.size(), lines.front().size()));
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  for (const Remedy& remedy : remedies) {
    const std::string options = options_text(remedy);
    text +=
        fmt::format("    → {}{}\n", on_one_line(remedy.label), options.empty() ? options : "  " + ink.faint(options));
  }
  return text;
}

}  // namespace

std::string as_text(const Page& page, bool colour) {
  const Ink ink(colour);
  const std::vector<ChartText> charts = charts_in_lines(page);
  std::string text = prose(page.title, 0, 0, [&](const std::string& line) { return ink.bold(line); });
  if (!page.subtitle.empty())
    text += prose(page.subtitle, 0, 0, [&](const std::string& line) { return ink.faint(line); });
  if (!page.verdict_label.empty())
    text += fmt::format(
        "\n{}\n",
        coloured(ink, page.verdict, fmt::format("{} {}", mark_of(page.verdict), on_one_line(page.verdict_label))));
  if (!page.sentence.empty()) text += (page.verdict_label.empty() ? "\n" : "") + prose(page.sentence, 2, 2, unpainted);
  if (!page.figures.empty()) text += "\n" + figures_text(page, ink);
  for (const ChartText& chart : charts) text += chart_text(chart, ink);
  if (!page.findings.empty()) text += "\n" + ink.bold("Findings") + "\n";
  for (const auto& [finding, remedies] : page.findings) text += finding_text(finding, remedies, ink);
  // A command is there to be copied: no line end in it.
  if (!page.hint.empty()) text += "\n" + ink.faint(on_one_line(page.hint)) + "\n";
  return text;
}

}  // namespace llmsize
