// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/hover.hpp"

#include "core/scene/canvas.hpp"

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

using scene::Align;
using scene::Role;
namespace colours = scene::colours;

void add_ground(scene::Canvas& canvas, const QRectF& box) {
  constexpr double round = 4;
  canvas.fill(box_of(box), colours::surface, round);
  canvas.frame(box_of(box).grown(-0.5, -0.5), colours::control, 1, round);
}

}  // namespace

void paint_crosshair(QPainter& painter, const Style& style, double pixel, const QRectF& frame) {
  painter.setPen(QPen(style.tokens->control, 1));
  painter.drawLine(QPointF(pixel, frame.top()), QPointF(pixel, frame.bottom()));
}

void paint_readings(
    QPainter& painter, const Style& style, const scene::Readings& readings, const QRectF& frame, QPointF cursor,
    const QRectF& area) {
  paint_crosshair(painter, style, readings.pixel, frame);
  const auto letters = letters_of(style);
  scene::Canvas canvas(*letters);
  const double line = canvas.height(Role::label), padding = canvas.px(8);
  double names = 0, values = 0;
  for (const scene::Reading& reading : readings.values) {
    names = std::max(names, canvas.width(reading.series, Role::label));
    values = std::max(values, canvas.width(reading.value, Role::label_strong));
  }
  const double marks = canvas.px(14), apart = names > 0 ? canvas.px(12) : 0;
  const double width = std::max(marks + names + apart + values, canvas.width(readings.title, Role::label));
  const QSizeF size(width + 2 * padding, line * static_cast<double>(readings.values.size() + 1) + 2 * padding);
  const QRectF box = beside(cursor, size, area);
  add_ground(canvas, box);
  scene::Box row{box.left() + padding, box.top() + padding, width, line};
  canvas.text(row, Align::left, readings.title, Role::label, colours::text2);
  for (const scene::Reading& reading : readings.values) {
    row.top += line;
    canvas.fill({row.left, row.centre().y - canvas.px(1.5), canvas.px(9), canvas.px(3)}, scene::colour(reading.hue));
    canvas.text(
        {row.left + marks, row.top, width - marks, line}, Align::left, reading.series, Role::label, colours::text2);
    canvas.text(row, Align::right, reading.value, Role::label_strong, colours::text);
  }
  ScenePainter().paint(painter, canvas.scene(), style);
}

void paint_note(QPainter& painter, const Style& style, const std::string& words, QPointF cursor, const QRectF& area) {
  if (words.empty()) return;
  const auto letters = letters_of(style);
  scene::Canvas canvas(*letters);
  const double padding = canvas.px(8);
  const auto [wished, height] = canvas.size(words, Role::label);
  const double width = std::min(wished, area.width() - 2 * padding);
  const QRectF box = beside(cursor, {width + 2 * padding, height + padding}, area);
  add_ground(canvas, box);
  canvas.text(box_of(box).grown(-padding, 0), Align::left, words, Role::label, colours::text);
  ScenePainter().paint(painter, canvas.scene(), style);
}

void paint_choice(
    QPainter& painter, const Style& style, const scene::Sample& sample, const std::string& words, const QRectF& area) {
  const QRectF box = to_qt(sample.box);
  const QRectF frame = box.adjusted(-3, -3, 3, 3).intersected(area.adjusted(1, 1, -1, -1));
  painter.setPen(QPen(style.tokens->accent, 2));
  painter.drawRoundedRect(frame, 3, 3);
  if (!sample.applies) paint_note(painter, style, words, box.topRight(), area);
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
