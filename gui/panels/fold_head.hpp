// SPDX-License-Identifier: GPL-3.0-or-later
// A line that opens and closes what stands below it: an arrow, a title, and on its right what is in it.
#pragma once

#include <QAbstractButton>

namespace llmsize::gui {

class FoldHead : public QAbstractButton {
  Q_OBJECT

 public:
  explicit FoldHead(QWidget* parent = nullptr);

  void set_title(const QString& title);
  /// Shown while it is closed; also while it is open where it `stays`.
  void set_summary(const QString& summary, bool stays = false);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString summary_;
  bool stays_ = false;
};

}  // namespace llmsize::gui
