// SPDX-License-Identifier: Apache-2.0
// What pictures are painted with: elements of SVG 1.1, one after another.
#pragma once

#include "core/pictures/letters.hpp"
#include "core/pictures/palette.hpp"

#include <string>
#include <vector>

namespace llmsize::pictures {

enum class Align { left, centre, right };

/// The text as content of an element or value of an attribute; control characters become question marks.
std::string escaped(std::string_view text);

/// A length in pixels as an attribute, to a hundredth.
std::string length(double pixels);

class Ink {
 public:
  Ink(PictureTheme theme, double letters) : theme_(theme), letters_(letters) {}

  const Letters& letters() const { return letters_; }
  /// A length at letters of usual size.
  double px(double length) const { return letters_.scale() * length; }
  double width(const std::string& text, Role role) const { return letters_.width(text, role); }
  double height(Role role) const { return letters_.height(role); }
  Size size(const std::string& text, Role role) const { return letters_.size(text, role); }

  /// One line in the middle of the box, elided where it is too long. With a halo: legible on lines.
  void text(const Box& box, Align align, const std::string& text, Role role, const Colour& colour, bool halo = false);

  void fill(const Box& box, const Colour& colour, double radius = 0);
  void frame(const Box& box, const Colour& colour, double width = 1, double radius = 0);
  /// A filled rectangle that lets a part of what is below be seen.
  void veil(const Box& box, const Colour& colour, double opacity);
  /// A rectangle filled as a part of a hue.
  void part(const Box& box, Hue hue, Fill fill);
  void hatch(const Box& box, const Colour& colour);
  /// Widths in pixels at letters of usual size; dashes in widths of the line.
  void line(Point from, Point to, const Colour& colour, double width = 1, const char* dashes = nullptr);
  /// A limit: 1.5 wide, dashed.
  void dashed(Point from, Point to, const Colour& colour);
  void polyline(
      const std::vector<Point>& points, const Colour& colour, double width, const std::vector<double>& dashes);
  /// A filled polygon as bands are.
  void area(const std::vector<Point>& points, const Colour& colour);
  /// The mark of a hue: circle, square, triangle, diamond. Without `fill` it is a ring.
  struct Mark {
    const Colour* fill = nullptr;
    const Colour* outline = nullptr;
    double opacity = 1;
  };
  void mark(Point at, double radius, Hue hue, const Mark& look);

  /// All that was painted.
  std::string taken() { return std::move(svg_); }

 private:
  std::string css(const Colour& colour) const { return pictures::css(colour, theme_); }
  void rect(const Box& box, const std::string& look);

  PictureTheme theme_;
  Letters letters_;
  std::string svg_;
};

}  // namespace llmsize::pictures
