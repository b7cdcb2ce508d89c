// SPDX-License-Identifier: Apache-2.0
// Paints a page on a terminal.
#include "core/tables/width.hpp"
#include "core/view/lines.hpp"
#include "core/write/ink.hpp"
#include "core/write/terminal.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

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

std::string unpainted(const std::string& text) { return text; }

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
        painted(ink, page.verdict, fmt::format("{} {}", mark_of(page.verdict), on_one_line(page.verdict_label))));
  if (!page.sentence.empty()) text += (page.verdict_label.empty() ? "\n" : "") + prose(page.sentence, 2, 2, unpainted);
  if (!page.figures.empty()) text += fmt::format("\n{}", fmt::join(figure_lines(page.figures, ink), ""));
  for (const ChartText& chart : charts) text += chart_text(chart, ink);
  if (!page.findings.empty()) text += "\n" + ink.bold("Findings") + "\n";
  for (const auto& [finding, remedies] : page.findings) text += finding_text(finding, remedies, ink);
  // A command is there to be copied: no line end in it.
  if (!page.hint.empty()) text += "\n" + ink.faint(on_one_line(page.hint)) + "\n";
  return text;
}

}  // namespace llmsize
