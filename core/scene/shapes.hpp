// SPDX-License-Identifier: Apache-2.0
// Points and boxes of a picture, in pixels from its upper left corner.
#pragma once

#include <cmath>

namespace llmsize::scene {

struct Point {
  double x = 0, y = 0;

  Point operator+(Point other) const { return {x + other.x, y + other.y}; }
  Point operator-(Point other) const { return {x - other.x, y - other.y}; }
  Point operator*(double factor) const { return {x * factor, y * factor}; }
};
inline double distance(Point one, Point other) { return std::hypot(one.x - other.x, one.y - other.y); }
/// No: there a line is interrupted.
inline bool is_finite(Point at) { return std::isfinite(at.x) && std::isfinite(at.y); }

struct Size {
  double width = 0, height = 0;
};

struct Box {
  double left = 0, top = 0, width = 0, height = 0;

  static Box at(Point corner, Size size) { return {corner.x, corner.y, size.width, size.height}; }

  double right() const { return left + width; }
  double bottom() const { return top + height; }
  Point centre() const { return {left + width / 2, top + height / 2}; }
  Box grown(double x, double y) const { return {left - x, top - y, width + 2 * x, height + 2 * y}; }
  bool contains(Point at) const { return at.x >= left && at.x <= right() && at.y >= top && at.y <= bottom(); }
  bool contains(const Box& other) const {
    return other.left >= left && other.right() <= right() && other.top >= top && other.bottom() <= bottom();
  }
  bool intersects(const Box& other) const {
    return other.left < right() && other.right() > left && other.top < bottom() && other.bottom() > top;
  }
};

}  // namespace llmsize::scene
