// SPDX-License-Identifier: GPL-3.0-or-later
// What is being searched, in the lower left corner of what it is about: it lies over the page, so that nothing moves.
#pragma once

#include <QFrame>

namespace llmsize::gui {

class Words;

class SearchedNote : public QFrame {
  Q_OBJECT

 public:
  explicit SearchedNote(QWidget* over);

  /// Empty: nothing is searched.
  void set_words(const QString& words);
  /// Quick answers do without it: it is seen while somebody waits.
  void set_awaited(bool awaited);
  QString words() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();

  Words* words_;
  bool awaited_ = false;
};

}  // namespace llmsize::gui
