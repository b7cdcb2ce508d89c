// SPDX-License-Identifier: GPL-3.0-or-later
// Dresses itself again when the theme changes.
#include "gui/panels/quiet_button.hpp"

#include <QEvent>

namespace llmsize::gui {

QuietButton::QuietButton(TextRole role, QColor Tokens::*colour, QWidget* parent) : QToolButton(parent), role_(role), colour_(colour) {
  setAutoRaise(true);
  setCursor(Qt::PointingHandCursor);
  dress();
}

void QuietButton::dress() {
  setFont(gui::font(role_));
  QPalette palette = this->palette();
  palette.setColor(QPalette::ButtonText, tokens().*colour_);
  palette.setColor(QPalette::Disabled, QPalette::ButtonText, tokens().text3);
  setPalette(palette);
}

void QuietButton::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::ApplicationFontChange) dress();
}

}  // namespace llmsize::gui
