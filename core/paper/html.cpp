// SPDX-License-Identifier: Apache-2.0
// Paints a report as one file of HTML.
#include "core/formula/render.hpp"
#include "core/paper/html_style.hpp"
#include "core/paper/paper.hpp"
#include "core/quantity/print.hpp"
#include "core/scene/picture.hpp"
#include "core/view/lines.hpp"
#include "core/view/words.hpp"
#include "core/write/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

using fmt::format;

/// Nothing that a page of such a policy holds can ask for anything over a network.
constexpr std::string_view policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Colours besides those of pictures: by theme, in one place for screen and paper.
std::string colours(PictureTheme theme) {
  const bool dark = theme == PictureTheme::dark;
  return theme_variables(theme) +
         (dark ? "--ground:#12161c;--surface:#1a2029;--border:#2c3542;--text:#e8ecf2;--text2:#b3bcca;--text3:#8d98a9;"
                 "--link:#7db7f0;--good:#4cc38a;--just:#f0b429;--bad:#f28b82;--highlight:#22344a;"
               : "--ground:#f6f7f9;--surface:#fff;--border:#dde2e9;--text:#18202b;--text2:#475467;--text3:#667085;"
                 "--link:#0b5cad;--good:#1a7f4e;--just:#b26a00;--bad:#b42318;--highlight:#fff3cd;");
}

std::string style() {
  return format(
      "<style>\n:root{{color-scheme:light dark;{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}{}"
      "</style>\n",
      colours(PictureTheme::light), colours(PictureTheme::dark), html_style);
}

std::string linked(const std::string& html, const std::string& to) {
  return to.empty() ? html : format("<a href=\"#{}\">{}</a>", in_html(to), html);
}

std::string cell_html(const Document::Cell& cell) {
  return linked(cell.symbol ? symbol_html(cell.text) : in_html(cell.text), cell.to);
}

std::string row_html(const Document::Row& row, const Document::Table& table) {
  const bool group = row.is_group();
  const std::string_view look = group        ? " class=\"group\""
                                : row.strong ? " class=\"strong\""
                                : row.dull   ? " class=\"dull\""
                                             : "";
  std::string html = format("<tr{}{}>", look, row.anchor.empty() ? "" : format(" id=\"{}\"", in_html(row.anchor)));
  if (group)
    return html +
           format(
               "<th colspan=\"{}\" scope=\"rowgroup\">{}</th></tr>\n", table.columns.size(), cell_html(row.cells[0]));
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::string_view number = table.columns[i].number ? " class=\"number\"" : "";
    html += i == 0 ? format("<th scope=\"row\"{}>{}</th>", number, cell_html(row.cells[i]))
                   : format("<td{}>{}</td>", number, cell_html(row.cells[i]));
  }
  return html + "</tr>\n";
}

/// The table alone, in a frame that scrolls where it is too wide.
std::string rows_html(const Document::Table& table, std::string_view name) {
  std::string html =
      format("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table>\n", in_html(name));
  const bool header =
      std::any_of(table.columns.begin(), table.columns.end(), [](const auto& column) { return !column.title.empty(); });
  if (header) {
    html += "<thead><tr>";
    // A header cell must say something; an empty corner is a plain cell.
    for (const Document::Column& column : table.columns)
      html +=
          column.title.empty()
              ? std::string("<td></td>")
              : format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"number\"" : "", in_html(column.title));
    html += "</tr></thead>\n";
  }
  html += "<tbody>\n";
  for (const Document::Row& row : table.rows) html += row_html(row, table);
  return html + "</tbody></table></div>\n";
}

/// A picture without the words that stand beside it, in the colours of the page. Plots take any height.
std::string svg(const Chart& chart, double width, double plot) {
  PictureLook look{.width = width, .theme = PictureTheme::page, .titles = false};
  look.height = std::holds_alternative<Plot>(chart.body) ? plot : wished_height(chart, look);
  return as_svg(chart, look);
}

class HtmlPainter {
 public:
  std::string operator()(const Document::Paragraph& block) const {
    return block.code ? format("<pre><code>{}</code></pre>\n", in_html(block.text))
                      : format("<p>{}</p>\n", in_html(block.text));
  }

  std::string operator()(const Document::Judgement& block) const {
    return format(
        "<p class=\"verdict {}\"><strong>{}</strong> {}</p>\n", word(block.verdict), in_html(block.label),
        in_html(block.sentence));
  }

  std::string operator()(const Document::Figures& block) const {
    std::string html = "<dl class=\"figures\">\n";
    for (const auto& [figure, to] : block)
      html += format(
          "<div><dt>{}</dt><dd><span class=\"value\">{} <span class=\"unit\">{}</span></span><br/>"
          "<span class=\"qualifier\">{}</span></dd></div>\n",
          in_html(figure.label), linked(in_html(figure.value), to), in_html(figure.unit), in_html(figure.qualifier));
    return html + "</dl>\n";
  }

