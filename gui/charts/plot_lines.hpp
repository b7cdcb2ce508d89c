// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a plot, drawn by Qt Charts; everything around them is painted by the scene painter.
#pragma once

#include "core/scene/scene.hpp"
#include "gui/theme/tokens.hpp"

#include <QGraphicsScene>
#include <QPainter>
#include <vector>

class QChart;
class QLineSeries;
class QValueAxis;

namespace llmsize::gui {

/// A chart without axes, legend or ground of its own. Its axes are the pixels of the scene.
class PlotLines {
 public:
  PlotLines();
  void paint(
      QPainter& painter, const QRectF& frame, const std::vector<const scene::Polyline*>& lines, const Tokens& tokens);

 private:
  /// As many series as there are lines.
  void share_series(std::size_t count);

  QGraphicsScene scene_;
  QChart* chart_;
  QValueAxis* x_;
  QValueAxis* y_;
  std::vector<QLineSeries*> series_;  ///< of the last painting: most paintings have as many lines as the one before
};

/// How a line of a scene is drawn.
QPen pen_of(const scene::Colour& colour, double width, const std::vector<double>& dashes, const Tokens& tokens);

}  // namespace llmsize::gui
