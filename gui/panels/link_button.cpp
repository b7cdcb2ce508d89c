// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a link.
#include "gui/panels/link_button.hpp"

#include <QKeyEvent>
#include <QPainter>

namespace llmsize::gui {

LinkButton::LinkButton(const QString& words, QWidget* parent) : LinkButton(TextRole::strong, &Tokens::accent, parent) {
  set_words(words);
}

LinkButton::LinkButton(TextRole role, QColor Tokens::*colour, QWidget* parent)
    : QAbstractButton(parent), role_(role), colour_(colour) {
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void LinkButton::set_words(const QString& words) {
  setAccessibleName(words);
  if (words == text()) return;
  setText(words);
  updateGeometry();
}

QSize LinkButton::sizeHint() const {
  const QFontMetrics letters(gui::font(role_));
  return {letters.horizontalAdvance(text()) + 2 * metrics().step, letters.height() + 2 * metrics().step};
}

void LinkButton::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void LinkButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (isChecked()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens().accent_soft);
    painter.drawRoundedRect(rect(), 3, 3);
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
  }
  QFont letters = gui::font(role_);
  letters.setUnderline(underMouse() && isEnabled());
  painter.setFont(letters);
  painter.setPen(isEnabled() ? tokens().*colour_ : tokens().text3);
  painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace llmsize::gui
