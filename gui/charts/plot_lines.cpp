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

void PlotLines::share_series(std::size_t count) {
  for (; series_.size() > count; series_.pop_back()) {
    chart_->removeSeries(series_.back());
    delete series_.back();
  }
  while (series_.size() < count) {
    auto* series = new QLineSeries;
    chart_->addSeries(series);
    series->attachAxis(x_);
    series->attachAxis(y_);
    series_.push_back(series);
  }
}

void PlotLines::paint(
    QPainter& painter, const QRectF& frame, const std::vector<const scene::Polyline*>& lines, const Tokens& tokens) {
  constexpr double around = 8;  // lines along the edge of the frame are as wide as others
  const QRectF area = frame.adjusted(-around, -around, around, around);
  share_series(lines.size());
  x_->setRange(area.left(), area.right());
  y_->setRange(area.top(), area.bottom());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(lines[i]->points.size()));
    for (const scene::Point at : lines[i]->points) points.emplace_back(at.x, at.y);
    series_[i]->setPen(pen_of(lines[i]->colour, lines[i]->width, lines[i]->dashes, tokens));
    series_[i]->replace(points);
  }
  scene_.setSceneRect(area);
  chart_->setGeometry(area);
  chart_->setPlotArea(QRectF(QPointF(), area.size()));
  scene_.render(&painter, area, area, Qt::IgnoreAspectRatio);
}

}  // namespace llmsize::gui
