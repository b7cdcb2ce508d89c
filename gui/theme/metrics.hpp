// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and weights of letters, and lengths that grow with them.
#pragma once

#include <QFont>
#include <QGuiApplication>

namespace llmsize::gui {

/// What letters are for. Sizes in the app's base of 13: figure 26, unit 14, title 14, body 13, label 12, tick 11,
/// series 12.
enum class TextRole { figure, unit, title, body, strong, label, label_strong, tick, series };

/// The font of a role, as large as the base font asks. Sizes are in pixels, so that pictures for files come out the
/// same.
QFont font(TextRole role, const QFont& base = QGuiApplication::font());

/// Lengths in device-independent pixels for a base font.
struct Metrics {
  double scale;  ///< 1 for the base of 13 pixels
  int padding;   ///< inside a card, left and right
  int step;      ///< 4; twice that is the usual distance
  int gap;       ///< between cards
  int radius;    ///< corners of a card
  int row;       ///< of inputs and lists
  int field;     ///< height of a field
  int table_row, table_header;
  int icon;
  int card_height;  ///< a card is never lower

  /// A length of the base of 13 at this scale, rounded.
  int px(double length) const;
};

Metrics metrics(const QFont& base = QGuiApplication::font());

}  // namespace llmsize::gui
