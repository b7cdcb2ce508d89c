// SPDX-License-Identifier: Apache-2.0
// Paints a report as PDF: blocks become pieces, pieces are dealt out to pages.
#include "core/formula/render.hpp"
#include "core/paper/pdf_formula.hpp"
#include "core/paper/pdf_pages.hpp"
#include "core/paper/pdf_table.hpp"
#include "core/quantity/print.hpp"
#include "core/scene/draw.hpp"
#include "core/scene/picture.hpp"
#include "core/scene/render.hpp"
#include "core/view/words.hpp"
#include "core/write/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::pdf {
namespace {

constexpr Type title{17, true, ink::dark}, subtitle{9, false, ink::grey}, heading{14, true, ink::dark},
    minor{10.5, true, ink::dark}, prose{9, false, ink::dark}, aside{8, false, ink::grey},
    code{7.5, false, ink::dark, Family::mono};

std::uint32_t colour_of(Page::Verdict verdict) {
  switch (verdict) {
    case Page::Verdict::good: return ink::good;
    case Page::Verdict::just: return ink::just;
    case Page::Verdict::bad: return ink::bad;
    default: return ink::faint;
  }
}

std::uint32_t colour_of(Severity severity) {
  return severity == Severity::error ? ink::bad : severity == Severity::warning ? ink::just : ink::strong_border;
}

void fill(cairo_t* paper, double left, double top, double width, double height, std::uint32_t colour) {
  set_colour(paper, colour);
  cairo_rectangle(paper, left, top, width, height);
  cairo_fill(paper);
}

class PdfPainter {
 public:
  explicit PdfPainter(Paper paper) : width_(text_width(paper)), height_(text_height(paper)) {}

  void title_of(const Document& report) {
    put(in_html(report.title), title, {.with_next = true, .role = "H1"});
    put(in_html(report.subtitle), subtitle, {.before = 3});
  }

  void section(const Document::Section& section) {
    Piece& head = put(in_html(section.title), heading, {.before = 20, .with_next = true, .role = "H2"});
    head.on_new_page = section.on_new_page;
    head.anchor = section.anchor;
    head.outline = section.title;
    for (const Document::Block& block : section.blocks) std::visit(*this, block);
  }

  void operator()(const Document::Paragraph& block) {
    put(in_html(block.text), block.code ? code : prose, {.before = 6, .indent = block.code ? 8.0 : 0.0});
  }

  void operator()(const Document::Judgement& block) {
    barred(
        {Text(in_html(block.label), {11.5, true, ink::dark}, width_ - bar_room),
         Text(in_html(block.sentence), {9.5, false, ink::dark}, width_ - bar_room)},
        colour_of(block.verdict), 10);
  }

  void operator()(const Document::Figures& block) {
    constexpr std::size_t columns = 3;
    for (std::size_t first = 0; first < block.size(); first += columns)
      figures_row(
          {block.begin() + static_cast<std::ptrdiff_t>(first),
           block.begin() + static_cast<std::ptrdiff_t>(std::min(block.size(), first + columns))},
          columns, first == 0, first + columns >= block.size());
  }

  void operator()(const Findings& block) {
    for (const auto& [finding, remedies] : block) {
      std::vector<Text> texts{Text(
          fmt::format(
              "{} <span font_family=\"Liberation Mono\" color=\"#667085\" size=\"85%\">{}</span>",
              in_html(finding.message), in_html(finding.id.text())),
          prose, width_ - bar_room)};
      for (const Remedy& remedy : remedies) {
        const std::string options = options_text(remedy);
        texts.emplace_back(
            "→ " + in_html(remedy.label) +
                (options.empty()
                     ? ""
                     : ": <span font_family=\"Liberation Mono\" size=\"90%\">" + in_html(options) + "</span>"),
            aside, width_ - bar_room);
      }
      barred(texts, colour_of(finding.severity), 6);
    }
  }

  void operator()(const Chart& block) {
    constexpr double pixels = 720;
    const double scale = width_ / pixels;
    PictureLook look{.width = pixels, .titles = false};
    // Plots take any height; what has rows needs as much as they have.
    constexpr double plot = 380;
    look.height =
        std::holds_alternative<Plot>(block.body) ? plot : std::min(wished_height(block, look), 0.8 * height_ / scale);
    put(in_html(block.title), minor, {.before = 16, .with_next = true, .role = "H3"});
    if (!block.subtitle.empty()) put(in_html(block.subtitle), aside, {.before = 1, .with_next = true});
    pieces_.push_back(
        {look.height * scale,
         [svg = as_svg(block, look), scale](cairo_t* paper, double left, double top) {
           draw_svg(paper, svg, left, top, scale);
         },
         "Figure", 4});
    pieces_.back().told = block.title.empty() ? block.id : block.title + ". " + block.subtitle;
  }

  void operator()(const Document::Table& block) {
    if (!block.title.empty()) put(in_html(block.title), minor, {.before = 16, .with_next = true, .role = "H3"});
    if (!block.subtitle.empty()) put(in_html(block.subtitle), aside, {.before = 1, .with_next = true});
    add_table(block, 6);
    if (!block.note.empty()) put(in_html(block.note), aside, {.before = 3});
  }

