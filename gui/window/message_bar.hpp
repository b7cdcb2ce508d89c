// SPDX-License-Identifier: GPL-3.0-or-later
// One message above the page: what happened to a file, what could not be done. It stays until it is closed or replaced.
#pragma once

#include <QFrame>

class QToolButton;

namespace llmsize::gui {

class LinkButton;
class Words;

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { note, trouble };
  explicit MessageBar(QWidget* parent = nullptr);

  /// With an action where its words are given; notes go by themselves after some seconds.
  void say(Kind kind, const QString& message, const QString& action = {});
  QString message() const;

 Q_SIGNALS:
  void action_wanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Words* words_;
  LinkButton* action_;
  QToolButton* close_;
  Kind kind_ = Kind::note;
};

}  // namespace llmsize::gui
