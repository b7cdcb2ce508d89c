// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of text and numbers; a row can become the scenario's.
#include "gui/charts/bodies.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::gui {

namespace {

constexpr std::size_t most_compared = 4;  ///< columns of a table that sets things side by side

class GridBody : public Body {
 public:
  explicit GridBody(Grid grid) : grid_(std::move(grid)) {}

  void paint(Ink& ink, const QRectF& area) override {
    const Metrics& lengths = ink.style().metrics;
    layout_columns(ink, area.width());
    const QRectF header(area.left(), area.top(), area.width(), lengths.table_header);
    const QRectF inside(area.left(), header.bottom(), area.width(), area.height() - lengths.table_header);
    const double row = lengths.table_row, all = row * static_cast<double>(grid_.rows.size());
    range_ = std::max(0.0, all - inside.height());
    scroll_ = std::clamp(scroll_, 0.0, range_);
    paint_cells(ink, header, grid_.header, nullptr);
    ink.line(header.bottomLeft(), header.bottomRight(), ink.tokens().control);
    ink.painter().save();
    ink.painter().setClipRect(inside.adjusted(0, 1, 0, 0), Qt::IntersectClip);
    for (std::size_t i = 0; i < grid_.rows.size(); ++i) {
      const QRectF line(inside.left(), inside.top() + static_cast<double>(i) * row - scroll_, inside.width(), row);
      if (line.bottom() > inside.top() + 1 && line.bottom() <= inside.bottom() + 1) paint_row(ink, i, line);
      note_samples(i, line);
    }
    ink.painter().restore();
  }

  void set_scroll(double scroll) override { scroll_ = scroll; }
  double scroll_range() const override { return range_; }

  QSizeF wish(const Style& style) const override {
    return {
        420 * style.metrics.scale,
        style.metrics.table_header + style.metrics.table_row * static_cast<double>(grid_.rows.size()) + 4.0};
  }

 private:
  /// Columns are as wide as their widest text, and share what is left. Where there is too little, columns that say the
  /// same in every row go first; what still lacks is taken from words; numbers are shown whole or, last first, not at
  /// all, unless columns are so few that each is what is compared.
  void layout_columns(const Ink& ink, double width) {
    widths_.assign(grid_.header.size(), 0);
    for (std::size_t i = 0; i < widths_.size(); ++i)
      widths_[i] = ink.size(text_of(grid_.header[i]), TextRole::label).width();
    for (const auto& row : grid_.rows)
      for (std::size_t i = 0; i < std::min(row.cells.size(), widths_.size()); ++i)
        widths_[i] = std::max(
            widths_[i],
            ink.size(text_of(row.cells[i].text), row.strong ? TextRole::label_strong : TextRole::label).width());
    const double tight = sum() + static_cast<double>(widths_.size()) * ink.px(20);
    padding_ = tight > width ? ink.px(5) : ink.px(10);
    for (double& w : widths_) w += 2 * padding_;
    if (widths_.size() <= most_compared && sum() > width) return share_out(width);
    for (std::size_t i = widths_.size(); i-- > 1 && sum() > width + 0.5;)
      if (is_uniform(i)) widths_[i] = 0;
    shrink_words(width, ink.px(70));
    for (std::size_t i = widths_.size(); i-- > 1 && sum() > width + 0.5;)
      if (is_number(i)) widths_[i] = 0;
    shrink_words(width, ink.px(30));
    const auto shown = std::count_if(widths_.begin(), widths_.end(), [](double w) { return w > 0; });
    const double more = std::max(0.0, width - sum()) / static_cast<double>(std::max<std::ptrdiff_t>(1, shown));
    for (double& w : widths_) w += w > 0 ? more : 0;
  }

  double sum() const { return std::accumulate(widths_.begin(), widths_.end(), 0.0); }

  void shrink_words(double width, double least) {
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (!is_number(i) && widths_[i] > least)
        widths_[i] = std::max(least, std::min(widths_[i], widths_[i] - (sum() - width)));
  }

