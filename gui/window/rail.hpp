// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that the app answers, in groups; icons alone where the window is narrow.
#pragma once

#include <QWidget>

#include <vector>

class QAbstractButton;
class QLabel;

namespace llmsize::gui {

class Words;

class Rail : public QWidget {
  Q_OBJECT

 public:
  explicit Rail(QWidget* parent = nullptr);

  void set_page(const QString& page);
  void set_narrow(bool narrow);

 Q_SIGNALS:
  void chosen(const QString& page);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<QAbstractButton*> buttons_;
  std::vector<Words*> groups_;
  bool narrow_ = false;
};

}  // namespace llmsize::gui
