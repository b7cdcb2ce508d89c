// SPDX-License-Identifier: Apache-2.0
// Some marks per row on one axis; words stand where a mark is missing.
#include "core/pictures/bodies.hpp"
#include "core/pictures/room.hpp"
#include "core/pictures/ruler.hpp"

#include <algorithm>

namespace llmsize::pictures {
namespace {

constexpr RowHeights dot_rows{20, 56, 42};

class DotsPainter {
 public:
  DotsPainter(Ink& ink, const Dots& dots, const Box& area) : ink_(ink), dots_(dots), area_(area), room_(area) {}

  void paint() {
    const double titles = std::min(widest_title(), area_.width * 0.34);
    const double head = ink_.height(Role::series) + ink_.px(2);
    const double room = area_.height - head - bottom_height(ink_, dots_.scale);
    row_ = row_height(ink_, room, dots_.rows.size(), dot_rows);
    fitting_ = std::min(dots_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row_ + 1e-6)));
    const double left = area_.left + titles + ink_.px(16);
    plot_ = {left, area_.top + head, area_.right() - ink_.px(20) - left, row_ * static_cast<double>(fitting_)};
    axis_ = ruler(ink_, dots_.scale, plot_.left, plot_.right(), 70);
    room_ = Room({plot_.left, area_.top, area_.right() - plot_.left, plot_.bottom() - area_.top});
    paint_bottom(ink_, axis_, plot_, true);
    for (std::size_t i = 0; i < fitting_; ++i) {
      paint_title(dots_.rows[i], {area_.left, plot_.top + static_cast<double>(i) * row_, titles, row_});
      ink_.line({plot_.left, middle(i)}, {plot_.right(), middle(i)}, colours::grid);
    }
    for (std::size_t i = 0; i < fitting_; ++i) paint_marks(i);
    paint_names();
    for (std::size_t i = 0; i < fitting_; ++i) paint_instead(i);
  }

 private:
  double middle(std::size_t row) const { return plot_.top + (static_cast<double>(row) + 0.5) * row_; }

  /// A value that is absent has no mark, whatever the axis is.
  bool is_drawn(const Dots::Dot& dot) const {
    return std::isfinite(dot.value) && std::isfinite(axis_.share(dot.value)) && axis_.holds(dot.value);
  }

  double widest_title() const {
    double widest = 0;
    for (const Dots::Row& row : dots_.rows)
      widest = std::max({widest, ink_.width(row.title, Role::label_strong), ink_.width(row.subtitle, Role::tick)});
    return widest;
  }

  void paint_title(const Dots::Row& row, const Box& line) {
    const Role role = row.dull ? Role::label : Role::label_strong;
    const Colour& words = row.dull ? colours::text2 : colours::text;
    if (row.subtitle.empty() || line.height < ink_.px(28)) return ink_.text(line, Align::right, row.title, role, words);
    const double half = ink_.px(15), y = line.centre().y;
    ink_.text({line.left, y - half, line.width, half}, Align::right, row.title, role, words);
    ink_.text({line.left, y, line.width, half}, Align::right, row.subtitle, Role::tick, colours::text2);
  }

  void paint_marks(std::size_t index) {
    const double r = ink_.px(5);
    for (const Dots::Dot& dot : dots_.rows[index].dots) {
      if (!is_drawn(dot)) continue;
      const Point at{axis_.pixel(dot.value), middle(index)};
      const Colour full = colour(dot.hue);
      ink_.mark(at, r, dot.hue, {.fill = &full, .outline = &colours::surface});
      room_.add_box({at.x - r, at.y - r, 2 * r, 2 * r});
    }
  }

  /// Every series is named once, above or below its mark in the first row that has it and has room.
  void paint_names() {
    std::vector<std::string> named;
    for (std::size_t i = 0; i < fitting_; ++i)
      for (const Dots::Dot& dot : dots_.rows[i].dots) {
        if (!is_drawn(dot) || std::find(named.begin(), named.end(), dot.series) != named.end()) continue;
        const Size size = ink_.size(dot.series, Role::series);
        const double x = axis_.pixel(dot.value), y = middle(i);
        std::vector<Box> places;
        for (const double top : {y - ink_.px(6) - size.height, y + ink_.px(6)})
          for (const double shift : {0.5, 0.8, 0.2, 1.0, 0.0})
            places.push_back(Box::at({x - shift * size.width, top}, size));
        const auto place = room_.first_free(places);
        if (!place) continue;
        ink_.text(*place, Align::centre, dot.series, Role::series, ink(dot.hue), true);
        room_.add_box(place->grown(ink_.px(4), 0));
        named.push_back(dot.series);
      }
  }

  /// In the widest gap of the row.
  void paint_instead(std::size_t index) {
    const std::string& words = dots_.rows[index].instead;
    if (words.empty()) return;
    const Size size = ink_.size(words, Role::tick);
    std::vector<Box> places;
    for (double right = plot_.right(); right - size.width >= plot_.left; right -= ink_.px(8))
      places.push_back(Box::at({right - size.width - ink_.px(4), middle(index) - size.height / 2}, size));
    const auto place = room_.first_free(places);
    if (!place) return;
    ink_.text(*place, Align::left, words, Role::tick, colours::text3, true);
    room_.add_box(*place);
  }

  Ink& ink_;
  const Dots& dots_;
  Box area_, plot_{};
  Ruler axis_{};
  Room room_;
  double row_ = 0;
  std::size_t fitting_ = 0;
};

}  // namespace

void paint(Ink& ink, const Dots& dots, const Box& area) { DotsPainter(ink, dots, area).paint(); }

double wished_height(const Ink& ink, const Dots& dots, double) {
  return ink.px(60 + dot_rows.usual * static_cast<double>(dots.rows.size()));
}

}  // namespace llmsize::pictures
