// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the form that has fields, and what they ask of the form.
#pragma once

#include "gui/panels/input_field.hpp"

#include <QWidget>

#include <vector>

namespace llmsize::gui {

class FieldSection : public QWidget {
  Q_OBJECT

 public:
  FieldSection(InputsModel& model, QWidget* parent) : QWidget(parent), model_(model) {}

  /// Shows what the model says now, in the fields that are seen.
  virtual void refresh();
  /// What Tab goes to, in its order.
  virtual std::vector<QWidget*> tab_stops() const = 0;

 Q_SIGNALS:
  /// A field was made: it is the last for Tab wherever it is seen.
  void field_made();
  void refused(const QString& why);
  void pick_wanted(const QString& key, QWidget* below);
  void explain_wanted(const QString& key);

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// A field, which the section places.
  InputField* made(const QModelIndex& input, InputField::Shape shape, QWidget* parent);

  InputsModel& model_;

 private:
  std::vector<InputField*> fields_;
};

}  // namespace llmsize::gui
