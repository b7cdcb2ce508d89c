// SPDX-License-Identifier: Apache-2.0
// A column of a table whose ranges are drawn on one axis.
#pragma once

#include "core/scene/canvas.hpp"

namespace llmsize::scene {

/// The width at which ranges are told apart at ease, and at which they still are.
double lane_width(const Letters& letters);
double least_lane_width(const Letters& letters);
/// The height of what is written below the rows: ticks and limits.
double lane_foot(const Letters& letters);

/// A row of the table that is in view.
struct LaneRow {
  const Grid::Row* row;
  Box line;
};

/// Draws the ranges of rows between `left` and `right`, what they are held against, and the axis below them. The scene
/// tells where.
void draw_lane(Canvas& canvas, const Grid::Lane& lane, double left, double right, const std::vector<LaneRow>& rows);

}  // namespace llmsize::scene
