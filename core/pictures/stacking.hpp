// SPDX-License-Identifier: Apache-2.0
// The drawing of one stacked bar, shared by a single bar and by ranked bars.
#pragma once

#include "core/pictures/ruler.hpp"

namespace llmsize::pictures {

/// Paints the parts of a bar with a small gap between them and returns the right end. `named`: the largest part bears
/// its name and value.
double paint_stack(Ink& ink, const Stack::Bar& bar, const Ruler& axis, const Box& box, bool named);

/// Writes the total after the bar, right of any limit it would cross, and hatches what lies beyond the first limit.
void paint_total(
    Ink& ink, const Stack::Bar& bar, const Ruler& axis, const Box& box, double end,
    const std::vector<Plot::Limit>& limits, double right);

/// One bar, and below it what it is made of: swatch, name, arithmetic, value.
void paint_parts(Ink& ink, const Stack& stack, const Box& area);
double parts_height(const Ink& ink, const Stack& stack, double width);

}  // namespace llmsize::pictures
