// SPDX-License-Identifier: GPL-3.0-or-later
// Words that do something: in the colour of links, or quieter. One that can be checked stands on a ground of its own
// while it is.
#pragma once

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QAbstractButton>

namespace llmsize::gui {

class LinkButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LinkButton(const QString& words, QWidget* parent = nullptr);
  LinkButton(TextRole role, QColor Tokens::*colour, QWidget* parent = nullptr);
  /// Names the button alike for those who do not see it.
  void set_words(const QString& words);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  /// Enter follows a link, as the space bar does.
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  TextRole role_;
  QColor Tokens::*colour_;
};

}  // namespace llmsize::gui
