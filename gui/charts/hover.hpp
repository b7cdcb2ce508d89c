// SPDX-License-Identifier: GPL-3.0-or-later
// What appears over a chart while the cursor or the keys are on it.
#pragma once

#include "core/scene/readings.hpp"
#include "gui/charts/scene_painter.hpp"

namespace llmsize::gui {

/// A line at x and a box with the values of all series there.
void paint_readings(
    QPainter& painter, const Style& style, const scene::Readings& readings, const QRectF& frame, QPointF cursor,
    const QRectF& area);
/// A box with one sentence.
void paint_note(QPainter& painter, const Style& style, const std::string& words, QPointF cursor, const QRectF& area);
void paint_crosshair(QPainter& painter, const Style& style, double pixel, const QRectF& frame);
/// The sample chosen by keys: a frame and its words, unless it is a row that says them.
void paint_choice(
    QPainter& painter, const Style& style, const scene::Sample& sample, const std::string& words, const QRectF& area);
/// The area that is being brushed.
void paint_brush(QPainter& painter, const Style& style, const QRectF& area);
void paint_focus(QPainter& painter, const Style& style, const QRectF& area);

}  // namespace llmsize::gui
