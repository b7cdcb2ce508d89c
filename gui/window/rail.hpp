// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that the app answers, in groups; icons alone where the window is narrow.
#pragma once

#include "core/answer/views.hpp"

#include <QWidget>

#include <map>
#include <string_view>
#include <vector>

class QAbstractButton;
class QVBoxLayout;

namespace llmsize::gui {

class Words;

class Rail : public QWidget {
  Q_OBJECT

 public:
  explicit Rail(QWidget* parent = nullptr);

  /// Offers the pages that say something of such a scenario, and the one that is shown.
  void offer(Asked asked);
  void set_page(const QString& page);
  void set_narrow(bool narrow);

 Q_SIGNALS:
  void chosen(const QString& page);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void arrange();

  QVBoxLayout* column_;
  std::vector<QAbstractButton*> buttons_;
  std::map<std::string_view, Words*> groups_;
  Asked asked_ = Asked::training;
  QString page_;
  bool narrow_ = false;
};

}  // namespace llmsize::gui
