// SPDX-License-Identifier: GPL-3.0-or-later
// Typing, stepping and dragging become edits of the model.
#include "gui/panels/input_field.hpp"

#include "core/inputs/list.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/origin_chip.hpp"
#include "gui/panels/plan_switch.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QGridLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace llmsize::gui {
namespace {

/// A label is dragged so far for one step.
constexpr int drag_step = 6;

/// Whether a value is a fact of an entry of the catalog or a measurement: no decision of this scenario.
bool is_fact(const QModelIndex& input) {
  const QString letter = input.data(InputsModel::letter_role).toString();
  return letter == QLatin1String("S") || letter == QLatin1String("P") || letter == QLatin1String("M");
}

BoxLook look_of(const QModelIndex& input, InputField::Shape shape) {
  if (!input.data(InputsModel::error_role).toString().isEmpty()) return BoxLook::wrong;
  const QString letter = input.data(InputsModel::letter_role).toString();
  if (letter == QLatin1String("=") || letter == QLatin1String("A")) return BoxLook::computed;
  return shape != InputField::Shape::decision && shape != InputField::Shape::wide_decision && is_fact(input)
             ? BoxLook::fact
             : BoxLook::input;
}

/// A small cross at the end of a box.
class GiveBack : public QAbstractButton {
 public:
  explicit GiveBack(QWidget* parent) : QAbstractButton(parent) {
    setCursor(Qt::PointingHandCursor);
    // Keys empty the box for the same.
    setFocusPolicy(Qt::NoFocus);
    hide();
  }
  QSize sizeHint() const override { return {metrics().px(22), metrics().px(22)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const int side = metrics().px(12);
    const QColor ink = underMouse() ? tokens().text : tokens().text3;
    painter.drawPixmap(
        QRect((width() - side) / 2, (height() - side) / 2, side, side),
        pixmap(Icon::close, side, devicePixelRatioF(), ink));
  }
};

}  // namespace

InputField::Shape InputField::decision(std::string_view key) {
  return find_reference(key) || key == "cluster.nodes" ? Shape::wide_decision : Shape::decision;
}

InputField::InputField(InputsModel& model, const QModelIndex& input, Shape shape, QWidget* parent)
    : QWidget(parent),
      model_(model),
      input_(input),
      shape_(shape),
      label_(new Words(TextRole::label, &Tokens::text2, Words::Lines::many, this)),
      note_(new Words(TextRole::tick, &Tokens::text3, Words::Lines::many, this)),
      price_(new Words(TextRole::tick, &Tokens::limit, Words::Lines::many, this)),
      error_(new Words(TextRole::tick, &Tokens::error, Words::Lines::many, this)),
      give_back_(new GiveBack(this)),
      chip_(new OriginChip(this)) {
  const QString label = input.data().toString(), help = input.data(InputsModel::help_role).toString();
  label_->setText(label);
  label_->setToolTip(QStringLiteral("%1: %2").arg(label, help));
  note_->hide();
  give_back_->setToolTip(tr("Let the planner choose"));
  give_back_->setAccessibleName(tr("%1: let the planner choose").arg(label));
  connect(give_back_, &QAbstractButton::clicked, this, &InputField::unset);
  QWidget* box = make_box();
  box->setAccessibleName(label);
  box->setAccessibleDescription(help);
  box->setToolTip(help);
  box->installEventFilter(this);
  is_large() ? place_as_decision(box) : place_in_row(box);
  connect(chip_, &OriginChip::reset, this, &InputField::unset);
  connect(chip_, &OriginChip::explain, this, [this] { Q_EMIT explain_wanted(key()); });
  refresh();
}

QWidget* InputField::make_box() {
  if (input_.data(InputsModel::kind_role).value<InputsModel::Kind>() != InputsModel::Kind::number) {
    pick_ = new PickButton(this);
    pick_->set_large(is_large());
    connect(pick_, &QAbstractButton::clicked, this, [this] { Q_EMIT pick_wanted(pick_); });
    return pick_;
  }
  value_ = new ValueEdit(this);
  value_->set_large(is_large());
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
  return value_;
}

void InputField::place_in_row(QWidget* box) {
  auto* grid = new QGridLayout(this);
  follow_looks(this, [this, box, grid] {
    const Metrics size = metrics();
    box->setFixedWidth(size.px(value_ ? 128 : 160));
    grid->setContentsMargins(size.px(16), size.px(2), size.px(8), size.px(2));
    grid->setHorizontalSpacing(size.px(2));
    grid->setVerticalSpacing(size.px(1));
  });
  grid->setColumnStretch(0, 1);
  const bool noted = shape_ == Shape::noted_row;
  grid->addWidget(label_, 0, 0, 1, noted ? 3 : 1);
  grid->addWidget(box, noted ? 1 : 0, 1);
  grid->addWidget(chip_, noted ? 1 : 0, 2);
  grid->addWidget(note_, noted ? 1 : 2, 0, 1, noted ? 1 : 3);
  grid->addWidget(give_back_, noted ? 1 : 0, 1, Qt::AlignRight | Qt::AlignVCenter);
  grid->addWidget(price_, 3, 0, 1, 3);
  grid->addWidget(error_, 4, 0, 1, 3);
}

void InputField::place_as_decision(QWidget* box) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  follow_looks(this, [this, grid] {
    grid->setHorizontalSpacing(metrics().px(8));
    grid->setVerticalSpacing(metrics().px(1));
    // As far from the box as the letter beside it.
    label_->setContentsMargins(0, 0, 0, metrics().step);
  });
  grid->setColumnStretch(1, 1);
  grid->addWidget(label_, 0, 0, 1, 2, Qt::AlignBottom);
  grid->addWidget(chip_, 0, 2, Qt::AlignRight | Qt::AlignBottom);
  if (shape_ == Shape::wide_decision && value_) {
    switch_ = new PlanSwitch(label_->text(), this);
    grid->addWidget(switch_, 1, 0);
    connect(switch_, &PlanSwitch::plan_wanted, this, &InputField::unset);
    connect(switch_, &PlanSwitch::own_wanted, this, &InputField::edit);
  }
  grid->addWidget(box, 1, switch_ ? 1 : 0, 1, switch_ ? 2 : 3);
  grid->addWidget(give_back_, 1, 1, 1, 2, Qt::AlignRight | Qt::AlignVCenter);
  grid->addWidget(note_, 2, 0, 1, 3);
  grid->addWidget(price_, 3, 0, 1, 3);
  grid->addWidget(error_, 4, 0, 1, 3);
}

