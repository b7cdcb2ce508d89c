// SPDX-License-Identifier: GPL-3.0-or-later
// Lines and bands of a plot, drawn by Qt Charts; everything else around them is painted by the body.
#pragma once

#include "gui/charts/plot_words.hpp"

#include <QGraphicsScene>

class QChart;
class QValueAxis;

namespace llmsize::gui {

/// A chart without axes, legend or ground of its own. Its axes run from 0 to 1 along the (logarithmic) length of ours.
class PlotLines {
 public:
  PlotLines();
  void paint(Ink& ink, const PlotGeometry& geometry);

 private:
  void add_band(const Ink& ink, const PlotGeometry& geometry, const Plot::Series& series);
  void add_between(const Ink& ink, const PlotGeometry& geometry, const Plot::Between& between);
  void add_line(const Ink& ink, const PlotGeometry& geometry, const Plot::Series& series);
  void add_area(const QList<QPointF>& upper, const QList<QPointF>& lower, const QColor& colour);

  QGraphicsScene scene_;
  QChart* chart_;
  QValueAxis* x_;
  QValueAxis* y_;
};

/// How the line of a series is drawn.
QPen pen_of(const Ink& ink, const Plot::Series& series);

/// The corners of a series along shares of both axes: two per step where it goes in steps; a NaN point where it is
/// interrupted.
std::vector<QPointF> corners(
    const Plot::Series& series, const Axis& x, const Axis& y, double Plot::Point::*value = &Plot::Point::y);

}  // namespace llmsize::gui
