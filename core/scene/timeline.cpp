// SPDX-License-Identifier: Apache-2.0
// What happens when: one row per way, what runs behind it drawn below.
#include "core/scene/axes.hpp"
#include "core/scene/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights timeline_rows{26, 50, 44};

class TimelineLayout {
 public:
  TimelineLayout(Canvas& canvas, const Timeline& timeline) : canvas_(canvas), timeline_(timeline) {}

  void draw(const Box& area) {
    double titles = 0;
    for (const Timeline::Row& row : timeline_.rows)
      titles = std::max(titles, canvas_.width(row.title, Role::label_strong));
    titles = std::min(titles, area.width * 0.34);
    const double room = area.height - bottom_height(canvas_.letters(), timeline_.scale) - canvas_.px(2);
    const double row = row_height(canvas_.letters(), room, timeline_.rows.size(), timeline_rows);
    const auto fitting = std::min(timeline_.rows.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
    const double left = area.left + titles + canvas_.px(16);
    const Box plot{
        left, area.top + canvas_.px(2), area.right() - canvas_.px(20) - left, row * static_cast<double>(fitting)};
    const Ruler axis = ruler(canvas_.letters(), timeline_.scale, plot.left, plot.right(), 60);
    draw_bottom(canvas_, axis, plot, false, area.left);
    for (std::size_t i = 0; i < fitting; ++i) {
      const double top = plot.top + static_cast<double>(i) * row;
      canvas_.text(
          {area.left, top, titles, std::min(row * 0.46, canvas_.px(20))}, Align::left, timeline_.rows[i].title,
          Role::label_strong, colours::text);
      draw_row(i, axis, top, row);
    }
  }

 private:
  void draw_row(std::size_t index, const Ruler& axis, double top, double row) {
    const Timeline::Row& line = timeline_.rows[index];
    const double upper = std::min(row * 0.46, canvas_.px(20)), lower = std::min(row * 0.36, canvas_.px(15));
    std::vector<Box> boxes;
    for (const Timeline::Span& span : line.spans) {
      const double from = axis.pixel(std::max(span.from, timeline_.scale.low)),
                   to = axis.pixel(std::min(span.to, timeline_.scale.high));
      boxes.push_back(
          {from, span.below ? top + upper + canvas_.px(2) : top, std::max(to - from, canvas_.px(1.5)),
           span.below ? lower : upper});
      draw_span(span, boxes.back());
      canvas_.sample({.box = boxes.back(), .row = index, .mark = boxes.size() - 1, .source = span.source});
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) draw_words(line, i, boxes, axis.pixel(timeline_.scale.high));
  }

  void draw_span(const Timeline::Span& span, const Box& box) {
    if (span.fill != Fill::hatch) return canvas_.part(box, span.hue, span.fill);
    const Colour line = colour(span.hue);
    canvas_.fill(box, colours::surface);
    canvas_.hatch(box, line);
    canvas_.frame(box.grown(-0.5, -0.5), line);
  }

  static Colour ground_of(const Timeline::Span& span) {
    if (span.fill == Fill::hatch) return colours::surface;
    return span.fill == Fill::solid ? colour(span.hue) : tint(span.hue);
  }

  /// Inside its span where it fits, else after it. Where neither is long enough only the time is told, which is
  /// shortened, or left out where another row says it.
  void draw_words(const Timeline::Row& line, std::size_t index, const std::vector<Box>& boxes, double right) {
    const Timeline::Span& span = line.spans[index];
    const Box& own = boxes[index];
    const Role role = span.below ? Role::tick : Role::label_strong;
    const double inside = own.width - canvas_.px(14);
    const auto [after, ground] = room_after(line, index, boxes, right);
    std::string words = span.words();
    if (canvas_.width(words, role) > std::max(inside, after) && !span.shown.empty()) words = span.shown;
    const Size size = canvas_.size(words, role);
    if (words.empty()) return;
    const bool within = inside >= size.width || inside >= after;
    const double width = std::min(size.width, within ? inside : after);
    if (width < size.width && (width < canvas_.px(50) || is_said_again(words, line))) return;
    const Box box{
        within ? own.left + canvas_.px(8) : own.right() + canvas_.px(6), own.centre().y - size.height / 2, width,
        size.height};
    if (within && span.fill == Fill::hatch)
      canvas_.fill(
          {box.left - canvas_.px(3), own.top + 1, box.width + canvas_.px(6), own.height - 2}, colours::surface);
    canvas_.text(box, Align::left, words, role, text_on(within ? ground_of(span) : ground));
  }

  bool is_said_again(const std::string& words, const Timeline::Row& line) const {
    return std::any_of(timeline_.rows.begin(), timeline_.rows.end(), [&](const Timeline::Row& other) {
      const auto same = [&](const Timeline::Span& span) { return span.words() == words; };
      return &other != &line && std::any_of(other.spans.begin(), other.spans.end(), same);
    });
  }

  /// How far words can go on after a span, and on which ground.
  std::pair<double, Colour> room_after(
      const Timeline::Row& line, std::size_t index, const std::vector<Box>& boxes, double right) const {
    Colour ground = colours::surface;
    double end = right;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (i == index || line.spans[i].below != line.spans[index].below || boxes[i].right() <= boxes[index].right() + 1)
        continue;
      if (!line.spans[i].label.empty())
        end = std::min(end, boxes[i].left);
      else if (boxes[i].left <= boxes[index].right() + canvas_.px(6))
        ground = ground_of(line.spans[i]);
    }
    return {end - boxes[index].right() - canvas_.px(10), ground};
  }

  Canvas& canvas_;
  const Timeline& timeline_;
};

}  // namespace

void lay_out(Canvas& canvas, const Timeline& timeline, const Box& area, const View&) {
  TimelineLayout(canvas, timeline).draw(area);
}

double wished_height(const Letters& letters, const Timeline& timeline, double) {
  return letters.px(44 + timeline_rows.usual * static_cast<double>(timeline.rows.size()));
}

Values values_of(const Timeline& timeline) {
  Values values;
  for (const Timeline::Row& row : timeline.rows)
    for (values.emplace_back(); const Timeline::Span& span : row.spans) values.back().push_back(span.to - span.from);
  return values;
}

std::string words_of(const Timeline& timeline, std::size_t row, std::size_t mark) {
  return fmt::format("{}: {}", timeline.rows[row].title, timeline.rows[row].spans[mark].words());
}

}  // namespace llmsize::scene
