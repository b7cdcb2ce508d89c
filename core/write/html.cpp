// SPDX-License-Identifier: Apache-2.0
// Paints a page as a section of HTML.
#include "core/view/lines.hpp"
#include "core/write/markup.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

/// A length that browsers draw and screen readers say.
std::string meter(double share) {
  if (share < 0) return {};
  const double length = share > 1 ? 1 : share;
  return fmt::format(R"(<meter min="0" max="1" value="{:.3f}">{:.0f}%</meter>)", length, 100 * length);
}

std::string figures_html(const Page& page) {
  std::string text = "<table class=\"figures\">\n<tbody>\n";
  for (const Figure& figure : page.figures)
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"unit\">{}</td>"
        "<td class=\"note\">{}</td></tr>\n",
        in_html(figure.label), in_html(figure.value), in_html(figure.unit), in_html(figure.qualifier));
  return text + "</tbody>\n</table>\n";
}

std::string lines_html(const std::vector<ChartLine>& lines) {
  std::string text = "<table class=\"lines\">\n<tbody>\n";
  for (const ChartLine& line : lines)
    text += fmt::format(
        "<tr{}><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"bar\">{}</td>"
        "<td class=\"note\">{}</td></tr>\n",
        line.strong ? " class=\"strong\"" : "", in_html(line.label), in_html(line.value), meter(line.bar),
        in_html(line.note));
  return text + "</tbody>\n</table>\n";
}

std::string table_html(const Document::Table& table) {
  std::string text = "<table class=\"values\">\n<thead>\n<tr>";
  // A header cell must say something; an empty corner is a plain cell.
  for (const Document::Column& column : table.columns)
    text += column.title.empty()
                ? std::string("<td></td>")
                : fmt::format(
                      "<th scope=\"col\"{}>{}</th>", column.number ? " class=\"number\"" : "", in_html(column.title));
  text += "</tr>\n</thead>\n<tbody>\n";
  for (const Document::Row& row : table.rows) {
    text += row.strong ? "<tr class=\"strong\">" : row.dull ? "<tr class=\"dull\">" : "<tr>";
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      text +=
          i == 0 ? fmt::format("<th scope=\"row\">{}</th>", in_html(row.cells[i].text))
                 : fmt::format(
                       "<td{}>{}</td>", table.columns[i].number ? " class=\"number\"" : "", in_html(row.cells[i].text));
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>\n";
}

std::string chart_html(const ChartText& chart) {
  std::string text = fmt::format("<section class=\"chart\">\n<h3>{}</h3>\n", in_html(chart.title));
  if (!chart.sentence.empty()) {
    text += fmt::format("<p class=\"empty\">{}</p>\n", in_html(chart.sentence));
  } else {
    if (!chart.subtitle.empty()) text += fmt::format("<p class=\"subtitle\">{}</p>\n", in_html(chart.subtitle));
    if (!chart.table.columns.empty()) text += table_html(chart.table);
    if (!chart.lines.empty()) text += lines_html(chart.lines);
  }
  return text + "</section>\n";
}

std::string findings_html(const Page& page) {
  std::string text = "<section class=\"findings\">\n<h3>Findings</h3>\n<ul>\n";
  for (const auto& [finding, remedies] : page.findings) {
    const std::string_view severity = word(finding.severity);
    text += fmt::format(
        "<li class=\"{}\"><strong>{}</strong> <code>{}</code> {}", severity, severity, in_html(finding.id),
        in_html(finding.message));
    if (!remedies.empty()) text += "\n<ul class=\"remedies\">\n";
    for (const Remedy& remedy : remedies) {
      const std::string options = options_text(remedy);
      text += fmt::format(
          "<li>→ {}{}</li>\n", in_html(remedy.label),
          options.empty() ? std::string{} : fmt::format(": <code>{}</code>", in_html(options)));
    }
    text += remedies.empty() ? "</li>\n" : "</ul>\n</li>\n";
  }
  return text + "</ul>\n</section>\n";
}

}  // namespace

std::string as_html(const Page& page) {
  std::string text = fmt::format("<section class=\"llmsize-page\">\n<h2>{}</h2>\n", in_html(page.title));
  if (!page.subtitle.empty()) text += fmt::format("<p class=\"subtitle\">{}</p>\n", in_html(page.subtitle));
  if (!page.verdict_label.empty() || !page.sentence.empty()) {
    text += fmt::format("<p class=\"verdict {}\">", word(page.verdict));
    if (!page.verdict_label.empty()) text += fmt::format("<strong>{}</strong> ", in_html(page.verdict_label));
    text += fmt::format("{}</p>\n", in_html(page.sentence));
  }
  if (!page.figures.empty()) text += figures_html(page);
  for (const ChartText& chart : charts_in_lines(page)) text += chart_html(chart);
  if (!page.findings.empty()) text += findings_html(page);
  if (!page.hint.empty()) text += fmt::format("<p class=\"hint\">{}</p>\n", in_html(page.hint));
  return text + "</section>\n";
}

}  // namespace llmsize
