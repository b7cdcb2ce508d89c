// SPDX-License-Identifier: Apache-2.0
// Writes pages and documents as Markdown.
#include "core/quantity/print.hpp"
#include "core/tables/width.hpp"
#include "core/view/lines.hpp"
#include "core/view/words.hpp"
#include "core/write/ink.hpp"
#include "core/write/markup.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <utility>

namespace llmsize {
namespace {

using fmt::format;

/// A place that links lead to: GitHub keeps `name` of an anchor and marks it as a user's own.
std::string anchor(const std::string& name) {
  return name.empty() ? name : format("<a name=\"{}\"></a>", in_html(name));
}

std::string cell(const Document::Cell& cell, bool strong) {
  std::string text = cell.symbol ? code_in_markdown(cell.text) : in_markdown(cell.text);
  if (text.empty()) return text;
  if (strong) text = "**" + text + "**";
  return cell.to.empty() ? text : format("[{}](#{})", text, cell.to);
}

std::string row(const std::vector<std::string>& cells) { return format("| {} |\n", fmt::join(cells, " | ")); }

std::string table(const Document::Table& block) {
  std::vector<std::string> head, rule;
  for (const Document::Column& column : block.columns) {
    head.push_back(in_markdown(column.title));
    rule.emplace_back(column.number ? "---:" : "---");
  }
  std::string text = row(head) + format("|{}|\n", fmt::join(rule, "|"));
  for (const Document::Row& each : block.rows) {
    std::vector<std::string> cells;
    cells.reserve(each.cells.size());
    for (const Document::Cell& one : each.cells) cells.push_back(cell(one, each.strong));
    cells.front() = anchor(each.anchor) + cells.front();
    text += row(cells);
  }
  return text;
}

std::string lines(ChartText words) {
  std::string text;
  if (!words.table.columns.empty()) text = table(std::exchange(words.table, {})) + (words.lines.empty() ? "" : "\n");
  return words.lines.empty() ? text : text + table(in_table(std::move(words)));
}

std::string heading(std::string_view level, const std::string& title, const std::string& subtitle) {
  if (title.empty()) return {};
  return format("{} {}\n\n", level, in_markdown(title)) + (subtitle.empty() ? "" : in_markdown(subtitle) + "\n\n");
}

struct MarkdownPainter {
  std::string operator()(const Document::Paragraph& block) const {
    return block.code ? format("```\n{}\n```\n", in_code(block.text)) : in_markdown(block.text) + "\n";
  }

  std::string operator()(const Document::Judgement& block) const {
    const std::string label = cell({block.label}, true), sentence = in_markdown(block.sentence);
    return format("{}{}{}\n", label, label.empty() || sentence.empty() ? "" : ": ", sentence);
  }

  std::string operator()(const Document::Figures& block) const {
    std::string text = "| | | |\n|---|---:|---|\n";
    for (const auto& [figure, to] : block)
      text += row(
          {in_markdown(figure.label), cell({with_unit(figure.value, figure.unit), to}, true),
           in_markdown(figure.qualifier)});
    return text;
  }

  std::string operator()(const Findings& block) const {
    std::string text;
    for (const auto& [finding, remedies] : block) {
      text += format(
          "* **{}** {}: {}\n", word(finding.severity), code_in_markdown(finding.id.text()),
          in_markdown(finding.message));
      for (const Remedy& remedy : remedies) {
        const std::string options = options_text(remedy);
        text += format(
            "  * → {}{}\n", in_markdown(remedy.label),
            options.empty() ? std::string{} : ": " + code_in_markdown(options));
      }
    }
    return text;
  }

  std::string operator()(const Chart& block) const {
    const ChartText words = in_lines(block);
    return heading("###", words.title, words.subtitle) + lines(words);
  }

  std::string operator()(const Document::Table& block) const {
    return heading("###", block.title, block.subtitle) + table(block) +
           (block.note.empty() ? "" : "\n" + in_markdown(block.note) + "\n");
  }

  std::string operator()(const Document::Derivation& block) const {
    const Explanation& e = block.explanation;
    std::string text = format(
        "{}\n\n### {}: {}\n\n{}{}\n\n", anchor(block.anchor), in_markdown(e.title),
        in_markdown(!e.word.empty() ? std::string(e.word) : pretty(e.value, e.unit)), code_in_markdown(e.id),
        e.range ? ", P10–P90 " + in_markdown(range_text(e.range->first, e.range->second, e.unit)) : std::string{});
    if (!block.instead.empty())
      text += in_markdown(block.instead) + "\n\n";
    else if (!e.applied.empty())
      text += format(
          "> {} = {}\n>\n> = {} = **{}**\n\n", in_markdown(e.symbol), in_markdown(e.applied), in_markdown(e.filled),
          in_markdown(base(e.value, e.unit)));
    text += in_markdown(e.why) + "\n";
    if (!e.assumes.empty()) text += format("\nAssumes: {}.\n", in_markdown(e.assumes));
    if (!e.source.empty()) text += format("\nSource: {}\n", in_markdown(e.source));
    return text + (block.parts.rows.empty() ? "" : "\n" + table(block.parts));
  }

 private:
  /// A line that cannot end its block of code.
  static std::string in_code(const std::string& said) {
    std::string text = on_one_line(said);
    for (std::size_t at = 0; (at = text.find("```", at)) != std::string::npos;) text.replace(at, 3, "` ` `");
    return text;
  }
};

}  // namespace

std::string as_markdown(const Page& page) {
  const MarkdownPainter painted;
  std::string text = format("# {}\n", in_markdown(page.title));
  if (!page.subtitle.empty()) text += format("\n{}\n", in_markdown(page.subtitle));
  if (!page.verdict_label.empty() || !page.sentence.empty())
    text += "\n" + painted(Document::Judgement{page.verdict, page.verdict_label, page.sentence});
  if (!page.figures.empty()) text += "\n" + painted(Document::Figures(page.figures.begin(), page.figures.end()));
  for (ChartText& chart : charts_in_lines(page)) {
    text += "\n" + heading("##", chart.title, chart.sentence.empty() ? chart.subtitle : chart.sentence);
    text += lines(std::move(chart));
  }
  if (!page.findings.empty()) text += "\n## Findings\n\n" + painted(page.findings);
  if (!page.hint.empty()) text += format("\n{}\n", in_markdown(page.hint));
  return text;
}

std::string as_markdown(const Document& document) {
  std::string text = format("# {}\n\n{}\n\n", in_markdown(document.title), in_markdown(document.subtitle));
  for (const Document::Section& section : document.sections)
    text += format("* [{}](#{})\n", in_markdown(section.title), section.anchor);
  for (const Document::Section& section : document.sections) {
    text += format("\n{}\n\n## {}\n", anchor(section.anchor), in_markdown(section.title));
    for (const Document::Block& block : section.blocks) text += "\n" + std::visit(MarkdownPainter{}, block);
  }
  return text + format("\n---\n{}\n", in_markdown(document.footer));
}

}  // namespace llmsize
