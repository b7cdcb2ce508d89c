// SPDX-License-Identifier: GPL-3.0-or-later
// Notes of the first start: bubbles that point at controls, one after the other.
#pragma once

#include <QFrame>
#include <QPainterPath>
#include <QPointer>

#include <vector>

namespace llmsize::gui {

class LinkButton;
class Words;

class CoachNotes : public QFrame {
  Q_OBJECT

 public:
  struct Note {
    QPointer<QWidget> target;
    QString text;
  };

  /// Notes whose target is not visible by then are left out.
  CoachNotes(std::vector<Note> notes, QWidget* window);

  /// Shows the first note. A click, Enter or Space goes on; Esc ends, and so does another page in front of the target.
  /// After the last one the widget deletes itself.
  void start();
  void next();
  void end();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();
  QPainterPath outline() const;

  std::vector<Note> notes_;
  std::size_t at_ = 0;
  Words* words_;
  LinkButton *on_, *skip_;
  double tip_ = 0;  ///< of the arrow, along the upper edge
};

}  // namespace llmsize::gui
