// SPDX-License-Identifier: GPL-3.0-or-later
// How single points of a plot are drawn, on it and in its key.
#pragma once

#include "core/charts/chart.hpp"
#include "gui/charts/ink.hpp"

namespace llmsize::gui {

/// Paints a mark of a series; nothing for `Mark::none`. What fades is drawn as rings.
void paint_mark(Ink& ink, QPointF at, const Plot::Series& series, Plot::Mark mark);

}  // namespace llmsize::gui
