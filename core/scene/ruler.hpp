// SPDX-License-Identifier: Apache-2.0
// Values to pixels along one axis, and back.
#pragma once

#include "core/charts/chart.hpp"

namespace llmsize::scene {

/// A scale laid between two pixels. `first` is where its low end is; for upright axes that is the larger one.
class Ruler {
 public:
  Ruler() = default;
  Ruler(Scale scale, double first, double last);

  double pixel(double value) const { return first_ + share(value) * (last_ - first_); }
  double value(double pixel) const;
  /// 0 at the low end, 1 at the high end, along the logarithm where the scale is one. Not finite for what a logarithm
  /// does not have.
  double share(double value) const;
  bool holds(double value) const;
  const Scale& scale() const { return scale_; }

 private:
  Scale scale_{};
  double first_ = 0, last_ = 1;
};

/// The part of a scale between two shares of its length. Of given ticks those in it stay, unless they are few.
Scale part_of(const Scale& scale, double from, double to);

}  // namespace llmsize::scene
