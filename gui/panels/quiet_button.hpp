// SPDX-License-Identifier: GPL-3.0-or-later
// A button that is only words, in a colour of the theme.
#pragma once

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QToolButton>

namespace llmsize::gui {

class QuietButton : public QToolButton {
  Q_OBJECT

 public:
  QuietButton(TextRole role, QColor Tokens::*colour, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void dress();

  TextRole role_;
  QColor Tokens::*colour_;
};

}  // namespace llmsize::gui
