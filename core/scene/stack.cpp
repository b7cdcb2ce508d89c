// SPDX-License-Identifier: Apache-2.0
// Ranked bars of the same parts, and a legend below.
#include "core/scene/bodies.hpp"
#include "core/scene/stacking.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::scene {
namespace {

constexpr RowHeights stack_rows{13, 34, 28};

/// Each part once, in the order of their first bar.
std::vector<Stack::Part> legend_of(const Stack& stack) {
  std::vector<Stack::Part> legend;
  for (const Stack::Bar& bar : stack.bars)
    for (const Stack::Part& part : bar.parts)
      if (std::none_of(
              legend.begin(), legend.end(), [&](const Stack::Part& known) { return known.title == part.title; }))
        legend.push_back(part);
  return legend;
}

Role role_of(const Stack::Bar& bar) { return bar.strong ? Role::label_strong : Role::label; }

void draw_bars(Canvas& canvas, const Stack& stack, const Box& area) {
  const std::vector<Stack::Part> legend = legend_of(stack);
  double titles = 0, totals = canvas.px(50);
  for (const Stack::Bar& bar : stack.bars) {
    titles = std::max(titles, canvas.width(bar.title, role_of(bar)));
    totals = std::max(totals, canvas.width(bar.total_words(), Role::label_strong));
  }
  titles = std::min(titles, area.width * 0.38);
  const double left = area.left + titles + canvas.px(14);
  Box plot{left, area.top, area.right() - totals - canvas.px(14) - left, 0};
  const Ruler axis = ruler(canvas.letters(), stack.scale, plot.left, plot.right(), 48);
  const double head = limits_height(canvas.letters(), axis, plot, stack.limits),
               foot = bottom_height(canvas.letters(), stack.scale);
  double legend_height = lay_legend(canvas.letters(), nullptr, legend, area);
  const double all = area.height - head - foot;
  if (all - legend_height < static_cast<double>(stack.bars.size()) * canvas.px(stack_rows.least)) legend_height = 0;
  const double room = all - legend_height, row = row_height(canvas.letters(), room, stack.bars.size(), stack_rows);
  const auto fitting = std::min(stack.bars.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
  plot.top += head;
  plot.height = row * static_cast<double>(fitting);
  draw_bottom(canvas, axis, plot, true);
  for (std::size_t i = 0; i < fitting; ++i) {
    const Stack::Bar& bar = stack.bars[i];
    const Box title{area.left, plot.top + static_cast<double>(i) * row, titles, row};
    const double height = std::min(row - canvas.px(3), canvas.px(20));
    canvas.lines(title, Align::left, bar.title, role_of(bar), bar.strong ? colours::text : colours::text2);
    const Box box{axis.pixel(stack.scale.low), title.centre().y - height / 2, 1, height};
    draw_total(canvas, bar, axis, box, draw_stack(canvas, bar, axis, box, i), stack.limits, area.right());
  }
  draw_upright_limits(canvas, axis, plot, stack.limits);
  if (legend_height > 0)
    lay_legend(canvas.letters(), &canvas, legend, {area.left, plot.bottom() + foot, area.width, legend_height});
}

}  // namespace

void lay_out(Canvas& canvas, const Stack& stack, const Box& area, const View&) {
  if (stack.bars.size() == 1)
    draw_parts(canvas, stack, area);
  else
    draw_bars(canvas, stack, area);
}

double wished_height(const Letters& letters, const Stack& stack, double width) {
  if (stack.bars.size() == 1) return parts_height(letters, stack, width);
  return letters.px(70 + stack_rows.usual * static_cast<double>(stack.bars.size())) +
         lay_legend(letters, nullptr, legend_of(stack), {0, 0, width, 0});
}

Values values_of(const Stack& stack) {
  Values values;
  for (const Stack::Bar& bar : stack.bars)
    for (values.emplace_back(); const Stack::Part& part : bar.parts) values.back().push_back(part.value);
  return values;
}

std::string words_of(const Stack& stack, std::size_t row, std::size_t mark) {
  const Stack::Bar& bar = stack.bars[row];
  const Stack::Part& part = bar.parts[mark];
  return fmt::format("{}{}{}: {}", bar.title, bar.title.empty() ? "" : ", ", part.title, part.shown);
}

}  // namespace llmsize::scene