  std::string operator()(const Findings& block) const {
    std::string html = "<ul class=\"findings\">\n";
    for (const auto& [finding, remedies] : block) {
      html += format(
          "<li class=\"{}\">{} <code>{}</code>", word(finding.severity), in_html(finding.message),
          in_html(finding.id.text()));
      if (!remedies.empty()) html += "\n<ul>\n";
      for (const Remedy& remedy : remedies) {
        const std::string options = options_text(remedy);
        html += format(
            "<li>{}{}</li>\n", in_html(remedy.label),
            options.empty() ? std::string{} : format(": <code>{}</code>", in_html(options)));
      }
      html += remedies.empty() ? "</li>\n" : "</ul>\n</li>\n";
    }
    return html + "</ul>\n";
  }

  std::string operator()(const Chart& block) const {
    // One drawing for a desk, one for a telephone: letters stay legible in both.
    const Document::Table numbers = in_table(in_lines(block));
    return format(
        "<figure><figcaption><h3>{}</h3><p>{}</p></figcaption>\n<div class=\"wide\">{}</div>\n<div class=\"narrow\">{}"
        "</div>\n<details><summary>Details</summary>\n{}</details></figure>\n",
        in_html(block.title), in_html(block.subtitle), svg(block, 760, 380), svg(block, 340, 280),
        rows_html(numbers, block.title));
  }

  std::string operator()(const Document::Table& block) const {
    std::string html = "<div class=\"table\">";
    if (!block.title.empty()) html += format("<h3>{}</h3>\n", in_html(block.title));
    if (!block.subtitle.empty()) html += format("<p class=\"subtitle\">{}</p>\n", in_html(block.subtitle));
    html += rows_html(block, block.title.empty() ? section_ : block.title);
    if (!block.note.empty()) html += format("<p class=\"note\">{}</p>\n", in_html(block.note));
    return html + "</div>\n";
  }

  std::string operator()(const Document::Derivation& block) const {
    const Explanation& e = block.explanation;
    std::string html = format(
        "<article id=\"{}\">\n<h3>{}: <span class=\"value\">{}</span></h3>\n<p class=\"id\"><code>{}</code>{}</p>\n",
        in_html(block.anchor), in_html(e.title), in_html(value_text(e)), in_html(e.id),
        e.range ? " · P10–P90 " + in_html(range_text(e.range->first, e.range->second, e.unit)) : std::string{});
    if (!block.instead.empty())
      html += format("<p class=\"note\">{}</p>\n", in_html(block.instead));
    else if (!e.html.empty())
      html += format(
          "<div class=\"formula\"><div>{} = {}</div><div class=\"filled\">= {} = {}</div></div>\n",
          symbol_html(e.symbol), e.html, in_html(e.filled), in_html(base(e.value, e.unit)));
    html += format("<p>{}</p>\n", in_html(e.why));
    if (!e.assumes.empty()) html += format("<p class=\"note\">Assumes: {}.</p>\n", in_html(e.assumes));
    if (!e.source.empty()) html += format("<p class=\"note\">Source: {}</p>\n", in_html(e.source));
    if (!block.parts.rows.empty()) html += rows_html(block.parts, e.title);
    return html + "</article>\n";
  }

  std::string section(const Document::Section& section) {
    section_ = section.title;
    std::string html = format(
        "<section id=\"{}\" aria-labelledby=\"{}-title\">\n<h2 id=\"{}-title\">{}</h2>\n", section.anchor,
        section.anchor, section.anchor, in_html(section.title));
    for (const Document::Block& block : section.blocks) html += std::visit(*this, block);
    return html + "</section>\n";
  }

 private:
  static std::string value_text(const Explanation& e) {
    return !e.word.empty() ? std::string(e.word) : pretty(e.value, e.unit);
  }

  std::string section_;
};

std::string contents(const Document& report) {
  std::string html = "<nav aria-label=\"Contents\"><ul>\n";
  for (const Document::Section& section : report.sections)
    html += format("<li>{}</li>\n", linked(in_html(section.title), section.anchor));
  return html + "</ul></nav>\n";
}

}  // namespace

std::string as_html(const Document& report) {
  std::string html = format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"/>\n<title>{}</title>\n"
      "<meta name=\"description\" content=\"{}\"/>\n<meta name=\"generator\" content=\"{}\"/>\n{}</head>\n<body>\n",
      policy, in_html(report.title), in_html(report.summary), in_html(report.footer), style());
  html += format(
      "<header>\n<h1>{}</h1>\n<p class=\"subtitle\">{}</p>\n</header>\n{}<main>\n", in_html(report.title),
      in_html(report.subtitle), contents(report));
  HtmlPainter painter;
  for (const Document::Section& section : report.sections) html += painter.section(section);
  return html + format("</main>\n<footer>{}</footer>\n</body>\n</html>\n", in_html(report.footer));
}

}  // namespace llmsize
