// SPDX-License-Identifier: GPL-3.0-or-later
// One message over the lower edge of the page: what happened to a file, what could not be done. It stays until it is
// closed or replaced; nothing moves for it.
#pragma once

#include <QFrame>

#include <functional>

class QToolButton;

namespace llmsize::gui {

class LinkButton;
class Words;

class MessageBar : public QFrame {
  Q_OBJECT

 public:
  enum class Kind { note, trouble };
  /// Over the lower edge of its parent.
  explicit MessageBar(QWidget* parent);

  /// With a link where its words are given, which closes the bar and does something; notes without one go by themselves
  /// after some seconds.
  void say(Kind kind, const QString& message, const QString& action = {}, std::function<void()> does = {});
  QString message() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();

  Words* words_;
  LinkButton* action_;
  std::function<void()> does_;
  QToolButton* close_;
  Kind kind_ = Kind::note;
};

}  // namespace llmsize::gui
