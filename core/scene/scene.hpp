// SPDX-License-Identifier: Apache-2.0
// A chart laid out: what is painted where, in which order, and which numbers can be pointed at. Painters know nothing
// of charts.
#pragma once

#include "core/scene/letters.hpp"
#include "core/scene/palette.hpp"
#include "core/scene/ruler.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace llmsize::scene {

enum class Align { left, centre, right };

/// One line of letters in the middle of a box that it does not leave. With a halo: legible on lines.
struct TextRun {
  Box box;
  Align align;
  std::string text;
  Role role;
  Colour colour;
  bool halo = false;
};

/// Widths and dashes are pixels, here and below.
struct Line {
  Point from, to;
  Colour colour;
  double width;
  std::vector<double> dashes{};
};

/// The line of a series, cut at its frame.
struct Polyline {
  std::vector<Point> points;
  Colour colour;
  double width;
  std::vector<double> dashes{};
};

/// A polygon through which what is below can be seen, as bands are.
struct Area {
  std::vector<Point> points;
  Colour colour;
};

/// A rectangle: filled, filled so that a part of what is below is seen, hatched, or only its edge.
struct Block {
  enum class Cover { fill, veil, hatch, frame };
  Box box;
  Colour colour;
  Cover cover = Cover::fill;
  double opacity = 1;  ///< of a veil
  double width = 1;    ///< of a frame
  double radius = 0;   ///< of the corners of what is filled or framed
};

/// The mark of a hue: circle, square, triangle, diamond. Without `fill` it is a ring.
struct Mark {
  Point at;
  double radius;
  Hue hue;
  std::optional<Colour> fill{}, outline{};
  double width = 0;  ///< of the outline
  double opacity = 1;
};

/// A number that a cursor or keys can choose. What is said of it: `words_of`.
struct Sample {
  Box box;
  std::size_t row;   ///< series, bar or row: up and down move between them, left and right within
  std::size_t mark;  ///< which of the row: point, part, dot, column; `whole_row` for all of a table's row
  Source source{};
  bool applies = false;  ///< it is chosen to change the scenario instead of being explained
  enum class Track { none, stop, point };
  Track track = Track::none;  ///< where the point that changes the scenario can be put, and where it is
  Source apply{};             ///< what putting it there changes, where that is not the source

  static constexpr std::size_t whole_row = static_cast<std::size_t>(-1);
};

/// Words of a row that change the scenario with one click.
struct Link {
  Box box;
  Source source;
  std::size_t row = 0;
};

/// Of a plot.
struct Axes {
  Box frame;  ///< between them
  Ruler x, y;
};

/// Of a table that is scrolled: where its rows are seen, and how much farther than that they reach.
struct Scrolled {
  Box inside;
  double range = 0;
};

/// Of a table that is scrolled sideways: columns out of view on either side, and where a click brings them back.
struct Sideways {
  std::size_t first = 1, left = 0, right = 0;
  Box back, on;
};

struct Scene {
  double scale = 1;  ///< of its letters: 1 for those of usual size
  std::vector<std::variant<TextRun, Line, Polyline, Area, Block, Mark>> items{};
  std::vector<Sample> samples{};
  std::vector<Link> links{};
  std::optional<Axes> axes{};
  std::optional<Scrolled> scrolled{};
  std::optional<Sideways> sideways{};
  std::optional<Axes> lane{};  ///< of a table with one: only its x is an axis
};

/// The part of a plot in view: from and to along each axis, 0 to 1.
struct Window {
  double left = 0, right = 1, bottom = 0, top = 1;
  bool operator==(const Window&) const = default;
};

/// What is in view of a chart that is larger.
struct View {
  Window window{};                   ///< of a plot
  std::optional<double> scrolled{};  ///< of a table, in pixels; one that nobody scrolls says how many rows are left out
  std::size_t first_column = 1;      ///< of a table that is scrolled sideways: what stands beside its first column
};

/// The body of a chart in a box: without titles, and nothing where the box is too small.
Scene laid_out(const Chart& chart, const Box& area, const Letters& letters, const View& view = {});

/// The height at which everything of a chart's body is legible in a width.
double wished_height(const Chart& chart, double width, const Letters& letters);

/// What is said of a number: "GPU memory, nodes 48: 24.6 days, range 22.9 days to 26.5 days".
std::string words_of(const Chart& chart, const Sample& sample);

/// The extremes of a chart in words, for those who do not see it; empty where it has no numbers.
std::string extremes(const Chart& chart);

/// The strokes of a hatched box, each with its two ends.
std::vector<std::pair<Point, Point>> strokes_of(const Block& hatch, double scale);
/// The corners of a mark; none of a circle.
std::vector<Point> corners_of(const Mark& mark);

}  // namespace llmsize::scene
