// SPDX-License-Identifier: GPL-3.0-or-later
// Names of lines and limits that stand right of a plot, beside what they name.
#pragma once

#include "gui/charts/plot_words.hpp"

namespace llmsize::gui {

/// Words right of the plot at a height.
struct Aside {
  double y;
  QString words;
  QColor colour;
  TextRole role;
  const char* name;
};

/// The names of lines that end inside the frame, and of level limits, each at its height.
std::vector<Aside> names_of(const Ink& ink, const PlotGeometry& geometry);
std::vector<Aside> limits_of(const Ink& ink, const PlotGeometry& geometry);

/// Moves words apart as little as possible; false if one would go further than `most`.
bool spread(std::vector<Aside>& asides, double height, double most);

/// Height of a line of those words.
double aside_height(const Ink& ink);

}  // namespace llmsize::gui
