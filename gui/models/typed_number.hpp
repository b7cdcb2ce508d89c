// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people write them, between their locale and core, which knows only the point.
#pragma once

#include <QLocale>
#include <QString>

namespace llmsize::gui {

/// What was typed with the numbers in it as core reads them: "1,5 days" is "1.5 days" where the comma is the decimal
/// sign, "1,500" is "1500" where it is not. Groups have exactly three digits.
struct TypedNumber {
  QString text;
  QString trouble{};  ///< one sentence where a number could be another one, or none; then `text` is what was typed
};
TypedNumber typed_number(const QString& typed, const QLocale& locale = QLocale());

/// A bare number in the unit that stands beside its field; a text with a unit of its own as it is. Whoever writes out a
/// million means it, whatever multiple stands beside it.
QString in_unit(const QString& text, const QString& unit);

/// A text of core with its numbers as the locale writes them: where the comma is the decimal sign, "1,234.5 days" is
/// "1 234,5 days", with a thin space between thousands. Names keep their points: "Llama 3.1 70B".
QString legible(QString text, const QLocale& locale = QLocale());

}  // namespace llmsize::gui
