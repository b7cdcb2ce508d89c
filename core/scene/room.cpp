// SPDX-License-Identifier: Apache-2.0
#include "core/scene/room.hpp"

#include <algorithm>
#include <limits>

namespace llmsize::scene {
namespace {

constexpr double square = 2;

}  // namespace

Room::Room(const Box& frame)
    : frame_(frame),
      columns_(std::max(1, static_cast<int>(frame.width / square) + 1)),
      rows_(std::max(1, static_cast<int>(frame.height / square) + 1)),
      lines_(static_cast<std::size_t>(columns_ * rows_)) {}

std::size_t Room::place(int row, int column) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
}

void Room::add_line(Point from, Point to) {
  const int steps = std::max(1, static_cast<int>(std::min(distance(from, to), 1e5) / square));
  for (int i = 0; i <= steps; ++i) {
    const Point at = from + (to - from) * (static_cast<double>(i) / steps);
    if (!frame_.contains(at)) continue;
    const int column = static_cast<int>((at.x - frame_.left) / square),
              row = static_cast<int>((at.y - frame_.top) / square);
    lines_[place(row, column)] = true;
  }
}

bool Room::touches_box(const Box& box) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const Box& other) { return other.intersects(box); });
}

int Room::covers(const Box& box) const {
  const auto clamp = [](double v, int high) { return std::clamp(static_cast<int>(std::floor(v)), 0, high - 1); };
  const int left = clamp((box.left - frame_.left) / square, columns_),
            right = clamp((box.right() - frame_.left) / square, columns_);
  const int top = clamp((box.top - frame_.top) / square, rows_),
            bottom = clamp((box.bottom() - frame_.top) / square, rows_);
  int covered = 0;
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column) covered += lines_[place(row, column)];
  return covered;
}

bool Room::free(const Box& box) const { return frame_.contains(box) && !touches_box(box) && covers(box) == 0; }

std::optional<Box> Room::first_free(const std::vector<Box>& candidates) const {
  const auto found = std::find_if(candidates.begin(), candidates.end(), [this](const Box& box) { return free(box); });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

std::optional<Box> Room::least_covered(const std::vector<Box>& candidates) const {
  std::optional<Box> best;
  int least = std::numeric_limits<int>::max();
  for (const Box& box : candidates) {
    if (!frame_.contains(box) || touches_box(box)) continue;
    const int covered = covers(box);
    if (covered >= least) continue;
    least = covered;
    best = box;
  }
  return best;
}

}  // namespace llmsize::scene
