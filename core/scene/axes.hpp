// SPDX-License-Identifier: Apache-2.0
// What is drawn and written along an axis.
#pragma once

#include "core/scene/canvas.hpp"

namespace llmsize::scene {

/// A ruler with about as many ticks as there is room for, each as wide as `each` at letters of usual size.
Ruler ruler(const Letters& letters, const Scale& scale, double first, double last, double each);

/// Ticks, their words below the plot and the title at the right end. Words that would touch their neighbour are left
/// out. No word begins left of `leftmost`.
void draw_bottom(Canvas& canvas, const Ruler& ruler, const Box& plot, bool upright_lines, double leftmost = -1e9);
/// Height that `draw_bottom` needs below the plot.
double bottom_height(const Letters& letters, const Scale& scale);
/// Horizontal lines and words left of the plot.
void draw_left(Canvas& canvas, const Ruler& ruler, const Box& plot);
/// Width of the widest word.
double left_width(const Letters& letters, const Scale& scale);

/// Upright limits with their words above the plot, beside each other; words that find no room there stand in a second
/// line above them.
void draw_upright_limits(Canvas& canvas, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits);
/// Height that their words need above the plot.
double limits_height(
    const Letters& letters, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits);

/// Of rows at letters of usual size.
struct RowHeights {
  double least, most, usual;
};
/// The height of each of some rows that share a room.
double row_height(const Letters& letters, double room, std::size_t rows, const RowHeights& heights);

}  // namespace llmsize::scene
