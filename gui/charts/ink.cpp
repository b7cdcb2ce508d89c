// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ink.hpp"

#include "gui/models/typed_number.hpp"

#include <QCache>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPolygonF>

#include <cmath>

namespace llmsize::gui {

namespace {

constexpr double halo_width = 3.5;

struct Halo {
  QImage picture;
  QPointF place;  ///< of its corner, from the base line's beginning
};

/// The ground around letters as a picture. Most words stand on many paintings one after another: outlines are widened
/// once for all.
const Halo& halo_of(const QString& text, const QFont& font, const QColor& colour, double width, double ratio) {
  constexpr int most_pixels = 4'000'000;
  static QCache<QString, Halo> known(most_pixels);
  const QString key = QStringLiteral("%1|%2|%3|%4|%5").arg(font.key(), colour.name()).arg(width).arg(ratio).arg(text);
  if (const Halo* found = known.object(key)) return *found;
  QPainterPath path;
  path.addText({}, font, text);
  const QRectF box = path.boundingRect().adjusted(-width, -width, width, width);
  const QPointF place(std::floor(box.left()), std::floor(box.top()));
  auto halo = std::make_unique<Halo>(Halo{
      QImage(
          (QSizeF(box.right() - place.x(), box.bottom() - place.y()) * ratio).toSize(),
          QImage::Format_ARGB32_Premultiplied),
      place});
  halo->picture.setDevicePixelRatio(ratio);
  halo->picture.fill(Qt::transparent);
  QPainter painter(&halo->picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(-place);
  painter.strokePath(path, QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.end();
  const Halo* made = halo.get();
  const int pixels = std::min(most_pixels, made->picture.width() * made->picture.height());
  known.insert(key, halo.release(), pixels);
  return *made;
}

}  // namespace

QString text_of(const std::string& text) { return legible(QString::fromStdString(text)); }

Style screen_style(const QFont& base) { return {.tokens = &tokens(), .base = base, .metrics = metrics(base)}; }

Ink::Ink(QPainter& painter, const Style& style, std::vector<PaintedLabel>& labels)
    : painter_(painter), style_(style), labels_(labels) {
  painter_.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
}

QSizeF Ink::size(const QString& text, TextRole role) const {
  const QFontMetricsF letters(font(role, style_.base));
  return {letters.horizontalAdvance(text), letters.height()};
}

QString Ink::elided(const QString& text, TextRole role, double width) const {
  return QFontMetricsF(font(role, style_.base)).elidedText(text, Qt::ElideRight, width + 0.5);
}

QRectF Ink::text(
    const QRectF& box, Qt::Alignment alignment, const QString& text, TextRole role, const QColor& colour,
    const char* name, bool halo) {
  const QFont face = font(role, style_.base);
  const QFontMetricsF letters(face);
  const QString shown = letters.elidedText(text, Qt::ElideRight, box.width() + 0.5);
  if (shown.isEmpty()) return {};
  const double width = letters.horizontalAdvance(shown);
  const double x = alignment & Qt::AlignRight     ? box.right() - width
                   : alignment & Qt::AlignHCenter ? box.center().x() - width / 2
                                                  : box.left();
  const double top = alignment & Qt::AlignBottom ? box.bottom() - letters.height()
                     : alignment & Qt::AlignTop  ? box.top()
                                                 : box.center().y() - letters.height() / 2;
  const QPointF baseline(x, std::round(top + letters.ascent()));
  this->letters(baseline, shown, face, colour, halo);
  const QRectF painted = letters.tightBoundingRect(shown).translated(baseline);
  labels_.push_back({painted, shown, QString::fromLatin1(name)});
  return {x, top, width, letters.height()};
}

void Ink::letters(QPointF baseline, const QString& text, const QFont& font, const QColor& colour, bool halo) {
  const bool pixels = painter_.paintEngine()->type() == QPaintEngine::Raster && !style_.outlines;
  if (halo && pixels) {
    const double ratio = painter_.device()->devicePixelRatio();
    const Halo& ground = halo_of(text, font, tokens().surface, px(halo_width), ratio);
    // On whole pixels, so that nothing is interpolated.
    const QPointF corner = (baseline + ground.place) * ratio;
    painter_.drawImage(QPointF(std::round(corner.x()), std::round(corner.y())) / ratio, ground.picture);
  }
  QPainterPath path;
  if (style_.outlines || (halo && !pixels)) path.addText(baseline, font, text);
  if (halo && !pixels)
    painter_.strokePath(path, QPen(tokens().surface, px(halo_width), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  if (style_.outlines) {
    painter_.fillPath(path, colour);
    return;
  }
  painter_.setFont(font);
  painter_.setPen(colour);
  painter_.drawText(baseline, text);
}

void Ink::part(const QRectF& box, Hue hue, Fill fill) {
  const QColor full = colour(hue, tokens());
  if (fill == Fill::solid) {
    painter_.fillRect(box, full);
    return;
  }
  painter_.fillRect(box, tint(hue, tokens()));
  if (fill == Fill::hatch) hatch(box, full);
  const double half = px(1) / 2;
  painter_.setPen(QPen(full, px(1)));
  painter_.setBrush(Qt::NoBrush);
  if (box.width() > 2 * half) painter_.drawRect(box.adjusted(half, half, -half, -half));
}

void Ink::hatch(const QRectF& box, const QColor& colour) {
  painter_.save();
  painter_.setClipRect(box, Qt::IntersectClip);
  painter_.setPen(QPen(colour, px(1.2)));
  for (double x = box.left() - box.height(); x < box.right(); x += px(5))
    painter_.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
  painter_.restore();
}

void Ink::line(QPointF from, QPointF to, const QColor& colour, double width, Qt::PenStyle style) {
  painter_.setPen(QPen(colour, px(width), style, Qt::FlatCap));
  painter_.drawLine(from, to);
}

void Ink::dashed(QPointF from, QPointF to, const QColor& colour) {
  QPen pen(colour, px(1.5), Qt::CustomDashLine, Qt::FlatCap);
  pen.setDashPattern({4, 3});
  painter_.setPen(pen);
  painter_.drawLine(from, to);
}

void Ink::mark(QPointF at, double radius, Hue hue, const QColor& fill, const QColor& outline) {
  painter_.setPen(outline.isValid() ? QPen(outline, px(1.8)) : QPen(Qt::NoPen));
  painter_.setBrush(fill);
  const double r = radius;
  switch (hue) {
    case Hue::cpu: painter_.drawRect(QRectF(at.x() - r * 0.9, at.y() - r * 0.9, 1.8 * r, 1.8 * r)); break;
    case Hue::nvme:
    case Hue::network:
      painter_.drawPolygon(
          QPolygonF({at + QPointF(0, -1.1 * r), at + QPointF(1.1 * r, 0.9 * r), at + QPointF(-1.1 * r, 0.9 * r)}));
      break;
    case Hue::shared:
      painter_.drawPolygon(QPolygonF(
          {at + QPointF(0, -1.2 * r), at + QPointF(1.2 * r, 0), at + QPointF(0, 1.2 * r), at + QPointF(-1.2 * r, 0)}));
      break;
    default: painter_.drawEllipse(at, r, r);
  }
  painter_.setBrush(Qt::NoBrush);
}

}  // namespace llmsize::gui
