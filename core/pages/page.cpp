// SPDX-License-Identifier: Apache-2.0
// Pages as terminal text and as Markdown.
#include "core/pages/page.hpp"

#include "core/tables/width.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::size_t bar_width = 24;

std::string left(std::string_view text, std::size_t columns) {
  return std::string(text) + std::string(columns - std::min(columns, width(text)), ' ');
}
std::string right(std::string_view text, std::size_t columns) {
  return std::string(columns - std::min(columns, width(text)), ' ') + std::string(text);
}

/// A bar in eighths of a character.
std::string bar(double share) {
  static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto steps = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * bar_width * 8));
  std::string text;
  for (std::size_t i = 0; i < steps / 8; ++i) text += "█";
  return text + std::string(eighths[steps % 8]);
}

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}
  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string faint(const std::string& text) const { return paint("2", text); }
  std::string blue(const std::string& text) const { return paint("34", text); }
  std::string severity(Severity severity, const std::string& text) const {
    return paint(severity == Severity::error ? "31;1" : severity == Severity::warning ? "33" : "2", text);
  }

 private:
  std::string paint(std::string_view code, const std::string& text) const {
    return colour_ && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
  bool colour_;
};

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string section_text(
    const Section& section, std::size_t label_width, std::size_t value_width, const Painter& paint) {
  std::string text = "\n" + paint.bold(section.title) + "\n";
  for (const Line& line : section.lines) {
    const std::string label = left(line.label, label_width), value = right(line.value, value_width);
    const std::string drawn = line.bar >= 0 ? bar(line.bar) : std::string{};
    std::string row =
        fmt::format("  {}  {}", line.strong ? paint.bold(label) : label, line.strong ? paint.bold(value) : value);
    if (!drawn.empty()) row += "  " + paint.blue(drawn);
    if (!line.note.empty()) row += "  " + paint.faint(line.note);
    text += trimmed(row);
  }
  return text;
}

std::string_view mark(Severity severity) {
  return severity == Severity::error ? "✗" : severity == Severity::warning ? "!" : "·";
}

}  // namespace

std::string as_text(const Page& page, bool colour) {
  const Painter paint(colour);
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
        "  {} {}\n", paint.severity(finding.severity, fmt::format("{} {}", mark(finding.severity), finding.id)),
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
