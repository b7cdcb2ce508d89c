// SPDX-License-Identifier: Apache-2.0
// Where there is room for words on a plot: lines and marks should not be covered, words may not touch.
#pragma once

#include "core/scene/shapes.hpp"

#include <optional>
#include <vector>

namespace llmsize::scene {

class Room {
 public:
  explicit Room(const Box& frame);

  /// A line that words should not cover.
  void add_line(Point from, Point to);
  /// A rectangle that nothing may touch.
  void add_box(const Box& box) { boxes_.push_back(box); }

  bool touches_box(const Box& box) const;
  /// How much of the lines lies under a box, in small squares.
  int covers(const Box& box) const;
  bool free(const Box& box) const;

  /// The first candidate that is free.
  std::optional<Box> first_free(const std::vector<Box>& candidates) const;
  /// The candidate inside the frame that touches no box and covers least of the lines.
  std::optional<Box> least_covered(const std::vector<Box>& candidates) const;

 private:
  std::size_t place(int row, int column) const;

  Box frame_;
  int columns_, rows_;
  std::vector<bool> lines_;
  std::vector<Box> boxes_;
};

}  // namespace llmsize::scene
