// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/hover.hpp"

#include <QFontMetricsF>

#include <algorithm>

namespace llmsize::gui {

namespace {

/// A box beside the cursor that stays inside the area.
QRectF beside(QPointF cursor, QSizeF size, const QRectF& area) {
  constexpr double away = 14;
  double x = cursor.x() + away, y = cursor.y() - away - size.height();
  if (x + size.width() > area.right()) x = cursor.x() - away - size.width();
  if (y < area.top()) y = cursor.y() + away;
  x = std::clamp(x, area.left(), std::max(area.left(), area.right() - size.width()));
  y = std::clamp(y, area.top(), std::max(area.top(), area.bottom() - size.height()));
  return {QPointF(x, y), size};
}

void paint_box(QPainter& painter, const Style& style, const QRectF& box) {
  painter.setPen(QPen(style.tokens->control, 1));
  painter.setBrush(style.tokens->surface);
  painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setBrush(Qt::NoBrush);
}

}  // namespace

void paint_crosshair(QPainter& painter, const Style& style, double pixel, const QRectF& frame) {
  painter.setPen(QPen(style.tokens->control, 1));
  painter.drawLine(QPointF(pixel, frame.top()), QPointF(pixel, frame.bottom()));
}

void paint_readings(
    QPainter& painter, const Style& style, const Readings& readings, const QRectF& frame, QPointF cursor,
    const QRectF& area) {
  paint_crosshair(painter, style, readings.pixel, frame);
  std::vector<PaintedLabel> labels;
  Ink ink(painter, style, labels);
  const double line = ink.size(QStringLiteral("0"), TextRole::label).height(), padding = ink.px(8);
  double names = 0, values = 0;
  for (const auto& reading : readings.values) {
    names = std::max(names, ink.size(reading.series, TextRole::label).width());
    values = std::max(values, ink.size(reading.value, TextRole::label_strong).width());
  }
  const double marks = ink.px(14), apart = names > 0 ? ink.px(12) : 0;
  const double width = std::max(marks + names + apart + values, ink.size(readings.title, TextRole::label).width());
  const QSizeF size(width + 2 * padding, line * static_cast<double>(readings.values.size() + 1) + 2 * padding);
  const QRectF box = beside(cursor, size, area);
  paint_box(painter, style, box);
  QRectF row(box.left() + padding, box.top() + padding, width, line);
  ink.text(row, Qt::AlignVCenter, readings.title, TextRole::label, style.tokens->text2, "hover");
  for (const auto& reading : readings.values) {
    row.translate(0, line);
    painter.fillRect(QRectF(row.left(), row.center().y() - ink.px(1.5), ink.px(9), ink.px(3)), reading.colour);
    ink.text(
        row.adjusted(marks, 0, 0, 0), Qt::AlignVCenter, reading.series, TextRole::label, style.tokens->text2, "hover");
    ink.text(
        row, Qt::AlignRight | Qt::AlignVCenter, reading.value, TextRole::label_strong, style.tokens->text, "hover");
  }
}

void paint_note(QPainter& painter, const Style& style, const QString& words, QPointF cursor, const QRectF& area) {
  if (words.isEmpty()) return;
  std::vector<PaintedLabel> labels;
  Ink ink(painter, style, labels);
  const double padding = ink.px(8);
  const QSizeF text = ink.size(words, TextRole::label);
  const double width = std::min(text.width(), area.width() - 2 * padding);
  const QRectF box = beside(cursor, {width + 2 * padding, text.height() + padding}, area);
  paint_box(painter, style, box);
  ink.text(
      box.adjusted(padding, 0, -padding, 0), Qt::AlignVCenter, words, TextRole::label, style.tokens->text, "hover");
}

void paint_choice(QPainter& painter, const Style& style, const Sample& sample, const QRectF& area) {
  const QRectF frame = sample.box.adjusted(-3, -3, 3, 3).intersected(area.adjusted(1, 1, -1, -1));
  painter.setPen(QPen(style.tokens->accent, 2));
  painter.drawRoundedRect(frame, 3, 3);
  if (!sample.applies) paint_note(painter, style, sample.words, QPointF(sample.box.right(), sample.box.top()), area);
}

void paint_brush(QPainter& painter, const Style& style, const QRectF& area) {
  constexpr float seen_through = 0.12f;
  QColor ground = style.tokens->accent;
  ground.setAlphaF(seen_through);
  painter.setPen(QPen(style.tokens->accent, 1));
  painter.setBrush(ground);
  painter.drawRect(area);
  painter.setBrush(Qt::NoBrush);
}

void paint_focus(QPainter& painter, const Style& style, const QRectF& area) {
  painter.setPen(QPen(style.tokens->accent, 2));
  painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4);
}

}  // namespace llmsize::gui
