// SPDX-License-Identifier: GPL-3.0-or-later
// Words in the colour of links that do something.
#pragma once

#include <QAbstractButton>

namespace llmsize::gui {

class LinkButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LinkButton(const QString& words, QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace llmsize::gui
