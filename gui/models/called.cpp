// SPDX-License-Identifier: GPL-3.0-or-later
// Words are split once, when a thing is listed: each letter typed asks all things.
#include "gui/models/called.hpp"

#include <QRegularExpression>

#include <algorithm>

namespace llmsize::gui {

QStringList words_of(const QString& text) {
  static const QRegularExpression between(QStringLiteral("[^\\w]+|_"), QRegularExpression::UseUnicodePropertiesOption);
  return text.toLower().split(between, Qt::SkipEmptyParts);
}

QString plain(const QString& name) {
  QString text = name.trimmed().toLower();
  while (text.startsWith(u'-')) text.remove(0, 1);
  return text.replace(u'-', u' ').simplified();
}

bool has_letter(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar each) { return each.isLetter(); });
}

Called::Called(const QString& title, const QStringList& names, const QString& details)
    : title_(plain(title)), title_words_(words_of(title)), detail_words_(words_of(details)) {
  for (const QString& name : names) {
    names_ << plain(name);
    name_words_ += words_of(name);
  }
}

Called::Fit Called::fit(const QString& typed) const {
  const QString text = plain(typed);
  if (text == title_ || names_.contains(text)) return Fit::whole;
  if (title_.startsWith(text)) return Fit::begins;
  QStringList known;
  const QStringList words = words_of(typed);
  const std::pair<Fit, const QStringList*> parts[] = {
      {Fit::title, &title_words_}, {Fit::names, &name_words_}, {Fit::details, &detail_words_}};
  for (const auto& [fit, more] : parts) {
    known += *more;
    const bool all = std::all_of(words.begin(), words.end(), [&](const QString& word) {
      return std::any_of(known.begin(), known.end(), [&](const QString& one) { return one.startsWith(word); });
    });
    if (all) return fit;
  }
  return Fit::none;
}

}  // namespace llmsize::gui
