// SPDX-License-Identifier: Apache-2.0
// What scenes are laid out with: one item after another, in the order in which they are painted.
#pragma once

#include "core/scene/scene.hpp"

namespace llmsize::scene {

class Canvas {
 public:
  explicit Canvas(const Letters& letters) : letters_(letters), scene_{.scale = letters.scale()} {}

  const Letters& letters() const { return letters_; }
  /// A length at letters of usual size.
  double px(double length) const { return letters_.px(length); }
  double width(const std::string& text, Role role) const { return letters_.width(text, role); }
  double height(Role role) const { return letters_.height(role); }
  Size size(const std::string& text, Role role) const { return letters_.size(text, role); }

  /// One line in the middle of the box, elided where it is too long. With a halo: legible on lines.
  void text(const Box& box, Align align, const std::string& text, Role role, const Colour& colour, bool halo = false);
  /// Broken into as many lines as the box is high for, at most `most`; the last is elided.
  void lines(
      const Box& box, Align align, const std::string& text, Role role, const Colour& colour, std::size_t most = 2);

  void fill(const Box& box, const Colour& colour, double radius = 0);
  void frame(const Box& box, const Colour& colour, double width = 1, double radius = 0);
  /// A filled rectangle that lets a part of what is below be seen.
  void veil(const Box& box, const Colour& colour, double opacity);
  /// A rectangle filled as a part of a hue.
  void part(const Box& box, Hue hue, Fill fill);
  void hatch(const Box& box, const Colour& colour);
  /// Widths in pixels at letters of usual size; dashes in widths of the line.
  void line(Point from, Point to, const Colour& colour, double width = 1, const std::vector<double>& dashes = {});
  /// A limit: 1.5 wide, dashed.
  void dashed(Point from, Point to, const Colour& colour) { line(from, to, colour, 1.5, {4, 3}); }
  void polyline(std::vector<Point> points, const Colour& colour, double width, const std::vector<double>& dashes);
  /// A filled polygon as bands are.
  void area(std::vector<Point> points, const Colour& colour);
  /// Outlines are 1.8 wide.
  void mark(Mark mark);

  void sample(Sample sample) { scene_.samples.push_back(std::move(sample)); }

  /// All that was laid out, to be completed.
  Scene& scene() { return scene_; }

 private:
  std::vector<double> scaled(const std::vector<double>& dashes, double width) const;

  const Letters& letters_;
  Scene scene_;
};

}  // namespace llmsize::scene
