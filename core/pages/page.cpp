// SPDX-License-Identifier: Apache-2.0
// Pages as terminal text and as Markdown.
#include "core/pages/page.hpp"

#include "core/pages/ink.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string section_text(const Section& section, std::size_t label_width, std::size_t value_width, const Ink& paint) {
  std::string text = "\n" + paint.bold(section.title) + "\n";
  for (const Line& line : section.lines) {
    const std::string label = to_left(line.label, label_width), value = to_right(line.value, value_width);
    const std::string drawn = line.bar >= 0 ? bar_text(line.bar) : std::string{};
    std::string row =
        fmt::format("  {}  {}", line.strong ? paint.bold(label) : label, line.strong ? paint.bold(value) : value);
    if (!drawn.empty()) row += "  " + paint.blue(drawn);
    if (!line.note.empty()) row += "  " + paint.faint(line.note);
    text += trimmed(row);
  }
  return text;
}

}  // namespace

std::string as_text(const Page& page, bool colour) {
  const Ink paint(colour);
  std::size_t label_width = 0, value_width = 0;
  for (const Section& section : page.sections)
    for (const Line& line : section.lines) {
      label_width = std::max(label_width, width(line.label));
      value_width = std::max(value_width, std::min<std::size_t>(width(line.value), 24));
    }
  std::string text = paint.bold(page.title) + "\n";
  if (!page.subtitle.empty()) text += paint.faint(page.subtitle) + "\n";
  if (!page.verdict.empty()) text += "\n" + page.verdict + "\n";
  for (const Section& section : page.sections)
    if (!section.lines.empty()) text += section_text(section, label_width, value_width, paint);
  if (!page.findings.empty()) text += "\n" + paint.bold("Findings") + "\n";
  for (const FoundFinding& finding : page.findings)
    text += fmt::format(
        "  {} {}\n", paint.of(finding.severity, fmt::format("{} {}", mark_of(finding.severity), finding.id)),
        finding.message);
  if (!page.footer.empty()) text += "\n" + paint.faint(page.footer) + "\n";
  return text;
}

std::string as_markdown(const Page& page) {
  std::string text = fmt::format("# {}\n", page.title);
  if (!page.subtitle.empty()) text += fmt::format("\n{}\n", page.subtitle);
  if (!page.verdict.empty()) text += fmt::format("\n**{}**\n", page.verdict);
  for (const Section& section : page.sections) {
    if (section.lines.empty()) continue;
    text += fmt::format("\n## {}\n\n| | | |\n|---|---:|---|\n", section.title);
    for (const Line& line : section.lines) {
      const std::string_view strong = line.strong ? "**" : "";
      text += fmt::format("| {0}{1}{0} | {0}{2}{0} | {3} |\n", strong, line.label, line.value, line.note);
    }
  }
  if (!page.findings.empty()) text += "\n## Findings\n\n";
  for (const FoundFinding& finding : page.findings)
    text += fmt::format("* **{}** `{}`: {}\n", word(finding.severity), finding.id, finding.message);
  if (!page.footer.empty()) text += fmt::format("\n{}\n", page.footer);
  return text;
}

}  // namespace llmsize
