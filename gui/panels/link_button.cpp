// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a link.
#include "gui/panels/link_button.hpp"

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>

namespace llmsize::gui {

LinkButton::LinkButton(const QString& words, QWidget* parent) : QAbstractButton(parent) {
  setText(words);
  setAccessibleName(words);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const {
  const QFontMetrics letters(gui::font(TextRole::strong));
  return {letters.horizontalAdvance(text()) + 2 * metrics().step, letters.height() + metrics().step};
}

void LinkButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasFocus()) {
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
  }
  QFont letters = gui::font(TextRole::strong);
  letters.setUnderline(underMouse());
  painter.setFont(letters);
  painter.setPen(isEnabled() ? tokens().accent : tokens().text3);
  painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace llmsize::gui
