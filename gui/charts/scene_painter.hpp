// SPDX-License-Identifier: GPL-3.0-or-later
// Paints scenes with Qt, in the letters and colours of the app.
#pragma once

#include "core/scene/scene.hpp"
#include "gui/charts/plot_lines.hpp"
#include "gui/charts/qt_letters.hpp"

#include <QPainter>
#include <memory>

namespace llmsize::gui {

inline QPointF to_qt(scene::Point at) { return {at.x, at.y}; }
inline QRectF to_qt(const scene::Box& box) { return {box.left, box.top, box.width, box.height}; }
inline scene::Box box_of(const QRectF& rect) { return {rect.left(), rect.top(), rect.width(), rect.height()}; }

/// A text that was painted and what its letters are for: "title", "label", "label_strong", "header", "series", "tick".
struct PaintedLabel {
  QRectF box;
  QString text;
  QString role;
};

/// Every text of a scene, where it is painted.
std::vector<PaintedLabel> labels_of(const scene::Scene& scene, const Style& style);

class ScenePainter {
 public:
  /// Paints a scene that was laid out with the letters of this style.
  void paint(QPainter& painter, const scene::Scene& scene, const Style& style);

 private:
  std::unique_ptr<PlotLines> lines_;  ///< dear to make: kept from painting to painting, where there are lines
};

}  // namespace llmsize::gui
