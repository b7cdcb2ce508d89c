// SPDX-License-Identifier: GPL-3.0-or-later
// Words, an action, a cross.
#include "gui/window/message_bar.hpp"

#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace llmsize::gui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      words_(new Words(TextRole::body, &Tokens::text, Words::Lines::many, this)),
      action_(new LinkButton({}, this)),
      close_(new QToolButton(this)) {
  auto* row = new QHBoxLayout(this);
  follow_looks(this, [row] {
    const Metrics m = metrics();
    row->setContentsMargins(m.px(16), m.px(8), m.px(10), m.px(8));
  });
  parent->installEventFilter(this);
  row->addWidget(words_, 1);
  row->addWidget(action_);
  row->addWidget(close_);
  close_->setIcon(icon(Icon::close));
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Close this message (Esc)"));
  close_->setAccessibleName(close_->toolTip());
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(action_, &QAbstractButton::clicked, this, [this] {
    hide();
    if (const auto does = std::exchange(does_, {})) does();
  });
  hide();
}

void MessageBar::say(Kind kind, const QString& message, const QString& action, std::function<void()> does) {
  kind_ = kind;
  does_ = std::move(does);
  words_->setText(message);
  action_->set_words(action);
  action_->setVisible(!action.isEmpty());
  setVisible(!message.isEmpty());
  setAccessibleName(message);
  place();
  constexpr int read_by = 6000;
  if (kind == Kind::note && action.isEmpty())
    QTimer::singleShot(read_by, this, [this, message] {
      if (words_->text() == message) hide();
    });
}

/// As wide as its words need, and in the middle.
void MessageBar::place() {
  const Metrics m = metrics();
  const int margin = m.px(16), most = std::min(m.px(860), parentWidget()->width() - 2 * margin);
  const int words = words_->fontMetrics().horizontalAdvance(words_->text());
  const int others = action_->sizeHint().width() + close_->sizeHint().width() + m.px(60);
  const int width = std::clamp(words + others, std::min(m.px(280), most), most);
  const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : sizeHint().height();
  setGeometry((parentWidget()->width() - width) / 2, parentWidget()->height() - height - margin, width, height);
  raise();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

QString MessageBar::message() const { return isVisible() ? words_->text() : QString(); }

void MessageBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(kind_ == Kind::trouble ? tokens().error : tokens().accent);
  painter.setBrush(kind_ == Kind::trouble ? tokens().error_soft : tokens().accent_soft);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
