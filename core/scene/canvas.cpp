// SPDX-License-Identifier: Apache-2.0
#include "core/scene/canvas.hpp"

#include <algorithm>

namespace llmsize::scene {

void Canvas::text(const Box& box, Align align, const std::string& text, Role role, const Colour& colour, bool halo) {
  std::string shown = letters_.elided(text, role, box.width);
  if (!shown.empty()) scene_.items.emplace_back(TextRun{box, align, std::move(shown), role, colour, halo});
}

void Canvas::lines(
    const Box& box, Align align, const std::string& text, Role role, const Colour& colour, std::size_t most) {
  const double least = px(font(role).size + 2);
  const auto room = static_cast<std::size_t>(std::max(1.0, (box.height + 0.5) / least));
  const std::vector<std::string> broken = letters_.wrapped(text, role, box.width, std::min(most, room));
  const auto count = static_cast<double>(broken.size());
  const double height = std::min(this->height(role), box.height / std::max(1.0, count));
  double top = box.centre().y - height * count / 2;
  for (const std::string& line : broken) {
    this->text({box.left, top, box.width, height}, align, line, role, colour);
    top += height;
  }
}

void Canvas::fill(const Box& box, const Colour& colour, double radius) {
  scene_.items.emplace_back(Block{.box = box, .colour = colour, .radius = radius});
}

void Canvas::frame(const Box& box, const Colour& colour, double width, double radius) {
  scene_.items.emplace_back(
      Block{.box = box, .colour = colour, .cover = Block::Cover::frame, .width = px(width), .radius = radius});
}

void Canvas::veil(const Box& box, const Colour& colour, double opacity) {
  scene_.items.emplace_back(Block{.box = box, .colour = colour, .cover = Block::Cover::veil, .opacity = opacity});
}

void Canvas::part(const Box& box, Hue hue, Fill fill) {
  const Colour full = colour(hue);
  if (fill == Fill::solid) return this->fill(box, full);
  this->fill(box, tint(hue));
  if (fill == Fill::hatch) hatch(box, full);
  const double half = px(0.5);
  if (box.width > 2 * half && box.height > 2 * half) frame(box.grown(-half, -half), full);
}

void Canvas::hatch(const Box& box, const Colour& colour) {
  scene_.items.emplace_back(Block{.box = box, .colour = colour, .cover = Block::Cover::hatch, .width = px(1.2)});
}

std::vector<double> Canvas::scaled(const std::vector<double>& dashes, double width) const {
  std::vector<double> pixels;
  pixels.reserve(dashes.size());
  for (const double each : dashes) pixels.push_back(px(each * width));
  return pixels;
}

void Canvas::line(Point from, Point to, const Colour& colour, double width, const std::vector<double>& dashes) {
  scene_.items.emplace_back(Line{from, to, colour, px(width), scaled(dashes, width)});
}

void Canvas::polyline(
    std::vector<Point> points, const Colour& colour, double width, const std::vector<double>& dashes) {
  if (points.size() >= 2)
    scene_.items.emplace_back(Polyline{std::move(points), colour, px(width), scaled(dashes, width)});
}

void Canvas::area(std::vector<Point> points, const Colour& colour) {
  if (points.size() >= 3) scene_.items.emplace_back(Area{std::move(points), colour});
}

void Canvas::mark(Mark mark) {
  mark.width = px(1.8);
  scene_.items.emplace_back(std::move(mark));
}

std::vector<std::pair<Point, Point>> strokes_of(const Block& hatch, double scale) {
  std::vector<std::pair<Point, Point>> strokes;
  // Lines x + y = sum, cut at the box.
  const Box& box = hatch.box;
  const double from = box.left + box.top, to = box.right() + box.bottom();
  for (double sum = from + scale * 3.5; sum < to; sum += scale * 6) {
    const double low = std::max(box.left, sum - box.bottom()), high = std::min(box.right(), sum - box.top);
    if (high > low) strokes.push_back({{low, sum - low}, {high, sum - high}});
  }
  return strokes;
}

std::vector<Point> corners_of(const Mark& mark) {
  std::vector<Point> corners;
  switch (mark.hue) {
    case Hue::cpu: corners = {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}; break;
    case Hue::nvme:
    case Hue::network: corners = {{0, -1.1}, {1.1, 0.9}, {-1.1, 0.9}}; break;
    case Hue::shared: corners = {{0, -1.2}, {1.2, 0}, {0, 1.2}, {-1.2, 0}}; break;
    default: break;
  }
  for (Point& corner : corners) corner = mark.at + corner * mark.radius;
  return corners;
}

}  // namespace llmsize::scene
