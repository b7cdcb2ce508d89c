// SPDX-License-Identifier: Apache-2.0
// Rows of text and numbers. Words are broken into lines where columns are narrow, numbers never.
#include "core/pictures/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace llmsize::pictures {
namespace {

constexpr std::size_t most_lines = 4;

class GridPainter {
 public:
  GridPainter(const Ink& ink, const Grid& grid, double width) : grid_(grid), natural_(grid.header.size()) {
    std::vector<double> least(natural_.size());
    for (std::size_t i = 0; i < natural_.size(); ++i) {
      natural_[i] = ink.width(grid.header[i], Role::label);
      least[i] = longest_word(ink, grid.header[i], Role::label);
      for (const Grid::Row& row : grid.rows) {
        if (i >= row.cells.size()) continue;
        const double whole = ink.width(row.cells[i].text, role(&row));
        natural_[i] = std::max(natural_[i], whole);
        least[i] = std::max(least[i], is_number(i) ? whole : longest_word(ink, row.cells[i].text, role(&row)));
      }
    }
    padding_ = sum(natural_) + 20 * ink.px(static_cast<double>(natural_.size())) > width ? ink.px(6) : ink.px(10);
    for (std::size_t i = 0; i < natural_.size(); ++i) {
      natural_[i] += 2 * padding_;
      least[i] += 2 * padding_;
    }
    share_out(least, width);
  }

  double row_height(const Ink& ink, const std::vector<std::string>& texts, const Grid::Row* row) const {
    std::size_t lines = 1;
    for (std::size_t i = 0; i < std::min(texts.size(), widths_.size()); ++i)
      if (widths_[i] > 0)
        lines = std::max(lines, ink.letters().wrapped(texts[i], role(row), inside(i), most_lines).size());
    return static_cast<double>(lines) * ink.height(Role::label) + ink.px(row ? 10 : 12);
  }

  void paint(Ink& ink, const Box& area) const {
    double top = area.top + row_height(ink, grid_.header, nullptr);
    paint_cells(ink, {area.left, area.top, area.width, top - area.top}, grid_.header, nullptr);
    ink.line({area.left, top}, {area.right(), top}, colours::control);
    for (std::size_t i = 0; i < grid_.rows.size(); ++i) {
      const Grid::Row& row = grid_.rows[i];
      const std::vector<std::string> texts = texts_of(row);
      const double height = row_height(ink, texts, &row), more = ink.height(Role::tick) + ink.px(6);
      const bool last = i + 1 == grid_.rows.size();
      if (top + height + (last ? 0 : more) > area.bottom() + 0.5) {
        ink.text(
            {area.left, top, area.width, more}, Align::left, fmt::format("and {} more rows", grid_.rows.size() - i),
            Role::tick, colours::text3);
        return;
      }
      const Box line{area.left, top, area.width, height};
      if (row.strong) ink.fill(line, colours::accent_soft);
      paint_cells(ink, line, texts, &row);
      top = line.bottom();
      ink.line({area.left, top}, {area.right(), top}, colours::border);
    }
  }

  static std::vector<std::string> texts_of(const Grid::Row& row) {
    std::vector<std::string> texts;
    texts.reserve(row.cells.size());
    for (const Grid::Cell& cell : row.cells) texts.push_back(cell.text);
    return texts;
  }

 private:
  static Role role(const Grid::Row* row) { return row && row->strong ? Role::label_strong : Role::label; }
  static double sum(const std::vector<double>& widths) { return std::accumulate(widths.begin(), widths.end(), 0.0); }
  double inside(std::size_t column) const { return widths_[column] - 2 * padding_; }

  static double longest_word(const Ink& ink, const std::string& text, Role role) {
    double longest = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      longest = std::max(longest, ink.width(text.substr(at, end - at), role));
      at = end + 1;
    }
    return longest;
  }

  bool is_number(std::size_t column) const {
    return std::any_of(grid_.rows.begin(), grid_.rows.end(), [column](const Grid::Row& row) {
      return column < row.cells.size() && row.cells[column].number;
    });
  }

  /// Whether a column says the same in every row.
  bool is_uniform(std::size_t column) const {
    return grid_.rows.size() > 1 && std::all_of(grid_.rows.begin(), grid_.rows.end(), [&](const Grid::Row& row) {
             const auto& first = grid_.rows.front().cells;
             return column < row.cells.size() && column < first.size() && row.cells[column].text == first[column].text;
           });
  }

  /// Columns are as wide as their widest text, and share what is left. Where there is too little, words are broken;
  /// where that is not enough, columns that say the same in every row go first, then the last ones.
  void share_out(std::vector<double>& least, double width) {
    const auto drop = [&](auto dropped) {
      for (std::size_t i = natural_.size(); i-- > 1 && sum(least) > width + 0.5;)
        if (dropped(i)) least[i] = natural_[i] = 0;
    };
    drop([&](std::size_t i) { return is_uniform(i); });
    drop([](std::size_t) { return true; });
    widths_ = least;
    const double wanted = sum(natural_) - sum(least), room = std::max(0.0, width - sum(least));
    if (wanted > 0)
      for (std::size_t i = 0; i < widths_.size(); ++i)
        widths_[i] += (natural_[i] - least[i]) * std::min(1.0, room / wanted);
    const auto shown = std::count_if(widths_.begin(), widths_.end(), [](double w) { return w > 0; });
    const double more = std::max(0.0, width - sum(widths_)) / static_cast<double>(std::max<std::ptrdiff_t>(1, shown));
    for (double& w : widths_) w += w > 0 ? more : 0;
    if (!widths_.empty()) widths_[0] = std::min(widths_[0], width);
  }

  void paint_cells(Ink& ink, const Box& line, const std::vector<std::string>& texts, const Grid::Row* row) const {
    double left = line.left;
    for (std::size_t i = 0; i < std::min(texts.size(), widths_.size()); ++i) {
      const double cell = std::exchange(left, left + widths_[i]) + padding_;
      if (widths_[i] <= 0) continue;
      const Colour colour = row && row->hue != Hue::gpu && i + 1 == texts.size() ? pictures::ink(row->hue)
                            : !row                                               ? colours::text2
                            : row->dull                                          ? colours::text3
                                                                                 : colours::text;
      const auto lines = ink.letters().wrapped(texts[i], role(row), inside(i), most_lines);
      const double height = ink.height(Role::label);
      double top = line.centre().y - height * static_cast<double>(lines.size()) / 2;
      for (const std::string& words : lines) {
        ink.text({cell, top, inside(i), height}, is_number(i) ? Align::right : Align::left, words, role(row), colour);
        top += height;
      }
    }
  }

  const Grid& grid_;
  std::vector<double> natural_, widths_;
  double padding_ = 0;
};

}  // namespace

void paint(Ink& ink, const Grid& grid, const Box& area) { GridPainter(ink, grid, area.width).paint(ink, area); }

double wished_height(const Ink& ink, const Grid& grid, double width) {
  const GridPainter painter(ink, grid, width);
  double height = painter.row_height(ink, grid.header, nullptr);
  for (const Grid::Row& row : grid.rows) height += painter.row_height(ink, GridPainter::texts_of(row), &row);
  return height + ink.px(2);
}

}  // namespace llmsize::pictures
