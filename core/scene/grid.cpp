// SPDX-License-Identifier: Apache-2.0
// Rows of text and numbers. Words are broken into lines where columns are narrow, numbers never.
#include "core/scene/bodies.hpp"
#include "core/scene/columns.hpp"
#include "core/scene/lane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace llmsize::scene {
namespace {

constexpr std::size_t most_lines = 12, rows_looked_at = 64;
constexpr double share_bar = 44, share_gap = 8;

class GridLayout {
 public:
  GridLayout(const Letters& letters, const Grid& grid, double width, const View& view = {})
      : letters_(letters), grid_(grid), natural_(grid.header.size()) {
    std::vector<double> least(natural_.size());
    for (std::size_t i = 0; i < natural_.size(); ++i) {
      natural_[i] = letters.width(grid.header[i], role(nullptr));
      least[i] = longest_word(letters, grid.header[i], role(nullptr));
      for (const Grid::Row& row : grid.rows) {
        if (i >= row.cells.size()) continue;
        const double bar = row.cells[i].share ? letters.px(share_bar + share_gap) : 0;
        const double whole = letters.width(row.cells[i].text, role(&row));
        natural_[i] = std::max(natural_[i], whole + bar);
        least[i] = std::max(
            least[i], is_number(i) ? bar + unbroken(letters, row.cells[i].text, role(&row))
                                   : longest_word(letters, row.cells[i].text, role(&row)));
      }
      if (is_lane(i)) {
        natural_[i] = std::max(natural_[i], lane_width(letters));
        least[i] = std::max(longest_word(letters, grid.header[i], role(nullptr)), least_lane_width(letters));
      }
    }
    padding_ =
        sum(natural_) + 20 * letters.px(static_cast<double>(natural_.size())) > width ? letters.px(6) : letters.px(10);
    for (std::size_t i = 0; i < natural_.size(); ++i) {
      natural_[i] += 2 * padding_;
      least[i] += 2 * padding_;
    }
    if (view.scrolled && !grid.use.empty()) use_ = letters.width(grid.use, Role::label_strong) + 2 * padding_;
    if (view.scrolled && !grid.aside.empty()) aside_ = letters.width(grid.aside, Role::label_strong) + 2 * padding_;
    if (grid.sideways && view.scrolled) look_sideways(least, width, view.first_column);
    share_out(least, width - use_ - aside_);
  }

  double row_height(const Letters& letters, const std::vector<std::string>& texts, const Grid::Row* row) const {
    std::size_t lines = 1;
    for (std::size_t i = 0; i < std::min(texts.size(), widths_.size()); ++i)
      if (widths_[i] > 0 && !(row && is_lane(i)))
        lines = std::max(lines, letters.wrapped(texts[i], role(row), inside(i), most_lines).size());
    return static_cast<double>(lines) * letters.height(Role::label) + letters.px(row ? 10 : 12);
  }

  void draw(Canvas& canvas, const Box& area, const View& view) const {
    const Box head{area.left, area.top, area.width, row_height(canvas.letters(), grid_.header, nullptr)};
    draw_cells(canvas, head, grid_.header, nullptr);
    canvas.line({head.left, head.bottom()}, {head.right(), head.bottom()}, colours::control);
    draw_ways(canvas, head);
    const double below = grid_.lane ? lane_foot(canvas.letters()) : 0;
    const Box inside{area.left, head.bottom(), area.width, std::max(0.0, area.bottom() - below - head.bottom())};
    const std::vector<LaneRow> shown =
        view.scrolled ? draw_scrolled(canvas, inside, *view.scrolled) : draw_first(canvas, inside);
    if (!grid_.lane || grid_.lane->column >= widths_.size() || widths_[grid_.lane->column] <= 0) return;
    const auto column = widths_.begin() + static_cast<std::ptrdiff_t>(grid_.lane->column);
    const double left = area.left + std::accumulate(widths_.begin(), column, 0.0) + padding_;
    draw_lane(canvas, *grid_.lane, left, left + *column - 2 * padding_, shown);
  }

  static std::vector<std::string> texts_of(const Grid::Row& row) {
    std::vector<std::string> texts;
    texts.reserve(row.cells.size());
    for (const Grid::Cell& cell : row.cells) texts.push_back(cell.text);
    return texts;
  }

