// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_lines.hpp"

#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QValueAxis>

namespace llmsize::gui {

QPen pen_of(const scene::Colour& colour, double width, const std::vector<double>& dashes, const Tokens& tokens) {
  QPen pen(colour_of(colour, tokens), width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  QList<double> pattern;
  for (const double each : dashes) pattern << each / width;
  if (!pattern.isEmpty()) pen.setDashPattern(pattern);
  pen.setCosmetic(false);
  return pen;
}

PlotLines::PlotLines() : chart_(new QChart), x_(new QValueAxis), y_(new QValueAxis) {
  scene_.addItem(chart_);
  chart_->setBackgroundVisible(false);
  chart_->setPlotAreaBackgroundVisible(false);
  chart_->legend()->hide();
  chart_->setMargins({});
  chart_->layout()->setContentsMargins(0, 0, 0, 0);
  chart_->setAnimationOptions(QChart::NoAnimation);
  chart_->addAxis(x_, Qt::AlignBottom);
  chart_->addAxis(y_, Qt::AlignLeft);
  for (QValueAxis* axis : {x_, y_}) axis->setVisible(false);
  y_->setReverse(true);
}

void PlotLines::paint(
    QPainter& painter, const QRectF& frame, const std::vector<const scene::Polyline*>& lines, const Tokens& tokens) {
  constexpr double around = 8;  // lines along the edge of the frame are as wide as others
  const QRectF area = frame.adjusted(-around, -around, around, around);
  chart_->removeAllSeries();
  x_->setRange(area.left(), area.right());
  y_->setRange(area.top(), area.bottom());
  for (const scene::Polyline* line : lines) {
    QList<QPointF> points;
    for (const scene::Point at : line->points) points.emplace_back(at.x, at.y);
    auto* series = new QLineSeries;
    series->setPen(pen_of(line->colour, line->width, line->dashes, tokens));
    series->replace(points);
    chart_->addSeries(series);
    series->attachAxis(x_);
    series->attachAxis(y_);
  }
  scene_.setSceneRect(area);
  chart_->setGeometry(area);
  chart_->setPlotArea(QRectF(QPointF(), area.size()));
  scene_.render(&painter, area, area, Qt::IgnoreAspectRatio);
}

}  // namespace llmsize::gui
