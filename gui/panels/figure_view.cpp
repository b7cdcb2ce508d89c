// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a figure.
#include "gui/panels/figure_view.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/theme/line_breaks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {
namespace {

QString told(const std::string& text) { return legible(to_qt(text)); }
/// Rounded up: text is cut where a fraction of a pixel is missing.
int width_of(TextRole role, const QString& text) {
  return static_cast<int>(std::ceil(QFontMetricsF(gui::font(role)).horizontalAdvance(text)));
}
/// How wide a text is in two lines.
int width_in_two(TextRole role, const QString& text) {
  int least = width_of(role, text);
  for (qsizetype at = text.indexOf(u' '); at >= 0; at = text.indexOf(u' ', at + 1))
    least = std::min(least, std::max(width_of(role, text.left(at)), width_of(role, text.mid(at + 1))));
  return least;
}
int height_of(TextRole role) { return QFontMetrics(gui::font(role)).height(); }

}  // namespace

FigureView::FigureView(QWidget* parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void FigureView::show_figure(const Figure& figure) {
  if (figure == figure_) return;
  const QSize before = sizeHint();
  figure_ = figure;
  measured_.reset();
  const bool explains = !figure.source.name.empty();
  setEnabled(explains);
  setCursor(explains ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setAccessibleName(tr("%1: %2 %3").arg(told(figure.label), told(figure.value), told(figure.unit)).trimmed());
  setAccessibleDescription(told(figure.qualifier));
  setToolTip(
      explains ? tr("%1. Click to see its formula and sources.").arg(told(figure.qualifier)) : told(figure.qualifier));
  if (sizeHint() != before) updateGeometry();
  update();
}

void FigureView::set_explained(bool explained) {
  if (explained == explained_) return;
  explained_ = explained;
  update();
}

void FigureView::set_lines(int lines) {
  if (lines == lines_) return;
  lines_ = lines;
  updateGeometry();
  update();
}

/// In one line, or broken into two; the second as long as it is.
QStringList FigureView::qualifier_in(int room) const {
  const QString text = glued(told(figure_.qualifier));
  QTextLayout layout(text, gui::font(TextRole::label));
  layout.beginLayout();
  QTextLine line = layout.createLine();
  if (line.isValid()) line.setLineWidth(room);
  layout.endLayout();
  const int end = line.isValid() ? line.textLength() : 0;
  if (lines_ == 1 || end >= text.size()) return {text};
  return {text.left(end).trimmed(), text.mid(end).trimmed()};
}

int FigureView::mark_width() const { return figure_.marked ? metrics().px(18) : 0; }

const FigureView::Measured& FigureView::measured() const {
  const QFont base = QGuiApplication::font();
  if (measured_ && measured_->base == base) return *measured_;
  const Metrics m = metrics();
  const QString qualifier = told(figure_.qualifier);
  const int value = mark_width() + width_of(TextRole::figure, told(figure_.value)) +
                    (figure_.unit.empty() ? 0 : m.px(6) + width_of(TextRole::unit, told(figure_.unit)));
  const int words = width_in_two(TextRole::label, glued(qualifier)), beside = 2 * m.px(12);
  measured_ = {
      base, std::max({value, width_of(TextRole::label, told(figure_.label)), words}) + beside,
      width_of(TextRole::label, qualifier) + beside};
  return *measured_;
}

QSize FigureView::sizeHint() const {
  return {
      std::max(needed(), measured().qualifier),
      height_of(TextRole::label) * (1 + lines_) + height_of(TextRole::figure) + metrics().px(14)};
}

int FigureView::needed() const { return measured().needed; }

QSize FigureView::minimumSizeHint() const { return {metrics().px(40), sizeHint().height()}; }

void FigureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Metrics m = metrics();
  const Tokens& colours = tokens();
  const QRectF frame = QRectF(rect()).adjusted(1, 1, -1, -1);
  if (explained_ || hasFocus()) {
    painter.setPen(QPen(colours.accent, hasFocus() ? 2 : 1));
    painter.setBrush(explained_ ? QBrush(colours.accent_soft) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(frame, m.px(5), m.px(5));
  }
  const int left = m.px(12), room = width() - 2 * left;
  elided_ = false;
  const auto line = [&](TextRole role, const QColor& colour, const QString& text, int x, int baseline, int wide) {
    painter.setFont(gui::font(role));
    painter.setPen(colour);
    const QString cut = painter.fontMetrics().elidedText(text, Qt::ElideRight, wide);
    elided_ = elided_ || cut != text;
    painter.drawText(x, baseline, cut);
    return painter.fontMetrics().horizontalAdvance(cut);
  };
  const QFontMetrics small(gui::font(TextRole::label)), large(gui::font(TextRole::figure));
  int y = m.px(5) + small.ascent();
  line(TextRole::label, colours.text2, told(figure_.label), left, y, room);
  y += small.descent() + m.px(1) + large.ascent();
  int x = left;
  if (figure_.marked) {
    const double side = m.px(9);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour_of(scene::colour(figure_.hue)));
    painter.drawRoundedRect(QRectF(x, y - side - m.px(3), side, side), 2, 2);
    x += mark_width();
  }
  const int value_left = x;
  x += line(TextRole::figure, colours.text, told(figure_.value), x, y, width() - left - x);
  if (!figure_.unit.empty()) {
    x += m.px(6);
    x += line(TextRole::unit, colours.text2, told(figure_.unit), x, y, width() - x - m.px(4));
  }
  if (underMouse() && isEnabled()) {
    painter.setPen(QPen(colours.accent, 1.2, Qt::DotLine));
    painter.drawLine(value_left, y + m.px(4), x, y + m.px(4));
  }
  y += large.descent() + small.ascent();
  for (const QString& words : qualifier_in(room)) {
    line(TextRole::label, colours.text2, words, left, y, room);
    y += small.height();
  }
}

void FigureView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

}  // namespace llmsize::gui
