// SPDX-License-Identifier: Apache-2.0
// Paints a page as Markdown.
#include "core/view/lines.hpp"
#include "core/write/markup.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

std::string cell(const std::string& text, bool strong) {
  const std::string shown = in_markdown(text);
  return strong && !shown.empty() ? fmt::format("**{}**", shown) : shown;
}

std::string row_of(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

std::string figures_markdown(const Page& page) {
  std::string text = "\n| | | |\n|---|---:|---|\n";
  for (const Figure& figure : page.figures)
    text += row_of(
        {in_markdown(figure.label),
         cell(figure.value + (figure.unit.empty() ? std::string{} : " " + figure.unit), true),
         in_markdown(figure.qualifier)});
  return text;
}

std::string table_markdown(const ChartTable& table) {
  std::vector<std::string> head, rule;
  for (const Document::Column& column : table.columns) {
    head.push_back(in_markdown(column.title));
    rule.emplace_back(column.number ? "---:" : "---");
  }
  std::string text = "\n" + row_of(head) + fmt::format("|{}|\n", fmt::join(rule, "|"));
  for (const ChartTable::Row& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.cells.size());
    for (const std::string& each : row.cells) cells.push_back(cell(each, row.strong));
    text += row_of(cells);
  }
  return text;
}

std::string chart_markdown(const ChartText& chart) {
  std::string text = fmt::format("\n## {}\n", in_markdown(chart.title));
  if (!chart.sentence.empty()) return text + fmt::format("\n{}\n", in_markdown(chart.sentence));
  if (!chart.subtitle.empty()) text += fmt::format("\n{}\n", in_markdown(chart.subtitle));
  if (!chart.table.columns.empty()) text += table_markdown(chart.table);
  if (chart.lines.empty()) return text;
  text += "\n| | | |\n|---|---:|---|\n";
  for (const ChartLine& line : chart.lines)
    text += row_of({cell(line.label, line.strong), cell(line.value, line.strong), in_markdown(line.note)});
  return text;
}

}  // namespace

std::string as_markdown(const Page& page) {
  std::string text = fmt::format("# {}\n", in_markdown(page.title));
  if (!page.subtitle.empty()) text += fmt::format("\n{}\n", in_markdown(page.subtitle));
  const std::string label = cell(page.verdict_label, true), sentence = in_markdown(page.sentence);
  if (!label.empty() || !sentence.empty())
    text += fmt::format("\n{}{}{}\n", label, label.empty() || sentence.empty() ? "" : ": ", sentence);
  if (!page.figures.empty()) text += figures_markdown(page);
  for (const ChartText& chart : charts_in_lines(page)) text += chart_markdown(chart);
  if (!page.findings.empty()) text += "\n## Findings\n\n";
  for (const auto& [finding, remedies] : page.findings) {
    text += fmt::format(
        "* **{}** {}: {}\n", word(finding.severity), code_in_markdown(finding.id), in_markdown(finding.message));
    for (const Remedy& remedy : remedies) {
      const std::string options = options_text(remedy);
      text += fmt::format(
          "  * → {}{}\n", in_markdown(remedy.label),
          options.empty() ? std::string{} : ": " + code_in_markdown(options));
    }
  }
  if (!page.hint.empty()) text += fmt::format("\n{}\n", in_markdown(page.hint));
  return text;
}

}  // namespace llmsize
