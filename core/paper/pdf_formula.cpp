// SPDX-License-Identifier: Apache-2.0
// Lays formulas out.
#include "core/paper/pdf_formula.hpp"

#include "core/write/markup.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace llmsize::pdf {
namespace {

/// Something on a line: `above` and `below` are counted from the line that letters stand on.
struct Box {
  double width = 0, above = 0, below = 0;
  bool may_break = false;  ///< a line may end before it
  std::function<void(cairo_t* paper, double left, double baseline)> draw{};
};

Box text_box(const std::string& markup, const Type& type) {
  const Text text(markup, type);
  return {
      text.width(), text.baseline(), text.height() - text.baseline(), false,
      [text](cairo_t* paper, double left, double baseline) { text.draw(paper, left, baseline - text.baseline()); }};
}

Box row_of(const std::vector<Box>& boxes) {
  Box row;
  for (const Box& each : boxes) {
    row.width += each.width;
    row.above = std::max(row.above, each.above);
    row.below = std::max(row.below, each.below);
  }
  row.draw = [boxes](cairo_t* paper, double left, double baseline) {
    for (const Box& each : boxes) {
      each.draw(paper, left, baseline);
      left += each.width;
    }
  };
  return row;
}

Box fraction(const Box& over, const Box& under, const Type& type) {
  const double axis = 0.3 * type.size, gap = 0.1 * type.size, overhang = 0.15 * type.size;
  const double width = std::max(over.width, under.width) + 2 * overhang;
  return {
      width, axis + gap + over.below + over.above, under.above + under.below + gap - axis, false,
      [=](cairo_t* paper, double left, double baseline) {
        const double bar = baseline - axis;
        over.draw(paper, left + (width - over.width) / 2, bar - gap - over.below);
        under.draw(paper, left + (width - under.width) / 2, bar + gap + under.above);
        set_colour(paper, type.colour);
        cairo_set_line_width(paper, 0.5);
        cairo_move_to(paper, left, bar);
        cairo_line_to(paper, left + width, bar);
        cairo_stroke(paper);
      }};
}

std::vector<Box> boxes_of(const pugi::xml_node& parent, const Type& type);

/// A script beside its base, smaller and moved; a fraction in it stays one.
Box script(const pugi::xml_node& node, const Type& type, double rise) {
  Type small = type;
  small.size *= 0.72;
  Box box = row_of(boxes_of(node, small));
  return {
      box.width, std::max(0.0, box.above + rise), std::max(0.0, box.below - rise), false,
      [box, rise](cairo_t* paper, double left, double baseline) { box.draw(paper, left, baseline - rise); }};
}

/// The words of a text, each with the blank after it: lines end between them, before "+", "−" and "·".
void add_words(std::string_view text, const Type& type, std::vector<Box>& boxes) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size() - 1) + 1;
    const std::string_view word = text.substr(at, end - at);
    // Pango leaves a blank at the end of a line out of its width: the next box begins after it.
    Box box = text_box(in_html(word.back() == ' ' ? word.substr(0, word.size() - 1) : word), type);
    if (word.back() == ' ') box.width += 0.25 * type.size;
    box.may_break = word == "+ " || word == "− " || word == "· ";
    boxes.push_back(std::move(box));
    at = end;
  }
}

std::vector<Box> boxes_of(const pugi::xml_node& parent, const Type& type) {
  std::vector<Box> boxes;
  Type italic = type;
  italic.family = Family::serif;
  for (const pugi::xml_node& node : parent.children()) {
    const std::string_view name = node.name();
    if (node.type() == pugi::node_pcdata)
      add_words(node.value(), type, boxes);
    else if (name == "i")
      boxes.push_back(text_box("<i>" + in_html(node.child_value()) + "</i>", italic));
    else if (name == "sub")
      boxes.push_back(script(node, type, -0.18 * type.size));
    else if (name == "sup")
      boxes.push_back(script(node, type, 0.38 * type.size));
    else
      boxes.push_back(
          fraction(row_of(boxes_of(node.first_child(), type)), row_of(boxes_of(node.last_child(), type)), type));
  }
  return boxes;
}

std::vector<Box> parsed(const std::string& html, const Type& type) {
  pugi::xml_document document;
  document.load_string(("<f>" + html + "</f>").c_str(), pugi::parse_default | pugi::parse_ws_pcdata);
  return boxes_of(document.first_child(), type);
}

}  // namespace

std::optional<Piece> formula_piece(const std::string& head, const std::string& html, const Type& type, double width) {
  constexpr double distance = 3;
  const Box first = row_of(parsed(head, type));
  std::vector<std::vector<Box>> lines{{}};
  double used = first.width;
  // What may not be parted goes to the next line as a whole.
  const std::vector<Box> boxes = parsed(html, type);
  for (std::size_t i = 0; i < boxes.size();) {
    std::size_t end = i + 1;
    double together = boxes[i].width;
    while (end < boxes.size() && !boxes[end].may_break) together += boxes[end++].width;
    if (first.width + together > width) return {};
    if (used + together > width && !lines.back().empty()) {
      lines.emplace_back();
      used = first.width;
    }
    lines.back().insert(
        lines.back().end(), boxes.begin() + static_cast<std::ptrdiff_t>(i),
        boxes.begin() + static_cast<std::ptrdiff_t>(end));
    used += together;
    i = end;
  }
  std::vector<Box> rows;
  Piece piece;
  for (const std::vector<Box>& line : lines) {
    rows.push_back(row_of(line));
    rows.back().above = std::max(rows.back().above, first.above);
    rows.back().below = std::max(rows.back().below, first.below);
    piece.height += rows.back().above + rows.back().below + distance;
  }
  piece.draw = [first, rows](cairo_t* paper, double left, double top) {
    double y = top;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double baseline = y + rows[i].above;
      if (i == 0) first.draw(paper, left, baseline);
      rows[i].draw(paper, left + first.width, baseline);
      y = baseline + rows[i].below + distance;
    }
  };
  return piece;
}

}  // namespace llmsize::pdf
