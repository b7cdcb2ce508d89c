// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes are painted here, letters and cursor by Qt.
#include "gui/panels/value_edit.hpp"

#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QKeyEvent>
#include <QPainter>
#include <QTextLayout>
#include <QTimer>

#include <chrono>

namespace llmsize::gui {
namespace {

constexpr std::chrono::milliseconds typing_pause{150};

/// Units stand in a column of their own, so that figures align.
int unit_width() { return metrics().px(52); }

TextRole role_of(bool large) { return large ? TextRole::strong : TextRole::label; }

int height_of(bool large) { return large ? metrics().px(30) : metrics().field; }

}  // namespace

void paint_box(QPainter& painter, const QRect& rect, BoxLook look, bool focus, bool hover) {
  const Tokens& now = tokens();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool flat = (look == BoxLook::computed || look == BoxLook::fact) && !focus;
  QColor frame = flat ? QColor(Qt::transparent) : look == BoxLook::wrong ? now.error : focus ? now.accent : now.control;
  if (flat && hover) frame = now.border;
  const double width = focus || look == BoxLook::wrong ? 2 : 1;
  painter.setPen(QPen(frame, width));
  painter.setBrush(flat && look == BoxLook::computed ? now.sunken : now.surface);
  const double inset = width / 2;
  painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), 5, 5);
}

ValueEdit::ValueEdit(QWidget* parent) : QLineEdit(parent), paused_(new QTimer(this)) {
  setFrame(false);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setAttribute(Qt::WA_Hover);
  paused_->setSingleShot(true);
  paused_->setInterval(typing_pause);
  connect(paused_, &QTimer::timeout, this, &ValueEdit::commit);
  connect(this, &QLineEdit::textEdited, this, [this] {
    touched_ = true;
    taken_ = false;
    paused_->start();
  });
  follow_looks(this, [this] { dress(); });
}

void ValueEdit::dress() {
  setFont(gui::font(role_of(large_)));
  QPalette palette;
  const Tokens& now = tokens();
  palette.setColor(QPalette::Base, Qt::transparent);
  palette.setColor(QPalette::Text, look_ == BoxLook::computed && !editing_ ? now.text2 : now.text);
  palette.setColor(QPalette::PlaceholderText, now.text3);
  setPalette(palette);
  setFixedHeight(height_of(large_));
  setTextMargins(metrics().step, 0, unit_width(), 0);
}

void ValueEdit::set_look(BoxLook look) {
  if (look == look_) return;
  look_ = look;
  dress();
  update();
}

void ValueEdit::set_large(bool large) {
  large_ = large;
  dress();
}

void ValueEdit::set_shown(const QString& value, const QString& unit) {
  const QString unit_before = unit_;
  value_ = value;
  if (!editing_ || !touched_) unit_ = unit;
  if (!editing_) setText(value);
  // Undone meanwhile, or moved by a step.
  if (const QString now = without_unit(editable_); editing_ && !touched_ && text() != now) {
    setText(now);
    selectAll();
  }
  if (unit_ != unit_before) update();
}

QString ValueEdit::without_unit(const QString& text) const {
  if (unit_.isEmpty() || !text.endsWith(unit_)) return text;
  return text.left(text.size() - unit_.size()).trimmed();
}

TypedNumber ValueEdit::typed() const {
  TypedNumber typed = typed_number(text().trimmed());
  if (typed.trouble.isEmpty()) typed.text = in_unit(typed.text, unit_);
  return typed;
}

void ValueEdit::retype(const QString& editable) {
  editable_ = editable;
  touched_ = false;
  if (editing_) setText(without_unit(editable));
  selectAll();
}

bool ValueEdit::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && (look_ == BoxLook::wrong || !touched_ || taken_)) {
    // With nothing half typed, undo is that of the scenario, which drops what was refused.
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      touched_ = false;
      event->ignore();
      return true;
    }
  }
  return QLineEdit::event(event);
}

