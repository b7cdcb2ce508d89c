// SPDX-License-Identifier: Apache-2.0
// Sets tables.
#include "core/paper/pdf_table.hpp"

#include "core/formula/render.hpp"
#include "core/write/markup.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::pdf {
namespace {

constexpr double letters = 8, gap = 9, above = 2.2, below = 2.2;
/// What is no longer stands in one line: a range, a name.
constexpr double short_text = 90;

std::string markup_of(const Document::Cell& cell) { return cell.symbol ? symbol_html(cell.text) : in_html(cell.text); }

Type type_of(const Document::Row& row) { return {letters, row.strong, row.dull ? ink::faint : ink::dark}; }

double longest_word(const std::string& text, const Type& type) {
  double longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    longest = std::max(longest, Text(in_html(text.substr(at, end - at)), type).width());
    at = end + 1;
  }
  return longest;
}

/// Each column as wide as its widest cell; where that is too much for the paper, texts give way to numbers, each to the
/// width of its longest word.
std::vector<double> widths_of(const Document::Table& table, double width) {
  const std::size_t columns = table.columns.size();
  std::vector<double> wished(columns, 0), least(columns, 0);
  const auto measure = [&](std::size_t i, const Document::Cell& cell, const Type& type) {
    const double whole = Text(markup_of(cell), type).width();
    wished[i] = std::max(wished[i], whole);
    const double unbroken = table.columns[i].number || whole < short_text ? whole : longest_word(cell.text, type);
    least[i] = std::max(least[i], std::min(width / 3, unbroken));
  };
  for (std::size_t i = 0; i < columns; ++i) {
    const Document::Cell title{table.columns[i].title};
    wished[i] = least[i] = longest_word(title.text, {letters, false, ink::grey});
    if (!table.columns[i].number) measure(i, title, {letters, false, ink::grey});
  }
  for (const Document::Row& row : table.rows) {
    if (row.is_group()) continue;
    for (std::size_t i = 0; i < row.cells.size(); ++i) measure(i, row.cells[i], type_of(row));
  }
  const double room = width - gap * static_cast<double>(columns - 1);
  const auto sum = [](const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); };
  if (sum(wished) <= room) return wished;
  // The least of all that is still too much is cut where it is largest; what remains goes to who wishes more.
  for (double over = sum(least) - room; over > 0.01; over = sum(least) - room) {
    const auto largest = std::max_element(least.begin(), least.end());
    *largest -= std::min(over, 0.25 * *largest);
  }
  const double rest = room - sum(least), wanted = sum(wished) - sum(least);
  for (std::size_t i = 0; i < columns; ++i)
    least[i] += wanted > 0 ? rest * std::max(0.0, wished[i] - least[i]) / wanted : 0;
  return least;
}

void draw_rule(cairo_t* paper, double left, double y, double width, std::uint32_t colour) {
  set_colour(paper, colour);
  cairo_set_line_width(paper, 0.5);
  cairo_move_to(paper, left, y);
  cairo_line_to(paper, left + width, y);
  cairo_stroke(paper);
}

struct Column {
  double left, width;
  bool number;
};

/// Cells beside each other and a line below them.
Piece row_piece(
    const std::vector<Document::Cell>& cells, const std::vector<Column>& columns, const Type& type, std::uint32_t line,
    bool to_bottom) {
  struct Put {
    Text text;
    double left;
    std::string to;
  };
  std::vector<Put> puts;
  double height = 0;
  for (std::size_t i = 0; i < std::min(cells.size(), columns.size()); ++i) {
    const Column& column = columns[i];
    Text text(markup_of(cells[i]), type, column.width + 0.5);
    if (column.number) text = Text(markup_of(cells[i]), type, column.width + 0.5, true);
    height = std::max(height, text.height());
    puts.push_back({std::move(text), column.left, cells[i].to});
  }
  const double whole = columns.empty() ? 0 : columns.back().left + columns.back().width;
  Piece piece;
  piece.height = above + height + below;
  piece.draw = [=](cairo_t* paper, double left, double top) {
    for (const Put& each : puts)
      linked(paper, each.to, [&] {
        each.text.draw(paper, left + each.left, top + above + (to_bottom ? height - each.text.height() : 0));
      });
    draw_rule(paper, left, top + above + height + below, whole, line);
  };
  return piece;
}

std::vector<Column> columns_of(const Document::Table& table, double width) {
  const std::vector<double> widths = widths_of(table, width);
  std::vector<Column> columns;
  double left = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    columns.push_back({left, widths[i], table.columns[i].number});
    left += widths[i] + gap;
  }
  // The last column of a text takes what remains, so that lines run to the margin.
  if (!columns.empty() && !columns.back().number) columns.back().width = width - columns.back().left;
  return columns;
}

}  // namespace

std::vector<Piece> table_pieces(const Document::Table& table, double width) {
  const std::vector<Column> columns = columns_of(table, width);
  std::shared_ptr<const Piece> header;
  if (std::any_of(
          table.columns.begin(), table.columns.end(), [](const auto& column) { return !column.title.empty(); })) {
    std::vector<Document::Cell> titles;
    titles.reserve(table.columns.size());
    for (const Document::Column& column : table.columns) titles.push_back({column.title});
    header = std::make_shared<const Piece>(
        row_piece(titles, columns, {letters, false, ink::grey}, ink::strong_border, true));
  }
  std::vector<Piece> pieces;
  if (header) {
    pieces.push_back(*header);
    pieces.back().with_next = true;
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Document::Row& row = table.rows[i];
    const std::vector<Column> whole{{0, width, false}};
    Piece piece = row_piece(row.cells, row.is_group() ? whole : columns, type_of(row), ink::border, false);
    if (row.is_group() && i > 0) piece.before = 4;
    // A name stands by what it names, and the last row is no table of its own.
    piece.with_next = row.is_group() || i == 0 || i + 2 == table.rows.size();
    if (i + 1 == table.rows.size()) piece.with_next = false;
    piece.role = "TR";
    piece.header = header;
    piece.anchor = row.anchor;
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace llmsize::pdf
