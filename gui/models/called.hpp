// SPDX-License-Identifier: GPL-3.0-or-later
// What a thing is called, and how well typed words fit that.
#pragma once

#include <QStringList>

namespace llmsize::gui {

/// Words and numbers in small letters: "Peak FP8, dense" is peak, fp8, dense.
QStringList words_of(const QString& text);
/// A name as people type it: in small letters, without the dashes of an option, "tensor-parallel" with a blank.
QString plain(const QString& name);
bool has_letter(const QString& text);

class Called {
 public:
  /// How words fit: the whole title or a name, the title begins with them, it has them all, names have them, further
  /// details have them.
  enum class Fit { whole, begins, title, names, details, none };

  Called() = default;
  /// `names`: ids, options, symbols, abbreviations.
  Called(const QString& title, const QStringList& names, const QString& details = {});

  /// Every word typed has to begin a word of it.
  Fit fit(const QString& typed) const;

 private:
  QString title_;
  QStringList names_;
  QStringList title_words_, name_words_, detail_words_;
};

}  // namespace llmsize::gui