void ValueEdit::focusInEvent(QFocusEvent* event) {
  QLineEdit::focusInEvent(event);
  if (editing_) return;
  editing_ = true;
  touched_ = false;
  setText(without_unit(editable_));
  selectAll();
  dress();
  Q_EMIT visit_begun();
}

void ValueEdit::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  if (event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason) return commit();
  commit();
  editing_ = false;
  setText(value_);
  dress();
  Q_EMIT visit_ended();
}

void ValueEdit::commit() {
  paused_->stop();
  if (!touched_ || taken_) return;
  taken_ = true;
  Q_EMIT entered();
}

void ValueEdit::keyPressEvent(QKeyEvent* event) {
  const bool far = event->modifiers() & Qt::ShiftModifier;
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: commit(); return Q_EMIT stepped((event->key() == Qt::Key_Up ? 1 : -1) * (far ? 10 : 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
      commit();
      touched_ = false;
      Q_EMIT confirmed();
      return selectAll();
    case Qt::Key_Escape:
      if (!touched_ && !isUndoAvailable()) break;
      paused_->stop();
      touched_ = false;
      Q_EMIT dismissed();
      retype(editable_);
      return;
    default: return QLineEdit::keyPressEvent(event);
  }
  event->ignore();
}

void ValueEdit::paintEvent(QPaintEvent* event) {
  {
    QPainter painter(this);
    paint_box(painter, rect(), look_, hasFocus(), underMouse());
    painter.setPen(tokens().text3);
    painter.setFont(gui::font(TextRole::tick));
    const QString beside = unit_.isEmpty() && !touched_ ? placeholderText() : unit_;
    painter.drawText(rect().adjusted(width() - unit_width() + 1, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, beside);
  }
  QLineEdit::paintEvent(event);
}

PickButton::PickButton(QWidget* parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  follow_looks(this, [this] { fit(); });
}

void PickButton::show_name(const QString& name) {
  if (name == text()) return;
  setText(name);
  fit();
}

void PickButton::set_large(bool large) {
  large_ = large;
  fit();
}

void PickButton::resizeEvent(QResizeEvent* event) {
  QAbstractButton::resizeEvent(event);
  fit();
}

QRect PickButton::room() const { return rect().adjusted(metrics().px(8), 0, -metrics().px(22), 0); }

void PickButton::fit() {
  const QFontMetrics letters(gui::font(role_of(large_)));
  const bool two = letters.horizontalAdvance(text()) > room().width() && room().width() > 0;
  setFixedHeight(height_of(large_) + (two ? letters.lineSpacing() : 0));
}

void PickButton::set_look(BoxLook look) {
  if (look == look_) return;
  look_ = look;
  update();
}

void PickButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paint_box(painter, rect(), look_, hasFocus(), underMouse());
  const Metrics size = metrics();
  const QFont font = gui::font(role_of(large_));
  const QFontMetrics letters(font);
  painter.setFont(font);
  painter.setPen(look_ == BoxLook::computed ? tokens().text2 : tokens().text);
  // Where even two lines are too few, the end of the second is.
  QTextLayout layout(text(), font);
  layout.beginLayout();
  QTextLine first = layout.createLine();
  if (first.isValid()) first.setLineWidth(room().width());
  layout.endLayout();
  const int end =
      first.isValid() && height() > height_of(large_) ? first.textLength() : static_cast<int>(text().size());
  const QString words =
      text().left(end).trimmed() + (end < text().size() ? u'\n' + text().mid(end).trimmed() : QString());
  QStringList lines;
  for (const QString& line : words.split(u'\n')) lines << letters.elidedText(line, Qt::ElideRight, room().width());
  painter.drawText(room(), Qt::AlignLeft | Qt::AlignVCenter, lines.join(u'\n'));
  const int chevron = size.px(14);
  painter.drawPixmap(
      QRect(width() - chevron - size.px(5), (height() - chevron) / 2, chevron, chevron),
      pixmap(Icon::chevron, chevron, devicePixelRatioF(), tokens().text2));
}

void PickButton::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (opens) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace llmsize::gui
