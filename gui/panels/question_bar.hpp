// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions of a page, large, on top of the form: two beside each other, entries of the catalog on a line of their
// own.
#pragma once

#include "gui/panels/field_section.hpp"

#include "core/formula/id.hpp"

#include <map>
#include <string_view>

class QGridLayout;

namespace llmsize::gui {

class QuestionBar : public FieldSection {
  Q_OBJECT

 public:
  QuestionBar(InputsModel& model, QWidget* parent);

  /// Shows these inputs, in this order.
  void ask(const std::vector<ScenarioKey>& keys);
  /// Whether it asks for an input.
  bool asks(std::string_view key) const;
  /// The field of an input; nullptr for one that it does not ask for.
  InputField* field(std::string_view key) const;
  std::vector<QWidget*> tab_stops() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void level();

  QGridLayout* grid_;
  std::vector<std::string_view> asked_;
  std::map<std::string_view, InputField*> fields_;
};

}  // namespace llmsize::gui
