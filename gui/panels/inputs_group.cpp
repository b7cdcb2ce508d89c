// SPDX-License-Identifier: GPL-3.0-or-later
// Fields are made when they are first shown: a form has some hundred inputs, of which few are looked at.
#include "gui/panels/inputs_group.hpp"

#include "gui/panels/fold_head.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/theme/looks.hpp"

#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {

InputsGroup::InputsGroup(InputsModel& model, const QModelIndex& group, QWidget* parent)
    : FieldSection(model, parent),
      group_(group),
      head_(new FoldHead(this)),
      body_(new QWidget(this)),
      more_(new LinkButton(TextRole::label, &Tokens::accent, body_)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 1);
  column->setSpacing(0);
  column->addWidget(head_);
  column->addWidget(body_);
  rows_ = new QVBoxLayout(body_);
  rows_->setSpacing(0);
  auto* line = new QHBoxLayout;
  follow_looks(this, [this, line] {
    rows_->setContentsMargins(0, 0, 0, metrics().step * 2);
    line->setContentsMargins(metrics().px(12), 0, 0, 0);
  });
  line->addWidget(more_);
  line->addStretch();
  rows_->addLayout(line);
  head_->set_title(group.data().toString());
  connect(head_, &QAbstractButton::clicked, this, [this] { set_open(!open_); });
  connect(more_, &QAbstractButton::clicked, this, [this] {
    all_ = !all_;
    arrange();
  });
  arrange();
}

void InputsGroup::set_open(bool open) {
  open_ = open;
  arrange();
}

void InputsGroup::filter(const QString& words, bool only_said) {
  words_ = words.trimmed();
  only_said_ = only_said;
  arrange();
}

bool InputsGroup::matches(const QModelIndex& input) const {
  if (only_said_ && !input.data(InputsModel::said_role).toBool()) return false;
  const QString known =
      QStringLiteral("%1 %2 %3 %4")
          .arg(
              group_.data().toString(), input.data().toString(), input.data(InputsModel::key_role).toString(),
              input.data(InputsModel::help_role).toString());
  const QStringList words = words_.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  return std::all_of(
      words.begin(), words.end(), [&](const QString& word) { return known.contains(word, Qt::CaseInsensitive); });
}

InputField* InputsGroup::make(int row) {
  InputField*& field = fields_[row];
  if (field) return field;
  field = made(model_.index(row, 0, group_), InputField::Shape::row, body_);
  // In the order of the model, whichever was made first.
  const auto place = std::distance(fields_.begin(), fields_.find(row));
  rows_->insertWidget(static_cast<int>(place), field);
  return field;
}

void InputsGroup::leave_out(const QStringList& keys) {
  if (keys == left_out_) return;
  left_out_ = keys;
  arrange();
}

void InputsGroup::arrange() {
  const bool filtered = only_said_ || !words_.isEmpty();
  const bool opened = open_ || filtered;
  int shown = 0, hidden = 0;
  for (int row = 0; row < model_.rowCount(group_); ++row) {
    const QModelIndex input = model_.index(row, 0, group_);
    const bool elsewhere = !filtered && left_out_.contains(input.data(InputsModel::key_role).toString());
    const bool usual = input.data(InputsModel::headline_role).toBool();
    const bool visible = filtered ? matches(input) : !elsewhere && (all_ || usual);
    hidden += !filtered && !elsewhere && !usual ? 1 : 0;
    shown += visible ? 1 : 0;
    const auto made = fields_.find(row);
    if (visible && opened) {
      InputField* field = make(row);
      // What nobody saw did not follow.
      if (field->isHidden()) field->refresh();
      field->setVisible(true);
    } else if (made != fields_.end()) {
      made->second->setVisible(false);
    }
  }
  head_->setChecked(opened);
  body_->setVisible(opened);
  more_->setVisible(!filtered && hidden > 0);
  more_->set_words(all_ ? tr("Fewer") : tr("%n more", nullptr, hidden));
  more_->setAccessibleName(
      all_ ? tr("Fewer inputs of %1").arg(head_->text()) : tr("%1 more inputs of %2").arg(hidden).arg(head_->text()));
  summarize();
  setVisible(!filtered || shown > 0);
}

void InputsGroup::summarize() {
  if (!head_->isChecked()) head_->set_summary(group_.data(InputsModel::summary_role).toString());
}

void InputsGroup::refresh() {
  summarize();
  FieldSection::refresh();
}

InputField* InputsGroup::field(const QModelIndex& input) {
  if (input.parent() != group_) return nullptr;
  open_ = true;
  all_ = all_ || !input.data(InputsModel::headline_role).toBool();
  arrange();
  return make(input.row());
}

std::vector<QWidget*> InputsGroup::tab_stops() const {
  std::vector<QWidget*> stops{head_};
  for (const auto& each : fields_)
    for (QWidget* stop : each.second->tab_stops()) stops.push_back(stop);
  stops.push_back(more_);
  return stops;
}

}  // namespace llmsize::gui
