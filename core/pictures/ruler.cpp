// SPDX-License-Identifier: Apache-2.0
#include "core/pictures/ruler.hpp"

#include <algorithm>

namespace llmsize::pictures {
namespace {

double along(const Scale& scale, double value) { return scale.logarithmic ? std::log(value) : value; }

/// The words of an upright limit, and which line above the plot they stand in.
struct LimitWords {
  const Plot::Limit* limit;
  Box box;
  std::size_t line;
};

std::vector<LimitWords> limit_words(
    const Ink& ink, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  constexpr std::size_t most_lines = 3;
  std::vector<LimitWords> placed;
  for (const Plot::Limit& limit : limits) {
    if (!ruler.holds(limit.at) || limit.words().empty()) continue;
    const double x = ruler.pixel(limit.at);
    const Size size = ink.size(limit.words(), Role::label_strong);
    const auto find = [&](std::size_t line) {
      for (const double shift : {0.5, 1.0, 0.0}) {
        const double left =
            std::clamp(x - shift * size.width, plot.left, std::max(plot.left, plot.right() + ink.px(16) - size.width));
        const Box box{
            left, plot.top - ink.px(4) - static_cast<double>(line + 1) * size.height, size.width, size.height};
        const bool free = std::none_of(placed.begin(), placed.end(), [&](const LimitWords& other) {
          return other.box.grown(ink.px(6), 0).intersects(box);
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

Ruler::Ruler(Scale scale, double first, double last) : scale_(std::move(scale)), first_(first), last_(last) {}

double Ruler::share(double value) const {
  const double low = along(scale_, scale_.low), high = along(scale_, scale_.high);
  return high > low ? (along(scale_, value) - low) / (high - low) : 0.5;
}

bool Ruler::holds(double value) const {
  const double at = share(value);
  return at > -1e-9 && at < 1 + 1e-9;
}

Ruler ruler(const Ink& ink, const Scale& scale, double first, double last, double each) {
  const double room = std::abs(last - first) / ink.px(each);
  return {with_ticks(scale, static_cast<std::size_t>(std::clamp(room, 3.0, 8.0))), first, last};
}

double bottom_height(const Ink& ink, const Scale& scale) {
  return ink.px(6) + ink.height(Role::tick) * (with_ticks(scale).words().empty() ? 1 : 2);
}

double left_width(const Ink& ink, const Scale& scale) {
  double widest = 0;
  for (const Tick& tick : scale.ticks) widest = std::max(widest, ink.width(tick.label, Role::tick));
  return widest;
}

void paint_bottom(Ink& ink, const Ruler& ruler, const Box& plot, bool upright_lines, double leftmost) {
  const double height = ink.height(Role::tick), right_end = plot.right() + ink.px(20);
  double free_from = -1e9;
  ink.line({plot.left, plot.bottom()}, {plot.right(), plot.bottom()}, colours::control);
  for (const Tick& tick : ruler.scale().ticks) {
    if (!ruler.holds(tick.at)) continue;
    const double x = ruler.pixel(tick.at);
    if (upright_lines) ink.line({x, plot.top}, {x, plot.bottom()}, colours::grid);
    ink.line({x, plot.bottom()}, {x, plot.bottom() + ink.px(4)}, colours::control);
    const double width = ink.width(tick.label, Role::tick);
    const double left = std::max(std::min(x - width / 2, right_end - width), leftmost);
    if (left < free_from || tick.label.empty()) continue;
    ink.text({left, plot.bottom() + ink.px(5), width, height}, Align::left, tick.label, Role::tick, colours::text3);
    free_from = left + width + ink.px(8);
  }
  const std::string words = ruler.scale().words();
  const double width = std::min(ink.width(words, Role::tick), plot.right() - std::max(0.0, leftmost));
  ink.text(
      {plot.right() - width, plot.bottom() + ink.px(5) + height, width, height}, Align::right, words, Role::tick,
      colours::text3);
}

void paint_left(Ink& ink, const Ruler& ruler, const Box& plot) {
  const double height = ink.height(Role::tick);
  double free_to = 1e9;
  for (const Tick& tick : ruler.scale().ticks) {
    if (!ruler.holds(tick.at)) continue;
    const double y = ruler.pixel(tick.at);
    ink.line({plot.left, y}, {plot.right(), y}, colours::grid);
    if (y + height * 0.5 > free_to) continue;
    ink.text(
        {plot.left - ink.px(208), y - height / 2, ink.px(200), height}, Align::right, tick.label, Role::tick,
        colours::text3);
    free_to = y - height * 0.5;
  }
}

void paint_upright_limits(Ink& ink, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  const std::vector<LimitWords> words = limit_words(ink, ruler, plot, limits);
  for (const Plot::Limit& limit : limits) {
    if (!ruler.holds(limit.at)) continue;
    const auto own =
        std::find_if(words.begin(), words.end(), [&](const LimitWords& each) { return each.limit == &limit; });
    const double x = ruler.pixel(limit.at);
    const double top = own == words.end() || own->line == 0 ? plot.top - ink.px(4) : own->box.bottom();
    ink.dashed({x, top}, {x, plot.bottom()}, colour(limit.hue));
  }
  for (const LimitWords& each : words)
    ink.text(each.box, Align::centre, each.limit->words(), Role::label_strong, pictures::ink(each.limit->hue), true);
}

double limits_height(const Ink& ink, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits) {
  std::size_t lines = 0;
  for (const LimitWords& each : limit_words(ink, ruler, plot, limits)) lines = std::max(lines, each.line + 1);
  return lines == 0 ? 0 : ink.px(6) + static_cast<double>(lines) * ink.height(Role::label_strong);
}

double row_height(const Ink& ink, double room, std::size_t rows, const RowHeights& heights) {
  const auto count = static_cast<double>(std::max<std::size_t>(1, rows));
  return std::clamp(room / count, ink.px(heights.least), ink.px(heights.most));
}

}  // namespace llmsize::pictures
