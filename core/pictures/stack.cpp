// SPDX-License-Identifier: Apache-2.0
// Ranked bars of the same parts, and a legend below.
#include "core/pictures/bodies.hpp"
#include "core/pictures/stacking.hpp"

#include <algorithm>

namespace llmsize::pictures {
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

/// A swatch and its name, in lines as wide as the area. Returns the height; paints nothing without `ink`.
double lay_legend(const Ink& letters, Ink* ink, const std::vector<Stack::Part>& legend, const Box& area) {
  const double height = letters.px(18), swatch = letters.px(10), gap = letters.px(6);
  double x = area.left, y = area.top + letters.px(4);
  for (const Stack::Part& part : legend) {
    const double name = letters.width(part.title, Role::label), width = swatch + gap + name;
    if (x > area.left && x + width > area.right()) {
      x = area.left;
      y += height;
    }
    if (ink) {
      ink->part({x, y + height / 2 - swatch / 2, swatch, swatch}, part.hue, part.fill);
      ink->text(
          {x + swatch + gap, y, std::min(name, area.width - swatch - gap), height}, Align::left, part.title,
          Role::label, colours::text2);
    }
    x += width + letters.px(14);
  }
  return legend.empty() ? 0 : y + height - area.top;
}

Role role_of(const Stack::Bar& bar) { return bar.strong ? Role::label_strong : Role::label; }

void paint_bars(Ink& ink, const Stack& stack, const Box& area) {
  const std::vector<Stack::Part> legend = legend_of(stack);
  double titles = 0, totals = ink.px(50);
  for (const Stack::Bar& bar : stack.bars) {
    titles = std::max(titles, ink.width(bar.title, role_of(bar)));
    totals = std::max(totals, ink.width(bar.total_words(), Role::label_strong));
  }
  titles = std::min(titles, area.width * 0.38);
  const double left = area.left + titles + ink.px(14);
  Box plot{left, area.top, area.right() - totals - ink.px(14) - left, 0};
  const Ruler axis = ruler(ink, stack.scale, plot.left, plot.right(), 48);
  const double head = limits_height(ink, axis, plot, stack.limits), foot = bottom_height(ink, stack.scale);
  double legend_height = lay_legend(ink, nullptr, legend, area);
  const double all = area.height - head - foot;
  if (all - legend_height < static_cast<double>(stack.bars.size()) * ink.px(stack_rows.least)) legend_height = 0;
  const double room = all - legend_height, row = row_height(ink, room, stack.bars.size(), stack_rows);
  const auto fitting = std::min(stack.bars.size(), static_cast<std::size_t>(std::max(1.0, room / row + 1e-6)));
  plot.top += head;
  plot.height = row * static_cast<double>(fitting);
  paint_bottom(ink, axis, plot, true);
  for (std::size_t i = 0; i < fitting; ++i) {
    const Stack::Bar& bar = stack.bars[i];
    const Box title{area.left, plot.top + static_cast<double>(i) * row, titles, row};
    const double height = std::min(row - ink.px(3), ink.px(20));
    ink.text(title, Align::left, bar.title, role_of(bar), bar.strong ? colours::text : colours::text2);
    const Box box{axis.pixel(stack.scale.low), title.centre().y - height / 2, 1, height};
    paint_total(ink, bar, axis, box, paint_stack(ink, bar, axis, box, false), stack.limits, area.right());
  }
  paint_upright_limits(ink, axis, plot, stack.limits);
  if (legend_height > 0) lay_legend(ink, &ink, legend, {area.left, plot.bottom() + foot, area.width, legend_height});
}

}  // namespace

void paint(Ink& ink, const Stack& stack, const Box& area) {
  if (stack.bars.size() == 1)
    paint_parts(ink, stack, area);
  else
    paint_bars(ink, stack, area);
}

double wished_height(const Ink& ink, const Stack& stack, double width) {
  if (stack.bars.size() == 1) return parts_height(ink, stack, width);
  return ink.px(70 + stack_rows.usual * static_cast<double>(stack.bars.size())) +
         lay_legend(ink, nullptr, legend_of(stack), {0, 0, width, 0});
}

}  // namespace llmsize::pictures
