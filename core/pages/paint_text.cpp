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
    if (!line.note.empty()) row += "  " + ink.faint(line.note);
    text += ended(std::move(row));
  }
  return text;
}

/// Whether a row is only a name for those that follow.
bool is_heading(const ChartTable::Row& row) {
  return row.strong && row.cells.size() > 1 &&
         std::all_of(row.cells.begin() + 1, row.cells.end(), [](const std::string& cell) { return cell.empty(); });
}

std::string table_text(const ChartTable& table, const Ink& ink) {
  // What stands below a heading is moved in; without weight nothing else would tell them apart.
  const bool grouped = std::any_of(table.rows.begin(), table.rows.end(), is_heading);
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    widths.push_back(width(table.columns[i].title));
    for (const ChartTable::Row& row : table.rows) widths[i] = std::max(widths[i], width(row.cells[i]));
  }
  const auto line = [&](const auto& cell) {
    std::string row(grouped ? 2 : 0, ' ');
    for (std::size_t i = 0; i < widths.size(); ++i)
      row += "  " + (table.columns[i].number ? to_right(cell(i), widths[i]) : to_left(cell(i), widths[i]));
    return row.erase(row.find_last_not_of(' ') + 1);
  };
  std::string text;
  if (const std::string head = line([&](std::size_t i) { return table.columns[i].title; }); !head.empty())
    text += ink.faint(head) + "\n";
  for (const ChartTable::Row& row : table.rows) {
    const std::string drawn =
        is_heading(row) ? "  " + row.cells.front() : line([&](std::size_t i) { return row.cells[i]; });
    text += (row.strong ? ink.bold(drawn) : row.dull ? ink.faint(drawn) : drawn) + "\n";
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
