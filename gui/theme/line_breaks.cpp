// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/theme/line_breaks.hpp"

#include <QRegularExpression>

namespace llmsize::gui {

QString glued(const QString& sentence) {
  static const QRegularExpression before_unit(QStringLiteral(
      "(?<=\\d) "
      "(?=(?:%|×|/s|[nµm]?s|min|h|days?|years?|nodes?|GPUs?|[kMGTPE]?i?(?:B|b)(?:/s)?|bytes?|[kMGTPEZ]?FLOP(?:/s)?|"
      "[kM]?W|[kMG]?Wh|tokens(?:/s)?)(?![\\w]))"));
  static const QRegularExpression before_rate(QStringLiteral("(?<=\\w)/(?=s\\b)"));
  QString text = sentence;
  text.replace(before_unit, QString(QChar::Nbsp));
  text.replace(before_rate, QStringLiteral("\u2060/\u2060"));
  return text;
}

}  // namespace llmsize::gui
