// SPDX-License-Identifier: GPL-3.0-or-later
// Values to pixels along one axis, and what is written beside it.
#pragma once

#include "gui/charts/ink.hpp"

namespace llmsize::gui {

/// A scale laid between two pixels. `first` is where its low end is; for upright axes that is the larger one.
class Axis {
 public:
  Axis() = default;
  Axis(Scale scale, double first, double last);

  double pixel(double value) const { return first_ + share(value) * (last_ - first_); }
  double value(double pixel) const;
  /// 0 at the low end, 1 at the high end, along the logarithm where the scale is one. NaN for what a logarithm does not
  /// have.
  double share(double value) const;
  bool holds(double value) const;
  const Scale& scale() const { return scale_; }

 private:
  Scale scale_{};
  double first_ = 0, last_ = 1;
};

/// The part of a scale between two shares of its length, with ticks of its own where few of the given ones are left.
Scale part_of(const Scale& scale, double from, double to, std::size_t wanted);

/// Ticks, their words below `line` and the title at the right end. Words that would touch their neighbour are left out.
/// No word begins left of `leftmost`.
void paint_bottom(Ink& ink, const Axis& axis, const QRectF& plot, bool upright_lines, double leftmost = -1e9);
/// Height that `paint_bottom` needs below the plot.
double bottom_height(const Ink& ink, const Scale& scale);
/// Horizontal lines and words left of the plot.
void paint_left(Ink& ink, const Axis& axis, const QRectF& plot);
/// Width of the widest word.
double left_width(const Ink& ink, const Scale& scale);

/// Upright limits with their words above the plot, beside each other; words that find no room stand beside their line.
void paint_upright_limits(Ink& ink, const Axis& axis, const QRectF& plot, const std::vector<Plot::Limit>& limits);

}  // namespace llmsize::gui
