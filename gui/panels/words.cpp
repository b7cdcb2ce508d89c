// SPDX-License-Identifier: GPL-3.0-or-later
// Paints one line itself to end it in an ellipsis.
#include "gui/panels/words.hpp"

#include "gui/theme/looks.hpp"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace llmsize::gui {

Words::Words(TextRole role, QColor Tokens::*colour, Lines lines, QWidget* parent)
    : QLabel(parent), role_(role), colour_(colour), lines_(lines) {
  setWordWrap(lines == Lines::many);
  if (lines == Lines::many) setTextFormat(Qt::PlainText);
  follow_looks(this, [this] { dress(); });
}

void Words::set_colour(QColor Tokens::*colour) {
  if (colour == colour_) return;
  colour_ = colour;
  dress();
}

void Words::dress() {
  setFont(gui::font(role_));
  QPalette palette;
  palette.setColor(QPalette::WindowText, tokens().*colour_);
  setPalette(palette);
}

QSize Words::minimumSizeHint() const {
  return lines_ == Lines::one ? QSize(fontMetrics().averageCharWidth() * 2, fontMetrics().height())
                              : QLabel::minimumSizeHint();
}

int Words::heightForWidth(int width) const {
  if (text() != heights_.text || font() != heights_.font || contentsMargins() != heights_.margins)
    heights_ = {text(), font(), contentsMargins(), {}};
  const auto known = heights_.by_width.constFind(width);
  if (known != heights_.by_width.constEnd()) return *known;
  return *heights_.by_width.insert(width, QLabel::heightForWidth(width));
}

bool Words::is_cut() const {
  return lines_ == Lines::one && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

void Words::paintEvent(QPaintEvent* event) {
  if (!is_cut()) return QLabel::paintEvent(event);
  QPainter painter(this);
  painter.setPen(palette().color(QPalette::WindowText));
  painter.drawText(
      contentsRect(), static_cast<int>(alignment()),
      fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

bool Words::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && is_cut()) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
  }
  return QLabel::event(event);
}

}  // namespace llmsize::gui
