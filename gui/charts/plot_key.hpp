// SPDX-License-Identifier: GPL-3.0-or-later
// A key above a plot: lines with their names, for plots in which the names find no room beside all of their lines.
#pragma once

#include "gui/charts/plot_words.hpp"

namespace llmsize::gui {

/// Whether something is drawn of a series under a name of its own.
bool is_named(const Plot::Series& series);

/// Height that the key takes in a width.
double key_height(const Ink& ink, const Plot& plot, double width);

/// Paints it from a point to the right and down.
void paint_key(Ink& ink, const Plot& plot, QPointF at, double width);

}  // namespace llmsize::gui
