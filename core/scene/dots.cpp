// SPDX-License-Identifier: Apache-2.0
// Some marks per row on one axis; words stand where a mark is missing.
#include "core/scene/axes.hpp"
#include "core/scene/bodies.hpp"
#include "core/scene/room.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights dot_rows{20, 56, 42};

class DotsLayout {
 public:
  DotsLayout(Canvas& canvas, const Dots& dots, const Box& area)
      : canvas_(canvas), dots_(dots), area_(area), room_(area) {}

  void draw() {
    const double titles = std::min(widest_title(), area_.width * 0.34);
    const double head = canvas_.height(Role::series) + canvas_.px(2);
    const double room = area_.height - head - bottom_height(canvas_.letters(), dots_.scale);
    row_ = row_height(canvas_.letters(), room, dots_.rows.size(), dot_rows);
    fitting_ = std::min(dots_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row_ + 1e-6)));
    const double left = area_.left + titles + canvas_.px(16);
    plot_ = {left, area_.top + head, area_.right() - canvas_.px(20) - left, row_ * static_cast<double>(fitting_)};
    axis_ = ruler(canvas_.letters(), dots_.scale, plot_.left, plot_.right(), 70);
    room_ = Room({plot_.left, area_.top, area_.right() - plot_.left, plot_.bottom() - area_.top});
    draw_bottom(canvas_, axis_, plot_, true);
    for (std::size_t i = 0; i < fitting_; ++i) {
      draw_title(dots_.rows[i], {area_.left, plot_.top + static_cast<double>(i) * row_, titles, row_});
      canvas_.line({plot_.left, middle(i)}, {plot_.right(), middle(i)}, colours::grid);
    }
    for (std::size_t i = 0; i < fitting_; ++i) draw_marks(i);
    draw_names();
    for (std::size_t i = 0; i < fitting_; ++i) draw_instead(i);
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
      widest =
          std::max({widest, canvas_.width(row.title, Role::label_strong), canvas_.width(row.subtitle, Role::tick)});
    return widest;
  }

  void draw_title(const Dots::Row& row, const Box& line) {
    const Role role = row.dull ? Role::label : Role::label_strong;
    const Colour& words = row.dull ? colours::text2 : colours::text;
    if (row.subtitle.empty() || line.height < canvas_.px(28))
      return canvas_.text(line, Align::right, row.title, role, words);
    const double half = canvas_.px(15), y = line.centre().y;
    canvas_.text({line.left, y - half, line.width, half}, Align::right, row.title, role, words);
    canvas_.text({line.left, y, line.width, half}, Align::right, row.subtitle, Role::tick, colours::text2);
  }

  void draw_marks(std::size_t index) {
    const double r = canvas_.px(5);
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < dots_.rows[index].dots.size(); ++i) {
      const Dots::Dot& dot = dots_.rows[index].dots[i];
      if (!is_drawn(dot)) continue;
      const Point at{axis_.pixel(dot.value), middle(index)};
      const Box box{at.x - r, at.y - r, 2 * r, 2 * r};
      canvas_.mark({.at = at, .radius = r, .hue = dot.hue, .fill = colour(dot.hue), .outline = colours::surface});
      room_.add_box(box.grown(canvas_.px(3), 0));
      samples.push_back({.box = box, .row = index, .mark = i, .source = dot.source});
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& one, const Sample& other) {
      return one.box.left < other.box.left;
    });
    for (Sample& sample : samples) canvas_.sample(std::move(sample));
  }

  /// Every series is named once, above or below its mark in the first row that has it and has room.
  void draw_names() {
    std::vector<std::string> named;
    for (std::size_t i = 0; i < fitting_; ++i)
      for (const Dots::Dot& dot : dots_.rows[i].dots) {
        if (!is_drawn(dot) || std::find(named.begin(), named.end(), dot.series) != named.end()) continue;
        const Size size = canvas_.size(dot.series, Role::series);
        const double x = axis_.pixel(dot.value), y = middle(i);
        std::vector<Box> places;
        for (const double top : {y - canvas_.px(6) - size.height, y + canvas_.px(6)})
          for (const double shift : {0.5, 0.8, 0.2, 1.0, 0.0})
            places.push_back(Box::at({x - shift * size.width, top}, size));
        const auto place = room_.first_free(places);
        if (!place) continue;
        canvas_.text(*place, Align::centre, dot.series, Role::series, ink(dot.hue), true);
        room_.add_box(place->grown(canvas_.px(4), 0));
        named.push_back(dot.series);
      }
  }

  /// In the widest gap of the row.
  void draw_instead(std::size_t index) {
    const std::string& words = dots_.rows[index].instead;
    if (words.empty()) return;
    const Size size = canvas_.size(words, Role::tick);
    std::vector<Box> places;
    for (double right = plot_.right(); right - size.width >= plot_.left; right -= canvas_.px(8))
      places.push_back(Box::at({right - size.width - canvas_.px(4), middle(index) - size.height / 2}, size));
    const auto place = room_.first_free(places);
    if (!place) return;
    canvas_.text(*place, Align::left, words, Role::tick, colours::text3, true);
    room_.add_box(*place);
  }

  Canvas& canvas_;
  const Dots& dots_;
  Box area_, plot_{};
  Ruler axis_{};
  Room room_;
  double row_ = 0;
  std::size_t fitting_ = 0;
};

}  // namespace

void lay_out(Canvas& canvas, const Dots& dots, const Box& area, const View&) { DotsLayout(canvas, dots, area).draw(); }

double wished_height(const Letters& letters, const Dots& dots, double) {
  return letters.px(60 + dot_rows.usual * static_cast<double>(dots.rows.size()));
}

Values values_of(const Dots& dots) {
  Values values;
  for (const Dots::Row& row : dots.rows)
    for (values.emplace_back(); const Dots::Dot& dot : row.dots) values.back().push_back(dot.value);
  return values;
}

std::string words_of(const Dots& dots, std::size_t row, std::size_t mark) {
  const Dots::Dot& dot = dots.rows[row].dots[mark];
  return fmt::format("{}, {}: {}", dots.rows[row].title, dot.series, dot.shown);
}

}  // namespace llmsize::scene
