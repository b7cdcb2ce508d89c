// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/searched_note.hpp"

#include "gui/panels/words.hpp"
#include "gui/theme/looks.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace llmsize::gui {

SearchedNote::SearchedNote(QWidget* over)
    : QFrame(over), words_(new Words(TextRole::label, &Tokens::text2, Words::Lines::one, this)) {
  auto* row = new QHBoxLayout(this);
  row->addWidget(words_);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  over->installEventFilter(this);
  hide();
  follow_looks(this, [this, row] {
    const Metrics m = metrics();
    row->setContentsMargins(m.px(12), m.px(5), m.px(12), m.px(5));
    place();
  });
}

QString SearchedNote::words() const { return words_->text(); }

void SearchedNote::set_words(const QString& words) {
  if (words != words_->text()) words_->setText(words);
  place();
}

void SearchedNote::set_awaited(bool awaited) {
  awaited_ = awaited;
  place();
}

void SearchedNote::place() {
  setVisible(awaited_ && !words_->text().isEmpty());
  if (!isVisibleTo(parentWidget())) return;
  adjustSize();
  move(metrics().px(8), parentWidget()->height() - height() - metrics().px(8));
  raise();
}

bool SearchedNote::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QFrame::eventFilter(watched, event);
}

void SearchedNote::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
