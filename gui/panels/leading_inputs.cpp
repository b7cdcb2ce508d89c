// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/leading_inputs.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/fold_head.hpp"
#include "gui/theme/looks.hpp"

#include <QApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {

LeadingInputs::LeadingInputs(InputsModel& model, QWidget* parent)
    : FieldSection(model, parent), head_(new FoldHead(this)), body_(new QWidget(this)), rows_(new QVBoxLayout(body_)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 1);
  column->setSpacing(0);
  column->addWidget(head_);
  column->addWidget(body_);
  rows_->setSpacing(0);
  follow_looks(this, [this] { rows_->setContentsMargins(0, 0, 0, metrics().step * 2); });
  head_->set_title(tr("Assumptions"));
  head_->setChecked(true);
  connect(head_, &QAbstractButton::toggled, body_, &QWidget::setVisible);
  hide();
}

void LeadingInputs::show_leading(const Leading& leading) {
  if (leading.inputs.empty() && shown_.empty()) return;
  const bool edited = isAncestorOf(QApplication::focusWidget());
  std::vector<InputKey> wanted;
  wanted.reserve(leading.inputs.size());
  for (const Leading::Input& each : leading.inputs) wanted.push_back(each.key);
  for (const InputKey key : shown_) {
    const bool said = model_.index_of(key).data(InputsModel::said_role).toBool();
    if (said && std::find(wanted.begin(), wanted.end(), key) == wanted.end()) wanted.push_back(key);
  }
  if (!edited) shown_ = std::move(wanted);
  arrange();
  for (const auto& [key, field] : fields_) {
    const auto found = std::find_if(
        leading.inputs.begin(), leading.inputs.end(), [&](const Leading::Input& each) { return each.key == key; });
    field->set_note(found == leading.inputs.end() ? QString() : legible(to_qt(found->effect)));
  }
  // "time to train", not "time to train (wall clock)": there is little room.
  const QString effect = tr("effect on %1").arg(to_qt(leading.number).section(QStringLiteral(" ("), 0, 0));
  head_->set_summary(effect, true);
  head_->setToolTip(effect);
}

void LeadingInputs::clear() {
  shown_.clear();
  arrange();
}

void LeadingInputs::arrange() {
  for (const auto& each : fields_)
    if (std::find(shown_.begin(), shown_.end(), each.first) == shown_.end()) each.second->hide();
  int place = 0;
  for (const InputKey key : shown_) {
    InputField*& field = fields_[key];
    if (!field) field = made(model_.index_of(key), InputField::Shape::noted_row, body_);
    if (rows_->indexOf(field) != place) rows_->insertWidget(place, field);
    if (field->isHidden()) field->refresh();
    field->show();
    ++place;
  }
}

std::vector<QWidget*> LeadingInputs::tab_stops() const {
  std::vector<QWidget*> stops{head_};
  for (const InputKey key : shown_)
    for (QWidget* stop : fields_.at(key)->tab_stops()) stops.push_back(stop);
  return stops;
}

}  // namespace llmsize::gui
