// SPDX-License-Identifier: GPL-3.0-or-later
// One input in the form: label, box, origin, and below them what is wrong with what was typed. A row of a group, or
// large, with the label above the box, where it is a decision of the page.
#pragma once

#include "gui/models/inputs_model.hpp"

#include <QPersistentModelIndex>
#include <QWidget>

#include <optional>
#include <vector>

class QAbstractButton;

namespace llmsize::gui {

class OriginChip;
class PickButton;
class PlanSwitch;
class ValueEdit;
class Words;

class InputField : public QWidget {
  Q_OBJECT

 public:
  /// A noted row has its label on a line of its own, and a note before the box; a wide decision has a line of its own.
  enum class Shape { row, noted_row, decision, wide_decision };
  /// How a decision looks: names of catalog entries are long, and nodes are counted or left to the planner.
  static Shape decision(std::string_view key);

  InputField(InputsModel& model, const QModelIndex& input, Shape shape, QWidget* parent = nullptr);

  Shape shape() const { return shape_; }
  const QPersistentModelIndex& input() const { return input_; }
  QString key() const { return input_.data(InputsModel::key_role).toString(); }
  /// Quiet words: what the input does to the answer.
  void set_note(const QString& note);
  /// How high the label has to be at a width of the field, and how high it is: boxes beside each other stand level.
  int label_height(int width) const;
  void set_label_height(int height);
  /// Shows what the model says now.
  void refresh();
  /// Puts the cursor into the box.
  void edit();
  /// What Tab goes to, in its order.
  std::vector<QWidget*> tab_stops() const;

 Q_SIGNALS:
  /// A picker shall open below a widget.
  void pick_wanted(QWidget* below);
  void explain_wanted(const QString& key);
  /// The cursor left what is no value: what was said before holds, and why.
  void refused(const QString& why);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QWidget* make_box();
  void place_in_row(QWidget* box);
  void place_as_decision(QWidget* box);
  bool is_large() const { return shape_ == Shape::decision || shape_ == Shape::wide_decision; }
  bool is_draggable() const;
  QWidget* box() const;
  void tell_price();
  void unset();
  void step(int steps);
  void remember();
  void restore();
  void confirm();
  void leave();

  InputsModel& model_;
  QPersistentModelIndex input_;
  Shape shape_;
  Words *label_, *note_, *price_, *error_;
  ValueEdit* value_ = nullptr;
  PickButton* pick_ = nullptr;
  PlanSwitch* switch_ = nullptr;
  QAbstractButton* give_back_;  ///< leaves the choice to the planner again
  OriginChip* chip_;
  std::optional<Scenario::Said> before_;  ///< what was said when the box was entered
  int dragged_from_ = 0;
};

}  // namespace llmsize::gui