 private:
  /// The rows that are whole in view. All can be walked to.
  std::vector<LaneRow> draw_scrolled(Canvas& canvas, const Box& inside, double scrolled) const {
    std::vector<LaneRow> shown;
    std::vector<double> heights;
    shown.reserve(grid_.rows.size());
    heights.reserve(grid_.rows.size());
    for (const Grid::Row& row : grid_.rows) heights.push_back(row_height(canvas.letters(), texts_of(row), &row));
    const double range = std::max(0.0, sum(heights) - inside.height);
    double top = inside.top - std::clamp(scrolled, 0.0, range);
    for (std::size_t i = 0; i < heights.size(); ++i) {
      const Box line{inside.left, top, inside.width, heights[i]};
      if (line.top >= inside.top - 1 && line.bottom() <= inside.bottom() + 1) {
        draw_row(canvas, i, line);
        draw_links(canvas, i, line);
        shown.push_back({&grid_.rows[i], line});
      }
      note_samples(canvas, i, line);
      top = line.bottom();
    }
    canvas.scene().scrolled = Scrolled{inside, range};
    return shown;
  }

  /// As many rows as there is room for, and how many more there are.
  std::vector<LaneRow> draw_first(Canvas& canvas, const Box& inside) const {
    std::vector<LaneRow> shown;
    shown.reserve(grid_.rows.size());
    double top = inside.top;
    for (std::size_t i = 0; i < grid_.rows.size(); ++i) {
      const Grid::Row& row = grid_.rows[i];
      const double height = row_height(canvas.letters(), texts_of(row), &row),
                   more = canvas.height(Role::tick) + canvas.px(6);
      const bool last = i + 1 == grid_.rows.size();
      if (top + height + (last ? 0 : more) > inside.bottom() + 0.5) {
        canvas.text(
            {inside.left, top, inside.width, more}, Align::left,
            fmt::format("and {} more row{}", grid_.rows.size() - i, last ? "" : "s"), Role::tick, colours::text3);
        return shown;
      }
      const Box line{inside.left, top, inside.width, height};
      draw_row(canvas, i, line);
      note_samples(canvas, i, line);
      shown.push_back({&row, line});
      top = line.bottom();
    }
    return shown;
  }

  void draw_row(Canvas& canvas, std::size_t index, const Box& line) const {
    const Grid::Row& row = grid_.rows[index];
    if (row.strong) canvas.fill(line, colours::accent_soft);
    draw_cells(canvas, line, texts_of(row), &row);
    canvas.line({line.left, line.bottom()}, {line.right(), line.bottom()}, colours::border);
  }

  /// From the right: what uses the row, and what is done with it besides.
  void draw_links(Canvas& canvas, std::size_t index, const Box& line) const {
    const Grid::Row& row = grid_.rows[index];
    const auto draw = [&](const std::string& words, const Source& source, double left, double width) {
      const Box box{left, line.top, width, line.height};
      canvas.text(box.grown(-padding_, 0), Align::right, words, Role::label_strong, colours::accent);
      canvas.scene().links.push_back({box, source, index});
    };
    if (use_ > 0 && !row.apply.changes.empty()) draw(grid_.use, row.apply, line.right() - use_, use_);
    if (row.aside) draw(row.aside->words, row.aside->apply, line.right() - use_ - aside_, aside_);
  }

  /// A row that can be applied is one sample; otherwise each number that can be explained is.
  void note_samples(Canvas& canvas, std::size_t index, const Box& line) const {
    const Grid::Row& row = grid_.rows[index];
    Sample whole{.box = line, .row = index, .mark = Sample::whole_row};
    if (!row.apply.changes.empty()) {
      whole.source = row.apply;
      whole.applies = true;
      return canvas.sample(std::move(whole));
    }
    bool explained = false;
    double left = line.left;
    for (std::size_t i = 0; i < std::min(row.cells.size(), widths_.size()); ++i) {
      const Box cell{left, line.top, widths_[i], line.height};
      left += widths_[i];
      if (row.cells[i].source.name.empty() || widths_[i] <= 0) continue;
      canvas.sample({.box = cell, .row = index, .mark = i, .source = row.cells[i].source});
      explained = true;
    }
    if (!explained) canvas.sample(std::move(whole));
  }

