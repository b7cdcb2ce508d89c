// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/looks.hpp"

#include <QApplication>
#include <QWidget>

namespace llmsize::gui {

Looks& Looks::now() {
  static Looks looks;
  return looks;
}

void Looks::tell() {
  // What Qt has queued comes first: whoever dresses asks for inherited fonts and palettes.
  QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationPaletteChange);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationFontChange);
  Q_EMIT changed();
  for (QWidget* widget : QApplication::allWidgets()) {
    widget->updateGeometry();
    widget->update();
  }
}

}  // namespace llmsize::gui
