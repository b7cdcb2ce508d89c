// SPDX-License-Identifier: GPL-3.0-or-later
// One button per page.
#include "gui/window/rail.hpp"

#include "core/pages/pages.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace llmsize::gui {
namespace {

class RailButton : public QAbstractButton {
 public:
  RailButton(const QString& page, const QString& title, QWidget* parent) : QAbstractButton(parent) {
    setObjectName(page);
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setAutoExclusive(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void set_narrow(bool narrow) {
    narrow_ = narrow;
    update();
  }
  QSize sizeHint() const override { return {metrics().px(40), metrics().px(31)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Metrics m = metrics();
    const Tokens& colours = tokens();
    const QRectF frame = QRectF(rect()).adjusted(m.px(8), 0.5, -m.px(8), -0.5);
    if (isChecked() || underMouse()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(isChecked() ? colours.accent_soft : colours.border);
      painter.drawRoundedRect(frame, m.px(5), m.px(5));
    }
    if (isChecked()) {
      painter.setBrush(colours.accent);
      painter.drawRoundedRect(QRectF(m.px(8), frame.top() + 4, 3, frame.height() - 8), 1.5, 1.5);
    }
    if (hasFocus()) {
      painter.setPen(QPen(colours.accent, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(frame.adjusted(1, 1, -1, -1), m.px(5), m.px(5));
    }
    const QColor ink = isChecked() ? colours.accent : colours.text2;
    const int side = m.px(18), left = narrow_ ? (width() - side) / 2 : m.px(19);
    painter.drawPixmap(left, (height() - side) / 2, page_pixmap(objectName(), side, devicePixelRatioF(), ink));
    if (narrow_) return;
    painter.setPen(ink);
    painter.setFont(gui::font(isChecked() ? TextRole::strong : TextRole::body));
    painter.drawText(QRect(left + side + m.px(10), 0, width(), height()), Qt::AlignVCenter, text());
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
      click();
    else
      QAbstractButton::keyPressEvent(event);
  }

 private:
  bool narrow_ = false;
};

}  // namespace

Rail::Rail(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
  int number = 0;
  for (const PageKind& kind : page_kinds()) {
    for (const Asked asked : {Asked::training, Asked::service}) {
      Words*& title = groups_[group_of(kind, asked)];
      if (title) continue;
      title = new Words(TextRole::label_strong, &Tokens::text3, Words::Lines::one, this);
      title->setText(to_qt(group_of(kind, asked)));
    }
    auto* button = new RailButton(to_qt(kind.id), to_qt(kind.title), this);
    const QString summary = to_qt(kind.summary);
    button->setToolTip(++number > 9 ? summary : tr("%1 (Ctrl+%2)").arg(summary).arg(number));
    connect(button, &QAbstractButton::clicked, this, [this, page = button->objectName()] { Q_EMIT chosen(page); });
    buttons_.push_back(button);
  }
  follow_looks(this, [this] {
    const Metrics m = metrics();
    column_->setContentsMargins(0, m.px(14), 0, m.px(8));
    column_->setSpacing(m.px(3));
    for (const auto& each : groups_) each.second->setContentsMargins(m.px(18), 0, 0, m.px(2));
    arrange();
  });
}

void Rail::offer(Asked asked) {
  if (asked == asked_) return;
  asked_ = asked;
  arrange();
}

void Rail::set_page(const QString& page) {
  page_ = page;
  arrange();
  // Tab stops at the page that is shown; arrows go on from there.
  for (QAbstractButton* button : buttons_) {
    const bool here = button->objectName() == page;
    if (here) button->setChecked(true);
    button->setFocusPolicy(here ? Qt::TabFocus : Qt::NoFocus);
  }
}

void Rail::set_narrow(bool narrow) {
  narrow_ = narrow;
  arrange();
}

void Rail::arrange() {
  setFixedWidth(metrics().px(narrow_ ? 53 : 148));
  while (QLayoutItem* item = column_->takeAt(0)) delete item;
  for (QAbstractButton* button : buttons_) button->hide();
  for (const auto& each : groups_) each.second->hide();
  std::string_view group;
  QWidget* last = nullptr;
  for (const PageKind* kind : pages_for(asked_, page_.toStdString())) {
    if (const std::string_view other = group_of(*kind, asked_); other != group) {
      if (!group.empty()) column_->addSpacing(metrics().px(9));
      group = other;
      column_->addWidget(groups_.at(group));
      groups_.at(group)->setVisible(!narrow_);
    }
    auto* button = findChild<RailButton*>(to_qt(kind->id));
    button->set_narrow(narrow_);
    column_->addWidget(button);
    button->show();
    if (last) setTabOrder(last, button);
    last = button;
  }
  column_->addStretch(1);
  // What is shown in the meantime was laid out without the end.
  column_->activate();
}

void Rail::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), tokens().sunken);
  painter.setPen(tokens().border);
  painter.drawLine(width() - 1, 0, width() - 1, height());
}

}  // namespace llmsize::gui
