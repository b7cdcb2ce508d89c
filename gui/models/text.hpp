// SPDX-License-Identifier: GPL-3.0-or-later
// Between the text of core, which is UTF-8, and that of Qt.
#pragma once

#include "core/quantity/unit.hpp"

#include <QString>

#include <string>
#include <string_view>

namespace llmsize::gui {

inline QString to_qt(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline std::string to_core(const QString& text) { return text.toStdString(); }

/// A number for people with its unit apart: {"24.6", "days"}. "–" where it is absent.
struct Shown {
  QString number, unit;
  QString together() const;
};
/// The word that stands for it where there is one.
Shown shown(double value, Unit unit, std::string_view word = {});

/// The same without zeros at the end of a fraction and without thousands separators: what a field holds while it is
/// edited. Reads back as the same value.
QString editable(double value, Unit unit);

/// The unit of a number of at most `most` that is not known yet, for a field to show and to read a bare number in;
/// empty where a number has none.
QString usual_unit(Unit unit, double most);

/// A message of core without the name of who gave the value, which the reader sees beside it, and with a capital
/// letter.
QString without_giver(std::string_view message);

}  // namespace llmsize::gui