void InputField::set_note(const QString& note) {
  if (note_->text() != note) note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

int InputField::label_height(int width) const {
  const int room = width - chip_->sizeHint().width() - metrics().px(8);
  return std::max(label_->heightForWidth(room), chip_->sizeHint().height());
}

void InputField::set_label_height(int height) { static_cast<QGridLayout*>(layout())->setRowMinimumHeight(0, height); }

/// What a data sheet says is no slider.
bool InputField::is_draggable() const { return value_ && !is_fact(input_); }

void InputField::refresh() {
  const QString error = input_.data(InputsModel::error_role).toString();
  const QString value = input_.data(InputsModel::value_role).toString();
  const bool planned = input_.data(InputsModel::letter_role).toString() == QLatin1String("A");
  const bool said = input_.data(InputsModel::said_role).toBool();
  if (value_) {
    // What was refused stays as it was typed.
    const QString edited = input_.data(InputsModel::edit_role).toString();
    const QString held = error.isEmpty() ? legible(edited) : edited;
    value_->set_look(look_of(input_, shape_));
    value_->set_editable(held);
    value_->setPlaceholderText(planned && !switch_ ? tr("auto") : QString());
    value_->set_shown(error.isEmpty() ? value : held, input_.data(InputsModel::unit_role).toString());
    label_->setCursor(is_draggable() ? Qt::SizeHorCursor : Qt::ArrowCursor);
  } else {
    pick_->show_name(value);
    pick_->set_look(look_of(input_, shape_));
  }
  if (switch_) switch_->set_own(said || !error.isEmpty());
  give_back_->setVisible(input_.data(InputsModel::held_role).toBool());
  give_back_->raise();
  tell_price();
  error_->setVisible(!error.isEmpty());
  if (error_->text() != error) error_->setText(error);
  const auto kind = input_.data(InputsModel::kind_role).value<InputsModel::Kind>();
  const bool explained = kind == InputsModel::Kind::number || kind == InputsModel::Kind::flag;
  chip_->set(
      label_->text(),
      {input_.data(InputsModel::letter_role).toString(), input_.data(InputsModel::origin_role).toString(),
       input_.data(InputsModel::source_role).toString(), said || !error.isEmpty(), explained});
}

/// Beside what has the cursor: the others are as they are.
void InputField::tell_price() {
  const bool here = box()->hasFocus() && input_.data(InputsModel::error_role).toString().isEmpty();
  if (here) model_.ask_price(input_);
  const QString price = here ? legible(input_.data(InputsModel::price_role).toString()) : QString();
  if (price_->text() != price) price_->setText(price);
  price_->setVisible(!price.isEmpty());
}

QWidget* InputField::box() const { return value_ ? static_cast<QWidget*>(value_) : pick_; }

void InputField::unset() {
  if (model_.document()) model_.document()->unset(to_core(key()));
}

void InputField::edit() { box()->setFocus(Qt::OtherFocusReason); }

std::vector<QWidget*> InputField::tab_stops() const {
  std::vector<QWidget*> stops = switch_ ? switch_->tab_stops() : std::vector<QWidget*>();
  stops.insert(stops.end(), {box(), chip_});
  return stops;
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
  if (watched == box()) {
    // The box has the focus, or has it no longer, once this is over.
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
      QMetaObject::invokeMethod(this, &InputField::tell_price, Qt::QueuedConnection);
    return false;
  }
  if (watched != label_ || !is_draggable()) return QWidget::eventFilter(watched, event);
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