  void operator()(const Document::Derivation& block) {
    const Explanation& e = block.explanation;
    const std::string value = !e.word.empty() ? std::string(e.word) : pretty(e.value, e.unit);
    Piece& head =
        put(fmt::format("{}: {}", in_html(e.title), in_html(value)), minor,
            {.before = 16, .with_next = true, .role = "H3"});
    head.anchor = block.anchor;
    const std::string range =
        e.range ? ", P10–P90 " + in_html(range_text(e.range->first, e.range->second, e.unit)) : std::string{};
    put(fmt::format("<span font_family=\"Liberation Mono\">{}</span>{}", in_html(e.id), range), aside,
        {.before = 1, .with_next = true});
    if (!block.instead.empty()) {
      put(in_html(block.instead), aside, {.before = 3});
    } else if (!e.html.empty()) {
      add_formula(e);
      put(fmt::format("= {} = {}", in_html(e.filled), in_html(base(e.value, e.unit))), {7.5, false, ink::grey},
          {.before = 2, .with_next = true, .indent = 10});
    }
    put(in_html(e.why), prose, {.before = 4});
    if (!e.assumes.empty()) put(in_html("Assumes: " + e.assumes + "."), aside, {.before = 2});
    if (!e.source.empty()) put(in_html("Source: " + e.source), aside, {.before = 2});
    if (!block.parts.rows.empty()) add_table(block.parts, 4);
  }

  std::vector<Piece> taken() { return std::move(pieces_); }

 private:
  /// How a piece stands among the others.
  struct Stand {
    double before = 0;
    bool with_next = false;
    double indent = 0;
    const char* role = "P";
  };
  static constexpr double bar_room = 12;

  Piece& add(Piece piece, const Stand& stand) {
    piece.before = stand.before;
    piece.with_next = stand.with_next;
    piece.role = stand.role;
    return pieces_.emplace_back(std::move(piece));
  }

  Piece& put(const std::string& markup, const Type& type, const Stand& stand) {
    const Text text(markup, type, width_ - stand.indent);
    return add(
        {text.height(), [text, indent = stand.indent](
                            cairo_t* paper, double left, double top) { text.draw(paper, left + indent, top); }},
        stand);
  }

  /// Texts one below the other beside a bar in a colour.
  void barred(const std::vector<Text>& texts, std::uint32_t colour, double before) {
    double height = 4;
    for (const Text& each : texts) height += each.height();
    add({height,
         [texts, colour, height](cairo_t* paper, double left, double top) {
           fill(paper, left, top, 2.5, height, colour);
           double y = top + 2;
           for (const Text& each : texts) {
             each.draw(paper, left + bar_room, y);
             y += each.height();
           }
         }},
        {.before = before});
  }

  void figures_row(const Document::Figures& row, std::size_t columns, bool first, bool last) {
    constexpr double inside = 7;
    struct Field {
      Text label, value, note;
      std::string to;
    };
    const double each = width_ / static_cast<double>(columns), room = each - 2 * inside;
    std::vector<Field> fields;
    double height = 0;
    for (const auto& [figure, to] : row) {
      fields.push_back(
          {Text(in_html(figure.label), aside, room),
           Text(
               fmt::format("<b>{}</b> <span size=\"62%\">{}</span>", in_html(figure.value), in_html(figure.unit)),
               {15, false, ink::dark}, room),
           Text(in_html(figure.qualifier), aside, room), to});
      const Field& field = fields.back();
      height = std::max(height, 2 * inside + field.label.height() + field.value.height() + field.note.height());
    }
    add({height,
         [=](cairo_t* paper, double left, double top) {
           for (std::size_t i = 0; i < fields.size(); ++i) {
             const double x = left + static_cast<double>(i) * each;
             set_colour(paper, ink::border);
             cairo_set_line_width(paper, 0.75);
             cairo_rectangle(paper, x, top, each, height);
             cairo_stroke(paper);
             const Field& field = fields[i];
             double y = top + inside;
             field.label.draw(paper, x + inside, y);
             y += field.label.height();
             linked(paper, field.to, [&] { field.value.draw(paper, x + inside, y); });
             field.note.draw(paper, x + inside, y + field.value.height());
           }
         }},
        {.before = first ? 12.0 : 0.0, .with_next = !last});
  }

  /// As large as it fits, else in one line of signs that may end anywhere.
  void add_formula(const Explanation& e) {
    const Stand stand{.before = 5, .with_next = true};
    for (const double size : {10.0, 8.0, 6.5})
      if (auto piece = formula_piece(symbol_html(e.symbol) + " = ", e.html, {size, false, ink::dark}, width_)) {
        add(std::move(*piece), stand);
        return;
      }
    put(fmt::format("{} = {}", symbol_html(e.symbol), in_html(e.applied)), prose, stand);
  }

  void add_table(const Document::Table& table, double before) {
    std::vector<Piece> rows = table_pieces(table, width_);
    if (!rows.empty()) rows.front().before = before;
    std::move(rows.begin(), rows.end(), std::back_inserter(pieces_));
  }

  double width_, height_;
  std::vector<Piece> pieces_;
};

}  // namespace
}  // namespace llmsize::pdf

namespace llmsize {

std::string as_pdf(const Document& report, Paper paper) {
  pdf::PdfPainter painter(paper);
  painter.title_of(report);
  for (const Document::Section& section : report.sections) painter.section(section);
  return pdf::bound(painter.taken(), paper, {report.title, report.footer, report.footer});
}

}  // namespace llmsize
