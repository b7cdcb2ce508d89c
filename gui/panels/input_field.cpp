// SPDX-License-Identifier: GPL-3.0-or-later
// Typing, stepping and dragging become edits of the model.
#include "gui/panels/input_field.hpp"

#include "gui/panels/origin_chip.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/looks.hpp"

#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>

namespace llmsize::gui {
namespace {

/// A label is dragged so far for one step.
constexpr int drag_step = 6;

BoxLook look_of(const QModelIndex& input) {
  if (!input.data(InputsModel::error_role).toString().isEmpty()) return BoxLook::wrong;
  const QString letter = input.data(InputsModel::letter_role).toString();
  return letter == QLatin1String("=") || letter == QLatin1String("A") ? BoxLook::computed : BoxLook::input;
}

}  // namespace

InputField::InputField(InputsModel& model, const QModelIndex& input, QWidget* parent)
    : QWidget(parent),
      model_(model),
      input_(input),
      label_(new Words(TextRole::label, &Tokens::text2, Words::Lines::many, this)),
      error_(new Words(TextRole::tick, &Tokens::error, Words::Lines::many, this)),
      chip_(new OriginChip(this)) {
  const auto kind = input.data(InputsModel::kind_role).value<InputsModel::Kind>();
  const QString label = input.data().toString();
  label_->setText(label);
  label_->setToolTip(QStringLiteral("%1: %2").arg(label, input.data(InputsModel::help_role).toString()));
  QWidget* box = nullptr;
  if (kind == InputsModel::Kind::number) {
    box = value_ = new ValueEdit(this);
    label_->setCursor(Qt::SizeHorCursor);
    label_->installEventFilter(this);
    connect(value_, &ValueEdit::visit_begun, this, &InputField::remember);
    connect(value_, &ValueEdit::entered, this, [this] {
      const TypedNumber typed = value_->typed();
      if (typed.trouble.isEmpty())
        model_.setData(input_, typed.text, InputsModel::edit_role);
      else if (model_.document())
        model_.document()->refuse(to_core(key()), typed.text, typed.trouble);
    });
    connect(value_, &ValueEdit::stepped, this, &InputField::step);
    connect(value_, &ValueEdit::dismissed, this, &InputField::restore);
    connect(value_, &ValueEdit::confirmed, this, &InputField::confirm);
    connect(value_, &ValueEdit::visit_ended, this, &InputField::leave);
  } else {
    box = pick_ = new PickButton(this);
    connect(pick_, &QAbstractButton::clicked, this, [this] { Q_EMIT pick_wanted(pick_); });
  }
  box->setAccessibleName(label);
  box->setAccessibleDescription(input.data(InputsModel::help_role).toString());
  box->setToolTip(input.data(InputsModel::help_role).toString());
  auto* grid = new QGridLayout(this);
  follow_looks(this, [this, box, grid] {
    const Metrics size = metrics();
    box->setFixedWidth(size.px(value_ ? 128 : 160));
    grid->setContentsMargins(size.px(16), size.px(2), size.px(8), size.px(2));
    grid->setHorizontalSpacing(size.px(2));
    grid->setVerticalSpacing(size.px(1));
  });
  grid->setColumnStretch(0, 1);
  grid->addWidget(label_, 0, 0);
  grid->addWidget(box, 0, 1);
  grid->addWidget(chip_, 0, 2);
  grid->addWidget(error_, 1, 0, 1, 3);
  connect(chip_, &OriginChip::reset, this, [this] {
    if (model_.document()) model_.document()->unset(key().toStdString());
  });
  connect(chip_, &OriginChip::explain, this, [this] { Q_EMIT explain_wanted(key()); });
  refresh();
}

void InputField::refresh() {
  const QString error = input_.data(InputsModel::error_role).toString();
  const QString value = input_.data(InputsModel::value_role).toString();
  if (value_) {
    const bool planned = input_.data(InputsModel::letter_role).toString() == QLatin1String("A");
    // What was refused stays as it was typed.
    const QString edited = input_.data(InputsModel::edit_role).toString();
    const QString held = error.isEmpty() ? legible(edited) : edited;
    value_->set_look(look_of(input_));
    value_->set_editable(held);
    value_->setPlaceholderText(planned ? tr("auto") : QString());
    value_->set_shown(error.isEmpty() ? value : held, input_.data(InputsModel::unit_role).toString());
  } else {
    pick_->show_name(value);
    pick_->set_look(look_of(input_));
  }
  error_->setVisible(!error.isEmpty());
  if (error_->text() != error) error_->setText(error);
  const bool said = input_.data(InputsModel::said_role).toBool();
  const auto kind = input_.data(InputsModel::kind_role).value<InputsModel::Kind>();
  const bool explained = kind == InputsModel::Kind::number || kind == InputsModel::Kind::flag;
  chip_->set(
      label_->text(),
      {input_.data(InputsModel::letter_role).toString(), input_.data(InputsModel::origin_role).toString(),
       input_.data(InputsModel::source_role).toString(), said || !error.isEmpty(), explained});
}

void InputField::edit() { tab_stops().front()->setFocus(Qt::OtherFocusReason); }

std::vector<QWidget*> InputField::tab_stops() const {
  QWidget* box = value_ ? static_cast<QWidget*>(value_) : pick_;
  return {box, chip_};
}

void InputField::remember() {
  const Scenario::Said* said = model_.document() ? model_.document()->scenario().find(to_core(key())) : nullptr;
  before_ = said ? std::optional(*said) : std::nullopt;
}

void InputField::restore() {
  if (model_.document()) model_.document()->put_back(to_core(key()), before_);
}

/// What is no value is still being typed.
void InputField::confirm() {
  Document* document = model_.document();
  if (!document || document->pending(to_core(key()))) return;
  document->end_visit();
  remember();
}

void InputField::leave() {
  Document* document = model_.document();
  if (!document) return;
  if (const Document::Pending* pending = document->pending(to_core(key()))) {
    const QString why = tr("%1 was not changed. %2").arg(label_->text(), pending->message);
    restore();
    Q_EMIT refused(why);
  }
  document->end_visit();
}

void InputField::step(int steps) {
  const QString text = model_.stepped(input_, steps);
  if (text.isEmpty()) return;
  model_.setData(input_, text, InputsModel::edit_role);
  value_->retype(legible(input_.data(InputsModel::edit_role).toString()));
}

void InputField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_F1) return Q_EMIT explain_wanted(key());
  QWidget::keyPressEvent(event);
}

bool InputField::eventFilter(QObject* watched, QEvent* event) {
  if (watched != label_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::MouseButtonPress) {
    dragged_from_ = static_cast<QMouseEvent*>(event)->globalPosition().toPoint().x();
    return true;
  }
  if (event->type() == QEvent::MouseMove) {
    auto* mouse = static_cast<QMouseEvent*>(event);
    const int steps = (mouse->globalPosition().toPoint().x() - dragged_from_) / drag_step;
    if (steps == 0) return true;
    dragged_from_ += steps * drag_step;
    step(mouse->modifiers() & Qt::ShiftModifier ? 10 * steps : steps);
    return true;
  }
  if (event->type() == QEvent::MouseButtonRelease && model_.document()) model_.document()->end_visit();
  return QWidget::eventFilter(watched, event);
}

}  // namespace llmsize::gui