  /// What is compared shares the room that the names in front leave, each as it needs.
  void share_out(double width) {
    constexpr double most_for_names = 0.4;
    widths_[0] = std::min(widths_[0], most_for_names * width);
    const double rest = (width - widths_[0]) / (sum() - widths_[0]);
    for (std::size_t i = 1; i < widths_.size(); ++i) widths_[i] *= rest;
  }

  bool is_uniform(std::size_t column) const {
    const auto differs = [&](const Grid::Row& row) {
      return column >= row.cells.size() || row.cells[column].text != grid_.rows.front().cells[column].text;
    };
    return grid_.rows.size() > 1 && column < grid_.rows.front().cells.size() &&
           std::none_of(grid_.rows.begin(), grid_.rows.end(), differs);
  }

  bool is_number(std::size_t column) const {
    return std::any_of(grid_.rows.begin(), grid_.rows.end(), [column](const Grid::Row& row) {
      return column < row.cells.size() && row.cells[column].number;
    });
  }

  void paint_cells(Ink& ink, const QRectF& line, const std::vector<std::string>& texts, const Grid::Row* row) {
    double left = line.left();
    for (std::size_t i = 0; i < std::min(texts.size(), widths_.size()); ++i) {
      const QRectF cell(left + padding_, line.top(), widths_[i] - 2 * padding_, line.height());
      left += widths_[i];
      if (widths_[i] <= 0) continue;
      const bool strong = row && row->strong, number = is_number(i);
      const QColor hue =
          row && row->hue != Hue::gpu && i + 1 == texts.size() ? gui::ink(row->hue, ink.tokens()) : QColor();
      const QColor colour = hue.isValid() ? hue
                            : !row        ? ink.tokens().text2
                            : row->dull   ? ink.tokens().text3
                                          : ink.tokens().text;
      ink.text(
          cell, (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text_of(texts[i]),
          strong ? TextRole::label_strong : TextRole::label, colour, row ? "cell" : "header");
    }
  }

  void paint_row(Ink& ink, std::size_t index, const QRectF& line) {
    const Grid::Row& row = grid_.rows[index];
    if (row.strong) ink.painter().fillRect(line, ink.tokens().accent_soft);
    std::vector<std::string> texts;
    texts.reserve(row.cells.size());
    for (const auto& cell : row.cells) texts.push_back(cell.text);
    paint_cells(ink, line, texts, &row);
    ink.line(line.bottomLeft(), line.bottomRight(), ink.tokens().border);
  }

  /// A row that can be applied is one sample; otherwise each number that can be explained is.
  void note_samples(std::size_t index, const QRectF& line) {
    const Grid::Row& row = grid_.rows[index];
    QString words;
    for (std::size_t i = 0; i < std::min(row.cells.size(), grid_.header.size()); ++i)
      words += (i ? QStringLiteral(", ") : QString()) + text_of(grid_.header[i]) + u' ' + text_of(row.cells[i].text);
    if (!row.apply.changes.empty()) {
      samples_.push_back({line, index, words, row.apply, true});
      return;
    }
    const std::size_t before = samples_.size();
    double left = line.left();
    for (std::size_t i = 0; i < std::min(row.cells.size(), widths_.size()); ++i) {
      const QRectF cell(left, line.top(), widths_[i], line.height());
      left += widths_[i];
      if (row.cells[i].source.name.empty() || widths_[i] <= 0) continue;
      samples_.push_back(
          {cell, index,
           text_of(row.cells.front().text) + QStringLiteral(", ") + text_of(grid_.header[i]) + QStringLiteral(": ") +
               text_of(row.cells[i].text),
           row.cells[i].source});
    }
    if (samples_.size() == before) samples_.push_back({line, index, words});
  }

  Grid grid_;
  std::vector<double> widths_;
  double padding_ = 0, scroll_ = 0, range_ = 0;
};

}  // namespace

std::unique_ptr<Body> make_grid(const Grid& grid) { return std::make_unique<GridBody>(grid); }

}  // namespace llmsize::gui
