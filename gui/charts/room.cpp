// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace llmsize::gui {

namespace {

constexpr double cell = 2;

}  // namespace

Room::Room(const QRectF& frame)
    : frame_(frame),
      columns_(std::max(1, static_cast<int>(frame.width() / cell) + 1)),
      rows_(std::max(1, static_cast<int>(frame.height() / cell) + 1)),
      lines_(static_cast<std::size_t>(columns_ * rows_)) {}

std::size_t Room::place(int row, int column) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
}

void Room::add_line(QPointF from, QPointF to) {
  const double length = std::min(QLineF(from, to).length(), 1e5);
  const int steps = std::max(1, static_cast<int>(length / cell));
  for (int i = 0; i <= steps; ++i) {
    const QPointF at = from + (to - from) * (static_cast<double>(i) / steps);
    if (!frame_.contains(at)) continue;
    const int column = static_cast<int>((at.x() - frame_.left()) / cell),
              row = static_cast<int>((at.y() - frame_.top()) / cell);
    lines_[place(row, column)] = true;
  }
}

bool Room::touches_box(const QRectF& box) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const QRectF& other) { return other.intersects(box); });
}

int Room::covers(const QRectF& box) const {
  const auto clamp = [](double v, int high) { return std::clamp(static_cast<int>(std::floor(v)), 0, high - 1); };
  const int left = clamp((box.left() - frame_.left()) / cell, columns_),
            right = clamp((box.right() - frame_.left()) / cell, columns_);
  const int top = clamp((box.top() - frame_.top()) / cell, rows_),
            bottom = clamp((box.bottom() - frame_.top()) / cell, rows_);
  int covered = 0;
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column) covered += lines_[place(row, column)];
  return covered;
}

bool Room::free(const QRectF& box) const { return frame_.contains(box) && !touches_box(box) && covers(box) == 0; }

std::optional<QRectF> Room::first_free(const std::vector<QRectF>& candidates) const {
  const auto found =
      std::find_if(candidates.begin(), candidates.end(), [this](const QRectF& box) { return free(box); });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

std::optional<QRectF> Room::least_covered(const std::vector<QRectF>& candidates) const {
  std::optional<QRectF> best;
  int least = std::numeric_limits<int>::max();
  for (const QRectF& box : candidates) {
    if (!frame_.contains(box) || touches_box(box)) continue;
    const int covered = covers(box);
    if (covered >= least) continue;
    least = covered;
    best = box;
  }
  return best;
}

}  // namespace llmsize::gui
