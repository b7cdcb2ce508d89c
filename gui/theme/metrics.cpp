// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/metrics.hpp"

#include <QFontInfo>
#include <QFontMetricsF>

#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double base_pixels = 13, base_height = 16;

std::pair<double, QFont::Weight> shape(TextRole role) {
  switch (role) {
    case TextRole::figure: return {26, QFont::DemiBold};
    case TextRole::unit: return {14, QFont::Medium};
    case TextRole::title: return {14, QFont::DemiBold};
    case TextRole::body: return {13, QFont::Normal};
    case TextRole::strong: return {13, QFont::DemiBold};
    case TextRole::label: return {12, QFont::Normal};
    case TextRole::label_strong:
    case TextRole::series: return {12, QFont::DemiBold};
    case TextRole::tick: return {11, QFont::Normal};
  }
  return {base_pixels, QFont::Normal};
}

}  // namespace

QFont font(TextRole role, const QFont& base) {
  const auto [pixels, weight] = shape(role);
  QFont result(base);
  result.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels / base_pixels * QFontInfo(base).pixelSize()))));
  result.setWeight(weight);
  result.setStyleStrategy(QFont::PreferAntialias);
  return result;
}

int Metrics::px(double length) const { return static_cast<int>(std::lround(length * scale)); }

Metrics metrics(const QFont& base) {
  const double scale = std::round(QFontMetricsF(base).height()) / base_height;
  const auto px = [scale](double length) { return static_cast<int>(std::lround(length * scale)); };
  return {
      .scale = scale,
      .padding = px(16),
      .step = px(4),
      .gap = px(12),
      .radius = px(8),
      .row = px(28),
      .field = px(24),
      .table_row = px(26),
      .table_header = px(28),
      .icon = px(20),
      .card_height = px(220)};
}

}  // namespace llmsize::gui
