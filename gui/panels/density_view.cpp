// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the curve on a logarithmic axis, where it is a bell.
#include "gui/panels/density_view.hpp"

#include "core/answer/answer.hpp"
#include "core/quantity/statistics.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {

DensityView::DensityView(QWidget* parent) : QWidget(parent) {
  follow_looks(this, [this] { setFixedHeight(metrics().px(44)); });
}

void DensityView::set(double value, double p10, double p90, double limit, const QString& label) {
  value_ = value;
  p10_ = p10;
  p90_ = p90;
  limit_ = limit;
  label_ = label;
  setVisible(p10 > 0 && p90 > p10);
  update();
}

QSize DensityView::sizeHint() const { return {metrics().px(200), metrics().px(44)}; }

void DensityView::paintEvent(QPaintEvent*) {
  if (!(p10_ > 0) || !(p90_ > p10_)) return;
  const Tokens& now = tokens();
  const Metrics size = metrics();
  const double sigma = std::log(p90_ / p10_) / (2 * z90), middle = std::log(p10_ * p90_) / 2;
  double low = middle - 4 * sigma, high = middle + 4 * sigma;
  // A limit far away would flatten the curve: it is shown where it is near enough to matter.
  const bool limited = limit_ > 0 && std::abs(std::log(limit_) - middle) < 12 * sigma;
  if (limited) {
    low = std::min(low, std::log(limit_) - 2 * sigma);
    high = std::max(high, std::log(limit_) + 2 * sigma);
  }
  const double base = height() - 5.5, top = size.px(8);
  const auto x_of = [&](double logarithm) { return (logarithm - low) / (high - low) * width(); };
  QPainterPath curve(QPointF(0, base));
  for (int x = 0; x <= width(); ++x) {
    const double deviation = (low + (high - low) * x / width() - middle) / sigma;
    curve.lineTo(x, base - (base - top) * std::exp(-deviation * deviation / 2));
  }
  curve.lineTo(width(), base);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = now.gpu;
  fill.setAlpha(now.band_alpha + 14);
  painter.fillPath(curve, fill);
  painter.setPen(QPen(now.control, 1));
  painter.drawLine(QPointF(0, base), QPointF(width(), base));
  painter.setPen(QPen(now.gpu, 4, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(QPointF(x_of(std::log(p10_)), base), QPointF(x_of(std::log(p90_)), base));
  painter.setPen(QPen(now.gpu, 2));
  painter.drawLine(QPointF(x_of(std::log(value_)), base), QPointF(x_of(std::log(value_)), top));
  if (!limited) return;
  const double at = x_of(std::log(limit_));
  painter.setPen(QPen(now.limit, 1.5, Qt::CustomDashLine, Qt::FlatCap));
  QPen pen = painter.pen();
  pen.setDashPattern({4, 3});
  painter.setPen(pen);
  painter.drawLine(QPointF(at, base), QPointF(at, top - 2));
  painter.setFont(gui::font(TextRole::tick));
  painter.setPen(now.limit);
  const double wide = QFontMetricsF(painter.font()).horizontalAdvance(label_) + 2;
  const bool left = at - wide - 4 > x_of(middle + 1.5 * sigma) || at + wide + 6 > width();
  painter.drawText(QRectF(left ? at - wide - 4 : at + 5, 0, wide, size.px(16)), Qt::AlignVCenter, label_);
}

}  // namespace llmsize::gui
