// SPDX-License-Identifier: GPL-3.0-or-later
// The assumptions that move the answer of a page most, each with what it does to it.
#pragma once

#include "core/view/assumed.hpp"
#include "gui/panels/field_section.hpp"

#include <map>

class QVBoxLayout;

namespace llmsize::gui {

class FoldHead;

class LeadingInputs : public FieldSection {
  Q_OBJECT

 public:
  LeadingInputs(InputsModel& model, QWidget* parent);

  /// Shows them; what the user said of those that were shown stays. While the cursor is in one of them, all stay where
  /// they are.
  void show_leading(const Leading& leading);
  /// Whether there is nothing to show.
  bool is_empty() const { return shown_.empty(); }
  /// Other pages and documents begin anew.
  void clear();
  std::vector<QWidget*> tab_stops() const override;

 private:
  void arrange();

  FoldHead* head_;
  QWidget* body_;
  QVBoxLayout* rows_;
  std::vector<InputKey> shown_;
  std::map<InputKey, InputField*> fields_;
};

}  // namespace llmsize::gui
