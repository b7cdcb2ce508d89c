// SPDX-License-Identifier: GPL-3.0-or-later
// Tells widgets that they wear the colours and letters of a moment ago.
//
// Qt tells only windows of a new palette or font of the application; what lies in them hears of it later, of its own
// palette and font, and where it has set those itself not at all. So whoever takes colours, fonts or lengths from the
// theme does it in a function that runs once at the start and again with each change.
#pragma once

#include <QObject>

namespace llmsize::gui {

class Looks : public QObject {
  Q_OBJECT

 public:
  static Looks& now();
  /// Palette and font of the application are new and set: everybody dresses, is laid out and painted again.
  void tell();

 Q_SIGNALS:
  void changed();
};

/// Dresses a widget at once, and again after each change of theme or zoom for as long as it lives.
template <class Dress>
void follow_looks(QObject* widget, Dress dress) {
  dress();
  QObject::connect(&Looks::now(), &Looks::changed, widget, dress);
}

}  // namespace llmsize::gui
