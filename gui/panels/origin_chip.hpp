// SPDX-License-Identifier: GPL-3.0-or-later
// The letter that tells where a value comes from. A click tells the source and offers to reset.
#pragma once

#include <QAbstractButton>

namespace llmsize::gui {

/// Letters with a frame: Y, P, S, M, D. Others stand alone: = and A.
void paint_chip(QPainter& painter, const QRectF& square, const QString& letter);

class OriginChip : public QAbstractButton {
  Q_OBJECT

 public:
  explicit OriginChip(QWidget* parent = nullptr);

  struct Said {
    QString letter, origin, source;
    bool can_reset = false;
    bool can_explain = false;
    bool operator==(const Said&) const = default;
  };
  void set(const QString& label, const Said& said);
  QSize sizeHint() const override;

 Q_SIGNALS:
  void reset();
  void explain();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void show_menu();

  Said said_;
};

}  // namespace llmsize::gui
