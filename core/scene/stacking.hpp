// SPDX-License-Identifier: Apache-2.0
// The drawing of one stacked bar, shared by a single bar and by ranked bars.
#pragma once

#include "core/scene/axes.hpp"

namespace llmsize::scene {

/// Draws the parts of a bar, each a sample, with a small gap between them and returns the right end. `named`: the
/// largest part bears its name and value.
double draw_stack(
    Canvas& canvas, const Stack::Bar& bar, const Ruler& axis, const Box& box, std::size_t row, bool named = false);

/// Writes the total after the bar, right of any limit it would cross, and hatches what lies beyond the first limit.
void draw_total(
    Canvas& canvas, const Stack::Bar& bar, const Ruler& axis, const Box& box, double end,
    const std::vector<Plot::Limit>& limits, double right);

/// One bar, and below it what it is made of: swatch, name, arithmetic, value.
void draw_parts(Canvas& canvas, const Stack& stack, const Box& area);
double parts_height(const Letters& letters, const Stack& stack, double width);

/// Swatches and names of parts, in lines as wide as the area. Returns the height; draws nothing without a canvas.
double lay_legend(const Letters& letters, Canvas* canvas, const std::vector<Stack::Part>& legend, const Box& area);

}  // namespace llmsize::scene
