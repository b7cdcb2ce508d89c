// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/metrics.hpp"

#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace llmsize::gui {

namespace {

constexpr double base_pixels = 13, base_height = 16;
constexpr std::size_t role_count = static_cast<std::size_t>(TextRole::series) + 1;

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

QFont made(TextRole role, const QFont& base) {
  const auto [pixels, weight] = shape(role);
  QFont result(base);
  result.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels / base_pixels * QFontInfo(base).pixelSize()))));
  result.setWeight(weight);
  result.setStyleStrategy(QFont::PreferAntialias);
  return result;
}

/// Everything that is derived from a base font. A window has one, and asks for its letters hundreds of times per
/// painting.
struct Derived {
  QFont base;
  std::array<QFont, role_count> fonts;
  Metrics metrics;
};

Derived derived(const QFont& base) {
  Derived all{.base = base, .fonts = {}, .metrics = {}};
  for (std::size_t i = 0; i < role_count; ++i) all.fonts[i] = made(static_cast<TextRole>(i), base);
  const double scale = std::round(QFontMetricsF(base).height()) / base_height;
  const auto px = [scale](double length) { return static_cast<int>(std::lround(length * scale)); };
  all.metrics = {
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
  return all;
}

const Derived& derived_once(const QFont& base) {
  thread_local std::optional<Derived> last;
  if (!last || !(last->base == base)) last = derived(base);
  return *last;
}

}  // namespace

QFont font(TextRole role, const QFont& base) { return derived_once(base).fonts[static_cast<std::size_t>(role)]; }

int Metrics::px(double length) const { return static_cast<int>(std::lround(length * scale)); }

Metrics metrics(const QFont& base) { return derived_once(base).metrics; }

}  // namespace llmsize::gui