  /// The first column, and as many of the others from one on as find room; the last ones where few are left.
  void look_sideways(std::vector<double>& least, double width, std::size_t first) {
    least.front() = std::min(natural_.front(), 0.4 * width);
    const std::size_t count = least.size();
    const auto room_from = [&](std::size_t from) {
      double left = width - least.front();
      std::size_t end = from;
      while (end < count && (left -= least[end]) >= -0.5) ++end;
      return end;
    };
    first = std::clamp<std::size_t>(first, 1, std::max<std::size_t>(1, count - 1));
    while (first > 1 && room_from(first - 1) == count) --first;
    const std::size_t end = std::max(room_from(first), std::min(first + 1, count));
    for (std::size_t i = 1; i < count; ++i)
      if (i < first || i >= end) least[i] = natural_[i] = 0;
    sideways_ = Sideways{first, first - 1, count - end, {}, {}};
  }

  /// "‹ 2" and "3 ›" where columns are out of view, in the free corner of the header.
  void draw_ways(Canvas& canvas, const Box& head) const {
    if (!sideways_) return;
    Sideways ways = *sideways_;
    double left = head.left + padding_;
    const auto add = [&](const std::string& words) {
      const double width = canvas.width(words, Role::label_strong) + 2 * padding_;
      const Box box{left - padding_, head.top, width, head.height};
      canvas.text(box.grown(-padding_, 0), Align::left, words, Role::label_strong, colours::accent);
      left += width;
      return box;
    };
    if (ways.left > 0) ways.back = add(fmt::format("‹ {} more", ways.left));
    if (ways.right > 0) ways.on = add(fmt::format("{} more ›", ways.right));
    canvas.scene().sideways = ways;
  }

  /// What a cell of a number needs: its change may stand below it.
  static double unbroken(const Letters& letters, const std::string& text, Role role) {
    const std::size_t change = text.find(" (");
    if (change == std::string::npos) return letters.width(text, role);
    return std::max(letters.width(text.substr(0, change), role), letters.width(text.substr(change + 1), role));
  }

  static Role role(const Grid::Row* row) {
    return !row ? Role::header : row->strong ? Role::label_strong : Role::label;
  }
  static double sum(const std::vector<double>& widths) { return std::accumulate(widths.begin(), widths.end(), 0.0); }
  double inside(std::size_t column) const { return widths_[column] - 2 * padding_; }

  static double longest_word(const Letters& letters, const std::string& text, Role role) {
    double longest = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = end_of_word(text, at);
      longest = std::max(longest, letters.width(text.substr(at, end - at), role));
      at = end + 1;
    }
    return longest;
  }

  bool is_number(std::size_t column) const {
    return std::any_of(grid_.rows.begin(), grid_.rows.end(), [column](const Grid::Row& row) {
      return column < row.cells.size() && row.cells[column].number;
    });
  }

  bool is_lane(std::size_t column) const { return grid_.lane && grid_.lane->column == column; }

  /// Whether a column says the same in every row.
  bool is_uniform(std::size_t column) const {
    return grid_.rows.size() > 1 && std::all_of(grid_.rows.begin(), grid_.rows.end(), [&](const Grid::Row& row) {
             const auto& first = grid_.rows.front().cells;
             return column < row.cells.size() && column < first.size() && row.cells[column].text == first[column].text;
           });
  }

  /// The lines of a column's texts in all, its header among them; of a long table, those of its first rows.
  std::size_t lines_at(std::size_t column, double width) const {
    if (is_lane(column)) return 0;
    const auto lines = [&](const std::string& text, const Grid::Row* row) {
      return letters_.wrapped(text, role(row), width - 2 * padding_, most_lines).size();
    };
    std::size_t all = lines(grid_.header[column], nullptr);
    for (std::size_t i = 0; i < std::min(grid_.rows.size(), rows_looked_at); ++i)
      if (const Grid::Row& row = grid_.rows[i]; column < row.cells.size()) all += lines(row.cells[column].text, &row);
    return all;
  }

