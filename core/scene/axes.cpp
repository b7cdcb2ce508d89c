// SPDX-License-Identifier: Apache-2.0
#include "core/scene/axes.hpp"

#include <algorithm>

namespace llmsize::scene {
namespace {

/// The words of an upright limit, and which line above the plot they stand in.
struct LimitWords {
  const Plot::Limit* limit;
  Box box;
  std::size_t line;
};

std::vector<LimitWords> limit_words(
    const Letters& letters, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  constexpr std::size_t most_lines = 3;
  std::vector<LimitWords> placed;
  for (const Plot::Limit& limit : limits) {
    if (!ruler.holds(limit.at) || limit.words().empty()) continue;
    const double x = ruler.pixel(limit.at);
    const Size size = letters.size(limit.words(), Role::label_strong);
    const auto find = [&](std::size_t line) {
      for (const double shift : {0.5, 1.0, 0.0}) {
        const double left = std::clamp(
            x - shift * size.width, plot.left, std::max(plot.left, plot.right() + letters.px(16) - size.width));
        const Box box{
            left, plot.top - letters.px(4) - static_cast<double>(line + 1) * size.height, size.width, size.height};
        const bool free = std::none_of(placed.begin(), placed.end(), [&](const LimitWords& other) {
          return other.box.grown(letters.px(6), 0).intersects(box);
        });
        if (!free) continue;
        placed.push_back({&limit, box, line});
        return true;
      }
      return false;
    };
    for (std::size_t line = 0; line < most_lines && !find(line);) ++line;
  }
  return placed;
}

}  // namespace

Ruler ruler(const Letters& letters, const Scale& scale, double first, double last, double each) {
  const double room = std::abs(last - first) / letters.px(each);
  return {with_ticks(scale, static_cast<std::size_t>(std::clamp(room, 3.0, 8.0))), first, last};
}

double bottom_height(const Letters& letters, const Scale& scale) {
  return letters.px(6) + letters.height(Role::tick) * (with_ticks(scale).words().empty() ? 1 : 2);
}

double left_width(const Letters& letters, const Scale& scale) {
  double widest = 0;
  for (const Tick& tick : scale.ticks) widest = std::max(widest, letters.width(tick.label, Role::tick));
  return widest;
}

void draw_bottom(Canvas& canvas, const Ruler& ruler, const Box& plot, bool upright_lines, double leftmost) {
  const double height = canvas.height(Role::tick), right_end = plot.right() + canvas.px(20);
  double free_from = -1e9;
  canvas.line({plot.left, plot.bottom()}, {plot.right(), plot.bottom()}, colours::control);
  for (const Tick& tick : ruler.scale().ticks) {
    if (!ruler.holds(tick.at)) continue;
    const double x = ruler.pixel(tick.at);
    if (upright_lines) canvas.line({x, plot.top}, {x, plot.bottom()}, colours::grid);
    canvas.line({x, plot.bottom()}, {x, plot.bottom() + canvas.px(4)}, colours::control);
    const double width = canvas.width(tick.label, Role::tick);
    const double left = std::max(std::min(x - width / 2, right_end - width), leftmost);
    if (left < free_from || tick.label.empty()) continue;
    canvas.text(
        {left, plot.bottom() + canvas.px(5), width, height}, Align::left, tick.label, Role::tick, colours::text3);
    free_from = left + width + canvas.px(8);
  }
  const std::string words = ruler.scale().words();
  const double width = std::min(canvas.width(words, Role::tick), plot.right() - std::max(0.0, leftmost));
  canvas.text(
      {plot.right() - width, plot.bottom() + canvas.px(5) + height, width, height}, Align::right, words, Role::tick,
      colours::text3);
}

void draw_left(Canvas& canvas, const Ruler& ruler, const Box& plot) {
  const double height = canvas.height(Role::tick);
  double free_to = 1e9;
  for (const Tick& tick : ruler.scale().ticks) {
    if (!ruler.holds(tick.at)) continue;
    const double y = ruler.pixel(tick.at);
    canvas.line({plot.left, y}, {plot.right(), y}, colours::grid);
    if (y + height * 0.5 > free_to) continue;
    canvas.text(
        {plot.left - canvas.px(208), y - height / 2, canvas.px(200), height}, Align::right, tick.label, Role::tick,
        colours::text3);
    free_to = y - height * 0.5;
  }
}

void draw_upright_limits(Canvas& canvas, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  const std::vector<LimitWords> words = limit_words(canvas.letters(), ruler, plot, limits);
  for (const Plot::Limit& limit : limits) {
    if (!ruler.holds(limit.at)) continue;
    const auto own =
        std::find_if(words.begin(), words.end(), [&](const LimitWords& each) { return each.limit == &limit; });
    const double x = ruler.pixel(limit.at);
    const double top = own == words.end() || own->line == 0 ? plot.top - canvas.px(4) : own->box.bottom();
    canvas.dashed({x, top}, {x, plot.bottom()}, colour(limit.hue));
  }
  for (const LimitWords& each : words)
    canvas.text(each.box, Align::centre, each.limit->words(), Role::label_strong, scene::ink(each.limit->hue), true);
}

double limits_height(
    const Letters& letters, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  std::size_t lines = 0;
  for (const LimitWords& each : limit_words(letters, ruler, plot, limits)) lines = std::max(lines, each.line + 1);
  return lines == 0 ? 0 : letters.px(6) + static_cast<double>(lines) * letters.height(Role::label_strong);
}

double row_height(const Letters& letters, double room, std::size_t rows, const RowHeights& heights) {
  const auto count = static_cast<double>(std::max<std::size_t>(1, rows));
  return std::clamp(room / count, letters.px(heights.least), letters.px(heights.most));
}

}  // namespace llmsize::scene
