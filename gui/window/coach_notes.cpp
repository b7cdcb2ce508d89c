// SPDX-License-Identifier: GPL-3.0-or-later
// Places bubbles below their targets.
#include "gui/window/coach_notes.hpp"

#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/looks.hpp"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace llmsize::gui {
namespace {

int arrow() { return metrics().px(9); }

}  // namespace

CoachNotes::CoachNotes(std::vector<Note> notes, QWidget* window)
    : QFrame(window),
      notes_(std::move(notes)),
      words_(new Words(TextRole::body, &Tokens::text, Words::Lines::many, this)),
      on_(new LinkButton({}, this)),
      skip_(new LinkButton(tr("Skip"), this)) {
  auto* column = new QVBoxLayout(this);
  column->addWidget(words_);
  auto* row = new QHBoxLayout;
  row->addWidget(skip_);
  row->addStretch(1);
  row->addWidget(on_);
  column->addLayout(row);
  follow_looks(this, [this, column] {
    const Metrics m = metrics();
    const int edge = arrow() + m.px(12);
    column->setContentsMargins(edge, edge, edge, arrow() + m.px(6));
    column->setSpacing(m.px(6));
    setFixedWidth(m.px(290) + 2 * arrow());
    if (isVisible()) place();
  });
  setFocusPolicy(Qt::TabFocus);
  connect(on_, &QAbstractButton::clicked, this, &CoachNotes::next);
  connect(skip_, &QAbstractButton::clicked, this, &CoachNotes::end);
  window->installEventFilter(this);
  hide();
}

void CoachNotes::start() {
  std::erase_if(notes_, [](const Note& note) { return !note.target || !note.target->isVisible(); });
  if (notes_.empty()) return end();
  for (const Note& note : notes_) note.target->installEventFilter(this);
  place();
  show();
  raise();
  on_->setFocus(Qt::OtherFocusReason);
}

void CoachNotes::next() {
  if (++at_ >= notes_.size()) return end();
  place();
}

void CoachNotes::end() {
  // Whoever goes on typing does not mean what happens to stand next.
  if (QWidget* focus = QApplication::focusWidget(); focus && (focus == this || isAncestorOf(focus)))
    focus->clearFocus();
  hide();
  deleteLater();
}

/// Below its target; an input's note covers inputs, not the answer that it tells to watch.
void CoachNotes::place() {
  const Note& note = notes_[at_];
  if (!note.target) return next();
  const bool last = at_ + 1 == notes_.size();
  words_->setText(note.text);
  on_->set_words(last ? tr("Done") : tr("Next, %1 of %2").arg(at_ + 1).arg(notes_.size()));
  skip_->setVisible(!last);
  setAccessibleName(note.text);
  setFixedHeight(layout()->totalHeightForWidth(width()));
  const QRect window = parentWidget()->rect();
  const QRect target(note.target->mapTo(parentWidget(), QPoint()), note.target->size());
  const bool is_input = target.center().x() < window.width() / 3;
  QPoint corner(is_input ? target.right() - width() : target.center().x() - width() / 2, target.bottom() + 1);
  corner.setX(std::clamp(corner.x(), 0, std::max(0, window.width() - width())));
  corner.setY(std::clamp(corner.y(), 0, std::max(0, window.height() - height())));
  move(corner);
  const int least = 2 * arrow() + metrics().radius;
  tip_ = std::clamp(target.center().x() - corner.x(), least, width() - least);
  update();
}

QPainterPath CoachNotes::outline() const {
  const double deep = arrow(), radius = metrics().radius;
  QPainterPath box;
  box.addRoundedRect(QRectF(rect()).adjusted(deep, deep, -deep, -deep), radius, radius);
  QPainterPath point;
  point.addPolygon(QPolygonF{{tip_ - deep, deep + 1}, {tip_, 1}, {tip_ + deep, deep + 1}});
  point.closeSubpath();
  return box.united(point);
}

bool CoachNotes::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget()) {
    if (event->type() == QEvent::Resize && isVisible()) place();
  } else if (event->type() == QEvent::Hide && at_ < notes_.size() && watched == notes_[at_].target) {
    end();
  }
  return QFrame::eventFilter(watched, event);
}

void CoachNotes::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key == Qt::Key_Escape) return end();
  if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) return next();
  QFrame::keyPressEvent(event);
}

void CoachNotes::mousePressEvent(QMouseEvent*) { next(); }

void CoachNotes::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().accent, 1.5));
  painter.setBrush(tokens().surface);
  painter.drawPath(outline());
}

}  // namespace llmsize::gui
