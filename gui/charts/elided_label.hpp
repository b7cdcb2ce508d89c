// SPDX-License-Identifier: GPL-3.0-or-later
// Text in one line, two where one is too short; what is longer still ends in … and tells all of it as tooltip.
#pragma once

#include "gui/theme/metrics.hpp"

#include <QStringList>
#include <QWidget>

namespace llmsize::gui {

class ElidedLabel : public QWidget {
  Q_OBJECT
 public:
  /// `quiet`: in text 3 instead of text.
  explicit ElidedLabel(TextRole role, bool quiet = false, QWidget* parent = nullptr);

  void set_text(const QString& text);
  QString text() const { return text_; }
  /// Whether the last painting had to shorten it.
  bool elided() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  /// The text broken for a width, the last line as long as it is: for the last width it is kept.
  const QStringList& broken(int width) const;

  TextRole role_;
  bool quiet_;
  QString text_;
  struct Broken {
    int width = -1;
    QFont font{};
    QStringList lines{};
  };
  mutable Broken broken_;
};

}  // namespace llmsize::gui
