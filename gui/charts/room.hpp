// SPDX-License-Identifier: GPL-3.0-or-later
// Where there is room for words on a plot: lines and marks may not be covered, words may not touch.
#pragma once

#include <QLineF>
#include <QRectF>
#include <optional>
#include <vector>

namespace llmsize::gui {

class Room {
 public:
  explicit Room(const QRectF& frame);

  /// A line that words should not cover.
  void add_line(QPointF from, QPointF to);
  /// A rectangle that nothing may touch.
  void add_box(const QRectF& box) { boxes_.push_back(box); }

  const QRectF& frame() const { return frame_; }
  bool touches_box(const QRectF& box) const;
  /// How much of the lines lies under a box, in small squares.
  int covers(const QRectF& box) const;
  bool free(const QRectF& box) const;

  /// The first candidate that is free.
  std::optional<QRectF> first_free(const std::vector<QRectF>& candidates) const;
  /// The candidate inside the frame that touches no box and covers least of the lines.
  std::optional<QRectF> least_covered(const std::vector<QRectF>& candidates) const;

 private:
  std::size_t place(int row, int column) const;

  QRectF frame_;
  int columns_, rows_;
  std::vector<bool> lines_;
  std::vector<QRectF> boxes_;
};

}  // namespace llmsize::gui
