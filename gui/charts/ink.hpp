// SPDX-License-Identifier: GPL-3.0-or-later
// The painter of charts: letters with a halo, hatches, swatches, and a list of every text that was painted.
#pragma once

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>
#include <QString>
#include <vector>

namespace llmsize::gui {

/// Colours and letters of one painting.
struct Style {
  const Tokens* tokens;
  QFont base;
  Metrics metrics;
  bool outlines = false;  ///< letters as outlines: for files that are read where the font is missing
};

/// The style of the screen at this moment.
Style screen_style(const QFont& base = QGuiApplication::font());

/// A text that was painted and what it is: "tick", "axis", "series", "limit", "mark", "callout", "row", "value",
/// "title".
struct PaintedLabel {
  QRectF box;
  QString text;
  QString role;
};

class Ink {
 public:
  Ink(QPainter& painter, const Style& style, std::vector<PaintedLabel>& labels);

  QPainter& painter() { return painter_; }
  const Style& style() const { return style_; }
  const Tokens& tokens() const { return *style_.tokens; }
  double px(double length) const { return style_.metrics.scale * length; }

  /// Size that a text will take.
  QSizeF size(const QString& text, TextRole role) const;
  QString elided(const QString& text, TextRole role, double width) const;

  /// Paints one line into the box and notes it under the name of its role; elided where it is too long. Nothing for
  /// empty text.
  QRectF text(
      const QRectF& box, Qt::Alignment alignment, const QString& text, TextRole role, const QColor& colour,
      const char* name, bool halo = false);

  /// A rectangle filled as a part of a hue.
  void part(const QRectF& box, Hue hue, Fill fill);
  void hatch(const QRectF& box, const QColor& colour);
  /// A line from edge to edge, `width` in pixels of the base.
  void line(QPointF from, QPointF to, const QColor& colour, double width = 1, Qt::PenStyle style = Qt::SolidLine);
  /// A limit: 1.5 wide, dashed 4-3.
  void dashed(QPointF from, QPointF to, const QColor& colour);
  /// The mark of a hue: circle, square, triangle, diamond.
  void mark(QPointF at, double radius, Hue hue, const QColor& fill, const QColor& outline);

 private:
  void letters(QPointF baseline, const QString& text, const QFont& font, const QColor& colour, bool halo);

  QPainter& painter_;
  const Style& style_;
  std::vector<PaintedLabel>& labels_;
};

QString text_of(const std::string& text);

}  // namespace llmsize::gui