  /// Columns are as wide as their widest text, and share what is left. Where there is too little, words are broken;
  /// where that is not enough, columns that yield go first, then those that say the same in every row, then the last.
  void share_out(std::vector<double>& least, double width) {
    const auto drop = [&](auto dropped) {
      for (std::size_t i = natural_.size(); i-- > 1 && sum(least) > width + 0.5;)
        if (dropped(i)) least[i] = natural_[i] = 0;
    };
    for (const std::size_t yields : grid_.yielding) drop([&](std::size_t i) { return i == yields; });
    drop([&](std::size_t i) { return is_uniform(i); });
    drop([](std::size_t) { return true; });
    widths_ = few_lines(least, natural_, width, [this](std::size_t i, double wide) { return lines_at(i, wide); });
    const auto shown = std::count_if(widths_.begin(), widths_.end(), [](double w) { return w > 0; });
    const double more = std::max(0.0, width - sum(widths_)) / static_cast<double>(std::max<std::ptrdiff_t>(1, shown));
    for (double& w : widths_) w += w > 0 ? more : 0;
    if (!widths_.empty()) widths_[0] = std::min(widths_[0], width);
  }

  void draw_cells(Canvas& canvas, const Box& line, const std::vector<std::string>& texts, const Grid::Row* row) const {
    double left = line.left;
    for (std::size_t i = 0; i < std::min(texts.size(), widths_.size()); ++i) {
      const double cell = std::exchange(left, left + widths_[i]) + padding_;
      if (widths_[i] <= 0 || (row && is_lane(i))) continue;
      if (row && i < row->cells.size() && row->cells[i].share)
        draw_share(canvas, *row->cells[i].share, cell, line.centre().y);
      const Colour colour = row && row->hue != Hue::gpu && i + 1 == texts.size() ? scene::ink(row->hue)
                            : !row                                               ? colours::text2
                            : row->dull                                          ? colours::text3
                                                                                 : colours::text;
      canvas.lines(
          {cell, line.top, inside(i), line.height}, is_number(i) ? Align::right : Align::left, texts[i], role(row),
          colour, most_lines);
    }
  }

  static void draw_share(Canvas& canvas, const Grid::Share& share, double left, double y) {
    const double width = canvas.px(share_bar), half = canvas.px(4);
    canvas.fill({left, y - half, width, 2 * half}, colours::grid, half);
    canvas.fill(
        {left, y - half, std::clamp(share.part, 0.0, 1.0) * width, 2 * half}, scene::colour(share.hue), canvas.px(2));
  }

  const Letters& letters_;
  const Grid& grid_;
  std::vector<double> natural_, widths_;
  double padding_ = 0, use_ = 0, aside_ = 0;
  std::optional<Sideways> sideways_{};
};

}  // namespace

void lay_out(Canvas& canvas, const Grid& grid, const Box& area, const View& view) {
  GridLayout(canvas.letters(), grid, area.width, view).draw(canvas, area, view);
}

double wished_height(const Letters& letters, const Grid& grid, double width) {
  // With links on a screen and without them in a file: columns have other widths, or are left out.
  const auto rows_height = [&](const View& view) {
    const GridLayout layout(letters, grid, width, view);
    double height = layout.row_height(letters, grid.header, nullptr);
    for (const Grid::Row& row : grid.rows) height += layout.row_height(letters, GridLayout::texts_of(row), &row);
    return height;
  };
  return std::max(rows_height({.scrolled = 0}), rows_height({})) + letters.px(2) + (grid.lane ? lane_foot(letters) : 0);
}

/// Cells are texts.
Values values_of(const Grid&) { return {}; }

std::string words_of(const Grid& grid, std::size_t row, std::size_t mark) {
  const std::vector<Grid::Cell>& cells = grid.rows[row].cells;
  if (mark < cells.size()) return fmt::format("{}, {}: {}", cells.front().text, grid.header[mark], cells[mark].text);
  std::string words;
  for (std::size_t i = 0; i < std::min(cells.size(), grid.header.size()); ++i)
    if (const std::string& title = grid.header[i]; !cells[i].text.empty())
      words += fmt::format("{}{}{}{}", words.empty() ? "" : ", ", title, title.empty() ? "" : " ", cells[i].text);
  return words;
}

}  // namespace llmsize::scene
