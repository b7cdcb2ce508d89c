// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_lines.hpp"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QValueAxis>

#include <cmath>
#include <limits>

namespace llmsize::gui {

namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

QList<QPointF> finite_ones(const std::vector<QPointF>& points) {
  QList<QPointF> result;
  for (const QPointF& point : points)
    if (finite(point)) result.push_back(point);
  return result;
}

}  // namespace

QPen pen_of(const Ink& ink, const Plot::Series& series) {
  const QColor colour = series.fades ? tint(series.hue, ink.tokens()) : gui::colour(series.hue, ink.tokens());
  QPen pen(colour, ink.px(series.hue == Hue::waiting ? 1.5 : 2.4), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
  if (series.stroke == Plot::Stroke::dashed) pen.setDashPattern({4, 2.5});
  if (series.stroke == Plot::Stroke::dash_dot) pen.setDashPattern({5, 2, 1.2, 2});
  pen.setCosmetic(false);
  return pen;
}

std::vector<QPointF> corners(const Plot::Series& series, const Axis& x, const Axis& y, double Plot::Point::*value) {
  std::vector<QPointF> result;
  for (const auto& point : series.points) {
    const QPointF at(x.share(point.x), y.share(point.*value));
    if (!finite(at)) {
      result.emplace_back(nowhere, nowhere);
      continue;
    }
    if (series.steps && !result.empty() && finite(result.back())) result.emplace_back(at.x(), result.back().y());
    result.push_back(at);
  }
  return result;
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
  for (QValueAxis* axis : {x_, y_}) {
    axis->setRange(0, 1);
    axis->setVisible(false);
  }
}

void PlotLines::paint(Ink& ink, const PlotGeometry& geometry) {
  chart_->removeAllSeries();
  for (const auto& between : geometry.plot.areas) add_between(ink, geometry, between);
  for (const auto& series : geometry.plot.series) add_band(ink, geometry, series);
  for (const auto& series : geometry.plot.series)
    if (series.stroke != Plot::Stroke::none) add_line(ink, geometry, series);
  const QRectF& area = geometry.area;
  scene_.setSceneRect(area);
  chart_->setGeometry(area);
  chart_->setPlotArea(geometry.frame.translated(-area.topLeft()));
  scene_.render(&ink.painter(), area, area, Qt::IgnoreAspectRatio);
}

void PlotLines::add_band(const Ink& ink, const PlotGeometry& geometry, const Plot::Series& series) {
  Plot::Series banded = series;
  std::erase_if(banded.points, [](const Plot::Point& point) { return !(point.high > point.low); });
  if (banded.points.size() < 2) return;
  QColor colour = gui::colour(series.hue, ink.tokens());
  colour.setAlpha(ink.tokens().band_alpha);
  add_area(
      finite_ones(corners(banded, geometry.x, geometry.y, &Plot::Point::high)),
      finite_ones(corners(banded, geometry.x, geometry.y, &Plot::Point::low)), colour);
}

void PlotLines::add_between(const Ink& ink, const PlotGeometry& geometry, const Plot::Between& between) {
  const auto& series = geometry.plot.series;
  if (between.upper >= series.size() || between.lower >= series.size()) return;
  QColor colour = gui::colour(series[between.upper].hue, ink.tokens());
  colour.setAlpha(ink.tokens().band_alpha);
  add_area(
      finite_ones(corners(series[between.upper], geometry.x, geometry.y)),
      finite_ones(corners(series[between.lower], geometry.x, geometry.y)), colour);
}

void PlotLines::add_area(const QList<QPointF>& upper, const QList<QPointF>& lower, const QColor& colour) {
  auto* top = new QLineSeries;
  auto* bottom = new QLineSeries;
  auto* area = new QAreaSeries(top, bottom);
  top->setParent(area);
  bottom->setParent(area);
  top->replace(upper);
  bottom->replace(lower);
  area->setPen(Qt::NoPen);
  area->setBrush(colour);
  chart_->addSeries(area);
  area->attachAxis(x_);
  area->attachAxis(y_);
}

void PlotLines::add_line(const Ink& ink, const PlotGeometry& geometry, const Plot::Series& series) {
  QList<QPointF> piece;
  const auto flush = [&] {
    if (piece.size() > 1) {
      auto* line = new QLineSeries;
      line->setPen(pen_of(ink, series));
      line->replace(piece);
      chart_->addSeries(line);
      line->attachAxis(x_);
      line->attachAxis(y_);
    }
    piece.clear();
  };
  for (const QPointF& at : corners(series, geometry.x, geometry.y)) {
    if (finite(at))
      piece.push_back(at);
    else
      flush();
  }
  flush();
}

}  // namespace llmsize::gui
