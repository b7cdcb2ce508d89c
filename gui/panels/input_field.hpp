// SPDX-License-Identifier: GPL-3.0-or-later
// One input in the form: label, box, origin, and below them what is wrong with what was typed.
#pragma once

#include "gui/models/inputs_model.hpp"

#include <QPersistentModelIndex>
#include <QWidget>

#include <optional>
#include <vector>

namespace llmsize::gui {

class OriginChip;
class PickButton;
class ValueEdit;
class Words;

class InputField : public QWidget {
  Q_OBJECT

 public:
  InputField(InputsModel& model, const QModelIndex& input, QWidget* parent = nullptr);

  const QPersistentModelIndex& input() const { return input_; }
  QString key() const { return input_.data(InputsModel::key_role).toString(); }
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
  void step(int steps);
  void remember();
  void restore();
  void confirm();
  void leave();

  InputsModel& model_;
  QPersistentModelIndex input_;
  Words *label_, *error_;
  ValueEdit* value_ = nullptr;
  PickButton* pick_ = nullptr;
  OriginChip* chip_;
  std::optional<Scenario::Said> before_;  ///< what was said when the box was entered
  int dragged_from_ = 0;
};

}  // namespace llmsize::gui
