// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/fold_head.hpp"

#include "gui/theme/icons.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>

namespace llmsize::gui {

FoldHead::FoldHead(QWidget* parent) : QAbstractButton(parent) {
  setCheckable(true);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
}

void FoldHead::set_title(const QString& title) {
  setText(title);
  setAccessibleName(title);
}

void FoldHead::set_summary(const QString& summary, bool stays) {
  stays_ = stays;
  if (summary == summary_) return;
  summary_ = summary;
  update();
}

QSize FoldHead::sizeHint() const { return {metrics().px(200), metrics().px(34)}; }

void FoldHead::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Metrics size = metrics();
  const int arrow = size.px(14);
  const QPointF centre(size.px(11) + arrow / 2.0, height() / 2.0);
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.translate(centre);
  painter.rotate(isChecked() ? 0 : -90);
  painter.drawPixmap(
      QPointF(-arrow / 2.0, -arrow / 2.0), pixmap(Icon::chevron, arrow, devicePixelRatioF(), tokens().text2));
  painter.restore();
  const QRect room = rect().adjusted(size.px(28), 0, -size.px(12), 0);
  const QFont title = gui::font(TextRole::label_strong);
  painter.setFont(title);
  painter.setPen(tokens().text);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text());
  if ((stays_ || !isChecked()) && !summary_.isEmpty()) {
    const QFont quiet = gui::font(TextRole::tick);
    const int left = room.width() - QFontMetrics(title).horizontalAdvance(text()) - size.px(12);
    painter.setFont(quiet);
    painter.setPen(tokens().text3);
    painter.drawText(
        room, Qt::AlignRight | Qt::AlignVCenter, QFontMetrics(quiet).elidedText(summary_, Qt::ElideRight, left));
  }
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().accent, 2));
  painter.drawRoundedRect(QRectF(rect()).adjusted(5, 4, -5, -4), 5, 5);
}

}  // namespace llmsize::gui
