// SPDX-License-Identifier: Apache-2.0
// A plot laid out, and the steps in which it is drawn.
#pragma once

#include "core/scene/axes.hpp"

#include <vector>

namespace llmsize::scene {

/// Axes over the frame and every series as pixels.
struct PlotLayout {
  const Plot& plot;
  Box area;          ///< with ticks, titles and names
  Scale across, up;  ///< what is in view of its axes
  Ruler x{}, y{};
  Box frame{};                              ///< between the axes
  std::vector<std::vector<Point>> lines{};  ///< of series; points that are not finite divide pieces
  bool names_right = false, limits_right = false;
  bool keyed = false;  ///< names stand in a key above the frame

  Point at(const Plot::Point& point) const { return {x.pixel(point.x), y.pixel(point.y)}; }
  bool shows(Point at) const { return is_finite(at) && frame.grown(1, 1).contains(at); }
};

/// Whether something is drawn of a series under a name of its own.
bool is_named(const Plot::Series& series);

/// The corners of a series in pixels: two per step where it goes in steps.
std::vector<Point> corners(
    const Plot::Series& series, const PlotLayout& geometry, double Plot::Point::*value = &Plot::Point::y);

/// Areas, bands and lines, cut at the frame.
void draw_lines(Canvas& canvas, const PlotLayout& geometry);
/// A line of a series as it is drawn on the plot and in its key.
void draw_stroke(Canvas& canvas, const Plot::Series& series, const std::vector<Point>& points);
/// A mark of a series; nothing for `Mark::none`. What fades is drawn as rings.
void draw_mark(Canvas& canvas, Point at, const Plot::Series& series, Plot::Mark mark);

/// A key: lines with their names, for plots in which the names find no room beside all of their lines.
double key_height(const Letters& letters, const Plot& plot, double width);
void draw_key(Canvas& canvas, const Plot& plot, const Box& area);

/// Names of lines or limits right of the frame, where they fit there, and the width that they need.
bool names_fit_right(const Letters& letters, const PlotLayout& geometry);
bool limits_fit_right(const Letters& letters, const PlotLayout& geometry);
double right_width(const Letters& letters, const PlotLayout& geometry);

/// Words beside a plot at the height of what they name.
struct Aside {
  double y;
  std::string words;
  Colour colour;
  Role role;
};
std::vector<Aside> names_of(const PlotLayout& geometry);
std::vector<Aside> limits_of(const PlotLayout& geometry);
/// Moves words apart so that none touches; false where one would move farther than `most`.
bool spread(std::vector<Aside>& asides, double height, double most, const Box& frame);

/// Draws all words, placed so that none covers another; limits' lines and marks are there already. Whether every name
/// found its place.
bool draw_words(Canvas& canvas, const PlotLayout& geometry);

}  // namespace llmsize::scene
