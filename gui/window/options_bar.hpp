// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the Options page: choose the systems that are offered, compare and export rows.
#pragma once

#include "gui/window/rows_bar.hpp"

class QComboBox;
class QLineEdit;

namespace llmsize::gui {

class OptionsBar : public RowsBar {
  Q_OBJECT

 public:
  explicit OptionsBar(Session& session, QWidget* parent = nullptr);

 private:
  void ask(const QStringList& systems);
  void show_systems();
  void dress() override;

  OptionsRun& options_;
  QLineEdit* systems_;
  QComboBox* more_;
  LinkButton* usual_;
};

}  // namespace llmsize::gui
