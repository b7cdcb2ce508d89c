// SPDX-License-Identifier: GPL-3.0-or-later
// A verdict as icon and words on a soft ground.
#pragma once

#include "core/document/page.hpp"

#include <QString>
#include <QWidget>

namespace llmsize::gui {

class VerdictChip : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictChip(QWidget* parent = nullptr);
  void show_verdict(Page::Verdict verdict, const QString& words);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Page::Verdict verdict_ = Page::Verdict::incomplete;
  QString words_;
};

}  // namespace llmsize::gui
