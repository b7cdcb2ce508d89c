// SPDX-License-Identifier: Apache-2.0
// Values to pixels along one axis, and what is written beside it.
#pragma once

#include "core/pictures/ink.hpp"

namespace llmsize::pictures {

/// A scale laid between two pixels. `first` is where its low end is; for upright axes that is the larger one.
class Ruler {
 public:
  Ruler() = default;
  Ruler(Scale scale, double first, double last);

  double pixel(double value) const { return first_ + share(value) * (last_ - first_); }
  /// 0 at the low end, 1 at the high end, along the logarithm where the scale is one. Not finite for what a logarithm
  /// does not have.
  double share(double value) const;
  bool holds(double value) const;
  const Scale& scale() const { return scale_; }

 private:
  Scale scale_{};
  double first_ = 0, last_ = 1;
};

/// A ruler with about as many ticks as there is room for, each as wide as `each` at letters of usual size.
Ruler ruler(const Ink& ink, const Scale& scale, double first, double last, double each);

/// Ticks, their words below the plot and the title at the right end. Words that would touch their neighbour are left
/// out. No word begins left of `leftmost`.
void paint_bottom(Ink& ink, const Ruler& ruler, const Box& plot, bool upright_lines, double leftmost = -1e9);
/// Height that `paint_bottom` needs below the plot.
double bottom_height(const Ink& ink, const Scale& scale);
/// Horizontal lines and words left of the plot.
void paint_left(Ink& ink, const Ruler& ruler, const Box& plot);
/// Width of the widest word.
double left_width(const Ink& ink, const Scale& scale);

/// Upright limits with their words above the plot, beside each other; words that find no room there stand in a second
/// line above them.
void paint_upright_limits(Ink& ink, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits);
/// Height that their words need above the plot.
double limits_height(const Ink& ink, const Ruler& ruler, const Box& plot, const std::vector<Plot::Limit>& limits);

/// Of rows at letters of usual size.
struct RowHeights {
  double least, most, usual;
};
/// The height of each of some rows that share a room.
double row_height(const Ink& ink, double room, std::size_t rows, const RowHeights& heights);

}  // namespace llmsize::pictures
