// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/question_bar.hpp"

#include "gui/theme/looks.hpp"

#include <QGridLayout>

#include <algorithm>

namespace llmsize::gui {

QuestionBar::QuestionBar(InputsModel& model, QWidget* parent)
    : FieldSection(model, parent), grid_(new QGridLayout(this)) {
  setAccessibleName(tr("Decisions"));
  grid_->setColumnStretch(0, 1);
  grid_->setColumnStretch(1, 1);
  follow_looks(this, [this] {
    const Metrics size = metrics();
    grid_->setContentsMargins(size.px(16), size.px(4), size.px(14), size.px(14));
    grid_->setHorizontalSpacing(size.px(10));
    grid_->setVerticalSpacing(size.px(6));
    level();
  });
}

void QuestionBar::ask(const std::vector<ScenarioKey>& keys) {
  if (std::equal(keys.begin(), keys.end(), asked_.begin(), asked_.end())) return;
  while (QLayoutItem* item = grid_->takeAt(0)) delete item;
  for (const auto& each : fields_) each.second->hide();
  asked_.assign(keys.begin(), keys.end());
  const auto is_wide = [&](std::string_view key) {
    return fields_.at(key)->shape() == InputField::Shape::wide_decision;
  };
  for (const std::string_view key : asked_)
    if (!fields_.contains(key)) fields_[key] = made(model_.index_of(key), InputField::decision(key), this);
  int row = 0, column = 0;
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    // What would stand alone takes the line.
    const bool alone = column == 0 && (i + 1 == asked_.size() || is_wide(asked_[i + 1]));
    const int across = is_wide(asked_[i]) || alone ? 2 : 1;
    InputField* field = fields_.at(asked_[i]);
    grid_->addWidget(field, row, column, 1, across, Qt::AlignTop);
    field->refresh();
    field->show();
    column += across;
    if (column > 1) ++row, column = 0;
  }
  level();
  Q_EMIT field_made();
}

/// Boxes beside each other stand level, whichever label takes two lines.
void QuestionBar::level() {
  const int room = width() - grid_->contentsMargins().left() - grid_->contentsMargins().right();
  const int half = (room - grid_->horizontalSpacing()) / 2;
  for (int row = 0; row < grid_->rowCount(); ++row) {
    const auto* one = grid_->itemAtPosition(row, 0);
    const auto* other = grid_->itemAtPosition(row, 1);
    if (!one || !other || one == other) continue;
    auto *left = static_cast<InputField*>(one->widget()), *right = static_cast<InputField*>(other->widget());
    const int height = std::max(left->label_height(half), right->label_height(half));
    for (InputField* field : {left, right}) field->set_label_height(height);
  }
}

void QuestionBar::resizeEvent(QResizeEvent* event) {
  FieldSection::resizeEvent(event);
  level();
}

bool QuestionBar::asks(std::string_view key) const {
  return std::find(asked_.begin(), asked_.end(), key) != asked_.end();
}

InputField* QuestionBar::field(std::string_view key) const { return asks(key) ? fields_.at(key) : nullptr; }

std::vector<QWidget*> QuestionBar::tab_stops() const {
  std::vector<QWidget*> stops;
  for (const std::string_view key : asked_)
    for (QWidget* stop : fields_.at(key)->tab_stops()) stops.push_back(stop);
  return stops;
}

}  // namespace llmsize::gui
