// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the Study page: choose what is varied and drawn, open a sheet, compare and export rows.
#pragma once

#include "gui/window/rows_bar.hpp"

class QComboBox;
class QLineEdit;

namespace llmsize::gui {

class StudyBar : public RowsBar {
  Q_OBJECT

 public:
  explicit StudyBar(Session& session, QWidget* parent = nullptr);

 public Q_SLOTS:
  /// Asks for a sheet of scenarios and opens it.
  void open_sheet();
  /// Opens it and shows the page.
  void open(const QString& path);

 private:
  /// An input and its values, side by side.
  struct Axis {
    QComboBox* input;
    QLineEdit* values;
  };
  Axis add_axis(QHBoxLayout& row, const QString& words);
  void vary();
  void propose(const Axis& axis);
  void show_varied();
  void show_rows() override;
  void dress() override;

  StudyRun& study_;
  std::vector<Axis> axes_{};
  QComboBox *result_, *kind_;
  LinkButton* usual_;
};

}  // namespace llmsize::gui
