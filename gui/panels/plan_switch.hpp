// SPDX-License-Identifier: GPL-3.0-or-later
// Who says how many: the planner, or the user.
#pragma once

#include <QWidget>

#include <vector>

namespace llmsize::gui {

class LinkButton;

class PlanSwitch : public QWidget {
  Q_OBJECT

 public:
  /// Of an input with a name.
  explicit PlanSwitch(const QString& name, QWidget* parent = nullptr);

  void set_own(bool own);
  std::vector<QWidget*> tab_stops() const;

 Q_SIGNALS:
  /// The planner shall choose.
  void plan_wanted();
  /// The user has a number to say.
  void own_wanted();

 private:
  LinkButton *plan_, *own_;
};

}  // namespace llmsize::gui
