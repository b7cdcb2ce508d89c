// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/field_section.hpp"

#include "gui/theme/tokens.hpp"

#include <QPainter>

namespace llmsize::gui {

InputField* FieldSection::made(const QModelIndex& input, InputField::Shape shape, QWidget* parent) {
  auto* field = new InputField(model_, input, shape, parent);
  fields_.push_back(field);
  connect(field, &InputField::pick_wanted, this, [this, field](QWidget* below) {
    Q_EMIT pick_wanted(field->key(), below);
  });
  connect(field, &InputField::explain_wanted, this, &FieldSection::explain_wanted);
  connect(field, &InputField::refused, this, &FieldSection::refused);
  Q_EMIT field_made();
  return field;
}

void FieldSection::refresh() {
  for (InputField* field : fields_)
    if (!field->isHidden()) field->refresh();
}

void FieldSection::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(QRect(0, height() - 1, width(), 1), tokens().border);
}

}  // namespace llmsize::gui
