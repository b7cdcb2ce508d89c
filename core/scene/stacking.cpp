// SPDX-License-Identifier: Apache-2.0
#include "core/scene/stacking.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::scene {
namespace {

double positive(double value) { return value > 0 ? value : 0; }

void name_largest(Canvas& canvas, const Stack::Bar& bar, const std::vector<Box>& boxes) {
  const auto widest = std::max_element(
      boxes.begin(), boxes.end(), [](const Box& one, const Box& other) { return one.width < other.width; });
  if (widest == boxes.end()) return;
  const Stack::Part& part = bar.parts[static_cast<std::size_t>(widest - boxes.begin())];
  const std::string words = part.title + ' ' + part.shown;
  if (part.fill != Fill::solid || canvas.width(words, Role::label_strong) + canvas.px(20) > widest->width) return;
  canvas.text(
      {widest->left + canvas.px(10), widest->top, widest->width - canvas.px(10), widest->height}, Align::left, words,
      Role::label_strong, text_on(colour(part.hue)));
}

/// Two slanted lines through a bar that goes on beyond its axis.
void draw_break(Canvas& canvas, const Box& bar, double end) {
  for (const double back : {14.0, 9.0}) {
    const Point middle{end - canvas.px(back), bar.centre().y}, half{canvas.px(3), -bar.height / 2 - canvas.px(2)};
    canvas.line(middle - half, middle + half, colours::surface, 3);
  }
}

}  // namespace

double draw_stack(
    Canvas& canvas, const Stack::Bar& bar, const Ruler& axis, const Box& box, std::size_t row, bool named) {
  // A bar that is longer than its axis is cut there; what is written at its end says how long it is.
  const double edge = axis.pixel(axis.scale().high);
  double sum = 0, end = axis.pixel(0);
  std::vector<Box> boxes;
  for (const Stack::Part& part : bar.parts) {
    const double value = positive(part.value);
    const double from = std::min(axis.pixel(sum), edge), to = std::min(axis.pixel(sum + value), edge);
    const double gap = to - from > canvas.px(3) ? canvas.px(1.5) : 0;
    const Box segment{
        from, box.top, std::max(to - from - gap, value > 0 && from < edge ? canvas.px(1) : 0), box.height};
    if (value > 0) canvas.part(segment, part.hue, part.fill);
    canvas.sample({.box = segment, .row = row, .mark = boxes.size(), .source = part.source});
    boxes.push_back(segment);
    sum += value;
    end = std::max(end, to);
  }
  if (named) name_largest(canvas, bar, boxes);
  return end;
}

void draw_total(
    Canvas& canvas, const Stack::Bar& bar, const Ruler& axis, const Box& box, double end,
    const std::vector<Plot::Limit>& limits, double right) {
  const double limit = limits.empty() ? end : axis.pixel(limits.front().at);
  const bool over = end > limit + 0.5;
  if (over) {
    constexpr double opacity = 0.6;
    const Box beyond{limit, box.top, end - limit, box.height};
    canvas.veil(beyond, colours::surface, opacity);
    canvas.hatch(beyond, colours::error);
    canvas.frame(beyond, colours::error, 1.5);
    const double sum = std::accumulate(
        bar.parts.begin(), bar.parts.end(), 0.0,
        [](double all, const Stack::Part& part) { return all + positive(part.value); });
    if (sum > axis.scale().high) draw_break(canvas, box, end);
  }
  const std::string words = bar.total_words();
  const double width = canvas.width(words, Role::label_strong);
  double left = end + canvas.px(8);
  if (!over && !limits.empty() && left + width + canvas.px(6) > limit) left = std::max(left, limit + canvas.px(8));
  left = std::min(left, right - width);
  if (left < end) return;
  canvas.text(
      {left, box.top, width, box.height}, Align::left, words, Role::label_strong, over ? colours::error : colours::text,
      true);
}

double lay_legend(const Letters& letters, Canvas* canvas, const std::vector<Stack::Part>& legend, const Box& area) {
  const double height = letters.px(18), swatch = letters.px(10), gap = letters.px(6);
  double x = area.left, y = area.top + letters.px(4);
  for (const Stack::Part& part : legend) {
    const double name = letters.width(part.title, Role::label), width = swatch + gap + name;
    if (x > area.left && x + width > area.right()) {
      x = area.left;
      y += height;
    }
    if (canvas) {
      canvas->part({x, y + height / 2 - swatch / 2, swatch, swatch}, part.hue, part.fill);
      canvas->text(
          {x + swatch + gap, y, std::min(name, area.width - swatch - gap), height}, Align::left, part.title,
          Role::label, colours::text2);
    }
    x += width + letters.px(14);
  }
  return legend.empty() ? 0 : y + height - area.top;
}

}  // namespace llmsize::scene
