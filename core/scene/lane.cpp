// SPDX-License-Identifier: Apache-2.0
#include "core/scene/lane.hpp"

#include "core/scene/axes.hpp"

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr double usual_lane = 160, least_lane = 100, foot = 40, each_tick = 46;

/// The range as a band, the value as a mark on it.
void draw_spread(Canvas& canvas, const Ruler& axis, const Grid::Spread& spread, const Grid::Row& row, double y) {
  const double from = axis.pixel(std::max(spread.low, axis.scale().low)),
               to = axis.pixel(std::min(spread.high, axis.scale().high)), half = canvas.px(4);
  const Hue hue = row.dull ? Hue::waiting : Hue::gpu;
  if (to > from) canvas.fill({from, y - half, to - from, 2 * half}, tint(hue), half);
  if (axis.holds(spread.at))
    canvas.mark(
        {.at = {axis.pixel(spread.at), y},
         .radius = canvas.px(4.5),
         .hue = Hue::gpu,
         .fill = colour(hue),
         .outline = colours::surface});
}

/// The words of a limit as a tag that a cursor can take, below the ticks.
void draw_tag(Canvas& canvas, const Plot::Limit& limit, double x, const Box& foot_box) {
  const std::string shown = limit.shown.empty() ? limit.label : limit.shown;
  const std::string words = limit.key.empty() ? shown : "‹ " + shown + " ›";
  const double width = canvas.width(words, Role::label_strong) + canvas.px(14);
  const double left = std::clamp(x - width / 2, foot_box.left, std::max(foot_box.left, foot_box.right() - width));
  const Box tag{left, foot_box.top + canvas.px(18), width, canvas.height(Role::label_strong) + canvas.px(4)};
  canvas.fill(tag, colour(limit.hue), tag.height / 2);
  canvas.text(tag, Align::centre, words, Role::label_strong, text_on(colour(limit.hue)));
}

}  // namespace

double lane_width(const Letters& letters) { return letters.px(usual_lane); }

double least_lane_width(const Letters& letters) { return letters.px(least_lane); }

double lane_foot(const Letters& letters) { return letters.px(foot); }

void draw_lane(Canvas& canvas, const Grid::Lane& lane, double left, double right, const std::vector<LaneRow>& rows) {
  if (rows.empty() || right - left < canvas.px(40)) return;
  const Ruler axis = ruler(canvas.letters(), lane.scale, left, right, each_tick);
  const Box frame{left, rows.front().line.top, right - left, rows.back().line.bottom() - rows.front().line.top};
  const Box below{left, frame.bottom(), frame.width, lane_foot(canvas.letters())};
  for (const Tick& tick : axis.scale().ticks)
    if (axis.holds(tick.at))
      canvas.line({axis.pixel(tick.at), frame.top}, {axis.pixel(tick.at), frame.bottom()}, colours::grid);
  for (const auto& [row, line] : rows)
    if (lane.column < row->cells.size())
      if (const auto& spread = row->cells[lane.column].spread)
        draw_spread(canvas, axis, *spread, *row, line.centre().y);
  const auto is_free = [&](const Box& box) {
    return std::none_of(lane.limits.begin(), lane.limits.end(), [&](const Plot::Limit& limit) {
      const double x = axis.pixel(limit.at);
      return axis.holds(limit.at) && box.left - canvas.px(4) < x && x < box.right() + canvas.px(4);
    });
  };
  double free_from = -1e9;
  for (const Tick& tick : axis.scale().ticks) {
    if (!axis.holds(tick.at)) continue;
    const Size size = canvas.size(tick.label, Role::tick);
    const Box box{axis.pixel(tick.at) - size.width / 2, below.top + canvas.px(3), size.width, size.height};
    if (box.left < free_from || !is_free(box)) continue;
    canvas.text(box, Align::left, tick.label, Role::tick, colours::text3);
    free_from = box.right() + canvas.px(8);
  }
  for (const Plot::Limit& limit : lane.limits) {
    if (!axis.holds(limit.at)) continue;
    const double x = axis.pixel(limit.at);
    canvas.dashed({x, frame.top}, {x, below.top + canvas.px(18)}, colour(limit.hue));
    draw_tag(canvas, limit, x, below);
  }
  canvas.scene().lane = Axes{frame, axis, {}};
}

}  // namespace llmsize::scene
