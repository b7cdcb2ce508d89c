// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of one stacked bar, shared by a single bar and by ranked bars.
#pragma once

#include "gui/charts/axis.hpp"
#include "gui/charts/body.hpp"

namespace llmsize::gui {

/// Paints the parts of a bar with a small gap between them, adds a sample for each and returns the right end. `named`:
/// the largest part bears its name and value.
double paint_stack(
    Ink& ink, const Stack::Bar& bar, const Axis& axis, const QRectF& box, std::size_t row, bool named,
    std::vector<Sample>& samples);

/// Writes the total after the bar, right of any limit it would cross, and hatches what lies beyond the first limit.
void paint_total(
    Ink& ink, const Stack::Bar& bar, const Axis& axis, const QRectF& box, double end,
    const std::vector<Plot::Limit>& limits, double right);

}  // namespace llmsize::gui
