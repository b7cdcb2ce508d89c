// SPDX-License-Identifier: Apache-2.0
// What the lines of a plot say at the cursor.
#pragma once

#include "core/scene/scene.hpp"

namespace llmsize::scene {

/// The value of a line.
struct Reading {
  Hue hue;
  std::string series, value;
};
struct Readings {
  double x = 0;      ///< in base units
  double pixel = 0;  ///< where it is
  std::string title;
  std::vector<Reading> values;
};

/// The values of all lines of a plot that was laid out with these axes; nothing outside of them, and where there is no
/// line.
std::optional<Readings> readings_at(const Plot& plot, const Axes& axes, Point cursor);

}  // namespace llmsize::scene
