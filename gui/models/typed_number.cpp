// SPDX-License-Identifier: GPL-3.0-or-later
// Each number is read in every way that its signs allow; one that can be read in two is refused.
#include "gui/models/typed_number.hpp"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace llmsize::gui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("llmsize::gui::TypedNumber", text); }

/// Digits in groups of three, the first without a zero in front; or digits alone.
QString whole(const QString& group) { return QStringLiteral("(?:[1-9]\\d{0,2}(?:%1\\d{3})+|\\d*)").arg(group); }

/// The number with a point, empty where its signs do not stand as they should.
QString read(const QString& number, const QString& point, const QString& groups) {
  for (const QString& group : {groups, QStringLiteral("[ \\x{00a0}\\x{202f}'\u2019]")}) {
    const QRegularExpression form(QStringLiteral("^(%1)(?:%2(\\d+))?$").arg(whole(group), point));
    const auto match = form.match(number);
    if (!match.hasMatch()) continue;
    QString digits = match.captured(1);
    digits.remove(QRegularExpression(QStringLiteral("\\D")));
    const QString fraction = match.captured(2);
    if (fraction.isEmpty()) return digits;
    return (digits.isEmpty() ? QStringLiteral("0") : digits) + u'.' + fraction;
  }
  return {};
}

bool is_bare(const QString& text) {
  return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
    return c.isDigit() || c == QLatin1Char('.') || c == QLatin1Char('+') || c == QLatin1Char('-');
  });
}

bool has_decimal_comma(const QLocale& locale) { return locale.decimalPoint() == QLatin1String(","); }

/// A fraction that is no thousands: "1,5" for "1.500", "1,2340" for "1.234".
QString with_comma(QString number) {
  while (number.endsWith(u'0')) number.chop(1);
  const auto point = number.indexOf(u'.');
  constexpr qsizetype group = 3;
  if (number.size() - point - 1 == group) number += u'0';
  return number.replace(u'.', u',');
}

/// One number; a trouble where it is none or two.
TypedNumber one_number(const QString& number, const QLocale& locale) {
  const QString english = read(number, QStringLiteral("\\."), QStringLiteral(",")),
                continental = read(number, QStringLiteral(","), QStringLiteral("\\."));
  if (!has_decimal_comma(locale)) {
    if (!english.isEmpty()) return {english};
    if (!continental.isEmpty())
      return {
          number, tr("Invalid number %1: write %2 with a decimal point. A comma separates thousands, e.g. 1,500.")
                      .arg(number, continental)};
  } else {
    if (!english.isEmpty() && !continental.isEmpty() && english != continental)
      return {
          number, tr("Ambiguous number %1: write %2 or %3.")
                      .arg(
                          number, english.contains(u'.') ? continental : english,
                          with_comma(english.contains(u'.') ? english : continental))};
    if (!english.isEmpty()) return {english};
    if (!continental.isEmpty()) return {continental};
  }
  return {number, tr("Invalid number %1: separators must be between thousands.").arg(number)};
}

}  // namespace

TypedNumber typed_number(const QString& typed, const QLocale& locale) {
  static const QRegularExpression number(
      QStringLiteral("[.,]?\\d(?:[\\d.,'\u2019]|[ \\x{00a0}\\x{202f}](?=\\d))*(?<![.,'\u2019])"));
  QString text;
  qsizetype end = 0;
  for (auto found = number.globalMatch(typed); found.hasNext();) {
    const auto match = found.next();
    const TypedNumber one = one_number(match.captured(), locale);
    if (!one.trouble.isEmpty()) return {typed, one.trouble};
    text += typed.mid(end, match.capturedStart() - end) + one.text;
    end = match.capturedEnd();
  }
  return {text + typed.mid(end)};
}

QString in_unit(const QString& text, const QString& unit) {
  constexpr double written_out = 1e6;
  if (unit.isEmpty() || !is_bare(text)) return text;
  return unit.size() == 1 && text.toDouble() >= written_out ? text : text + u' ' + unit;
}

QString legible(QString text, const QLocale& locale) {
  if (!has_decimal_comma(locale)) return text;
  static const QRegularExpression group(QStringLiteral("(?<=\\d),(?=\\d{3}(?!\\d))"));
  text.replace(group, QStringLiteral("\u202f"));
  // A point within a name stays: "Llama 3.1 70B", "DeepSeek-V3.2", "0.1.0", "--margin 0.9". A name is a word with a
  // capital letter, unless a unit follows the number: "MFU 0.5", but "GPU memory 68.0 GiB".
  static const QRegularExpression decimal(QStringLiteral("(?<![\\w.\\-])(\\d[\\d\\x{202f}]*)\\.(\\d+)(?![\\d.])"));
  static const QRegularExpression named(QStringLiteral("(?:^|\\s)(?:--\\S+|[A-Z][A-Za-z]*[a-z][A-Za-z]*|PCIe) $"));
  static const QRegularExpression united(QStringLiteral("^[ \\x{00a0}]?(?:[a-zµ%×–]|[kKMGTPE]i?[BbWFJ]|[MBTWJ]\\b)"));
  QString out;
  qsizetype end = 0;
  for (auto found = decimal.globalMatch(text); found.hasNext();) {
    const auto match = found.next();
    out += text.mid(end, match.capturedStart() - end);
    const bool has_unit = united.match(text.mid(match.capturedEnd(), 4)).hasMatch();
    const bool in_name = named.match(text.left(match.capturedStart())).hasMatch();
    out += in_name && !has_unit ? match.captured() : match.captured(1) + u',' + match.captured(2);
    end = match.capturedEnd();
  }
  return out + text.mid(end);
}

}  // namespace llmsize::gui
