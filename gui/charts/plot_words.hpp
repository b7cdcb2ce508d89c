// SPDX-License-Identifier: GPL-3.0-or-later
// The words on a plot: names of lines, limits, marks and the callout, placed so that none covers another.
#pragma once

#include "gui/charts/axis.hpp"
#include "gui/charts/room.hpp"

#include <cmath>

namespace llmsize::gui {

/// No: there a line is interrupted.
inline bool finite(QPointF at) { return std::isfinite(at.x()) && std::isfinite(at.y()); }

/// A plot laid out: axes over the frame and every series as pixels.
struct PlotGeometry {
  const Plot& plot;
  Axis x, y;
  QRectF frame, area;
  std::vector<std::vector<QPointF>> lines;  ///< of series; points with NaN divide pieces
  bool names_right = false, limits_right = false;
  bool keyed = false;  ///< names stand in a key above the frame
};

/// The series whose names would stand right of the plot, and whether they have room there beside the limits.
bool names_fit_right(const Ink& ink, const PlotGeometry& geometry);
bool limits_fit_right(const Ink& ink, const PlotGeometry& geometry);
/// Width that those names need.
double right_width(const Ink& ink, const PlotGeometry& geometry);

/// Whether the names of all lines find room beside them.
bool names_find_room(const Ink& ink, const PlotGeometry& geometry);

/// Paints all words; limits' lines and marks are there already.
void paint_words(Ink& ink, const PlotGeometry& geometry);

}  // namespace llmsize::gui
