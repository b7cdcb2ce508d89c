// SPDX-License-Identifier: Apache-2.0
#include "core/pictures/stacking.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::pictures {
namespace {

double positive(double value) { return value > 0 ? value : 0; }

void name_largest(Ink& ink, const Stack::Bar& bar, const std::vector<Box>& boxes) {
  const auto widest = std::max_element(
      boxes.begin(), boxes.end(), [](const Box& one, const Box& other) { return one.width < other.width; });
  if (widest == boxes.end()) return;
  const Stack::Part& part = bar.parts[static_cast<std::size_t>(widest - boxes.begin())];
  const std::string words = part.title + ' ' + part.shown;
  if (part.fill != Fill::solid || ink.width(words, Role::label_strong) + ink.px(20) > widest->width) return;
  ink.text(
      {widest->left + ink.px(10), widest->top, widest->width - ink.px(10), widest->height}, Align::left, words,
      Role::label_strong, text_on(colour(part.hue)));
}

/// Two slanted lines through a bar that goes on beyond its axis.
void paint_break(Ink& ink, const Box& bar, double end) {
  for (const double back : {14.0, 9.0}) {
    const Point middle{end - ink.px(back), bar.centre().y}, half{ink.px(3), -bar.height / 2 - ink.px(2)};
    ink.line(middle - half, middle + half, colours::surface, 3);
  }
}

}  // namespace

double paint_stack(Ink& ink, const Stack::Bar& bar, const Ruler& axis, const Box& box, bool named) {
  // A bar that is longer than its axis is cut there; what is written at its end says how long it is.
  const double edge = axis.pixel(axis.scale().high);
  double sum = 0, end = axis.pixel(0);
  std::vector<Box> boxes;
  for (const Stack::Part& part : bar.parts) {
    const double value = positive(part.value);
    const double from = std::min(axis.pixel(sum), edge), to = std::min(axis.pixel(sum + value), edge);
    const double gap = to - from > ink.px(3) ? ink.px(1.5) : 0;
    const Box segment{from, box.top, std::max(to - from - gap, value > 0 && from < edge ? ink.px(1) : 0), box.height};
    if (value > 0) ink.part(segment, part.hue, part.fill);
    boxes.push_back(segment);
    sum += value;
    end = std::max(end, to);
  }
  if (named) name_largest(ink, bar, boxes);
  return end;
}

void paint_total(
    Ink& ink, const Stack::Bar& bar, const Ruler& axis, const Box& box, double end,
    const std::vector<Plot::Limit>& limits, double right) {
  const double limit = limits.empty() ? end : axis.pixel(limits.front().at);
  const bool over = end > limit + 0.5;
  if (over) {
    constexpr double opacity = 0.6;
    const Box beyond{limit, box.top, end - limit, box.height};
    ink.veil(beyond, colours::surface, opacity);
    ink.hatch(beyond, colours::error);
    ink.frame(beyond, colours::error, 1.5);
    const double sum = std::accumulate(
        bar.parts.begin(), bar.parts.end(), 0.0,
        [](double all, const Stack::Part& part) { return all + positive(part.value); });
    if (sum > axis.scale().high) paint_break(ink, box, end);
  }
  const std::string words = bar.total_words();
  const double width = ink.width(words, Role::label_strong);
  double left = end + ink.px(8);
  if (!over && !limits.empty() && left + width + ink.px(6) > limit) left = std::max(left, limit + ink.px(8));
  left = std::min(left, right - width);
  if (left < end) return;
  ink.text(
      {left, box.top, width, box.height}, Align::left, words, Role::label_strong, over ? colours::error : colours::text,
      true);
}

}  // namespace llmsize::pictures
