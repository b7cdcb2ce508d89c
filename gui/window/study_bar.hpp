// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the Study page: choose what is varied and drawn, open a sheet, compare and export rows.
#pragma once

#include "gui/models/session.hpp"

#include <QFrame>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace llmsize::gui {

class LinkButton;
class Words;

class StudyBar : public QFrame {
  Q_OBJECT

 public:
  explicit StudyBar(Session& session, QWidget* parent = nullptr);

  QSize minimumSizeHint() const override { return {0, QFrame::minimumSizeHint().height()}; }

 public Q_SLOTS:
  /// Asks for a sheet of scenarios and opens it.
  void open_sheet();
  /// Opens it and shows the page.
  void open(const QString& path);
  /// Pinned rows, else brushed ones, become scenarios beside the one that is open, and the page Compare shows them.
  void compare();
  /// Asks for a file and writes all rows with their results.
  void export_rows();

 Q_SIGNALS:
  void said(const QString& message);
  void troubled(const QString& message);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  /// An input and its values, side by side.
  struct Axis {
    QComboBox* input;
    QLineEdit* values;
  };
  Axis add_axis(QHBoxLayout& row, const QString& words);
  QPushButton* add_button(QHBoxLayout& row, const QString& words, void (StudyBar::*act)());
  void wire();
  void vary();
  void propose(const Axis& axis);
  void show_varied();
  void show_rows();
  void show_busy(bool busy);
  void dress();

  Session& session_;
  StudyRun& study_;
  std::vector<Axis> axes_{};
  QComboBox *result_, *kind_;
  QProgressBar* progress_;
  Words* words_;
  LinkButton *all_, *usual_, *stop_, *rest_;
  QPushButton *open_ = nullptr, *compare_ = nullptr, *export_ = nullptr;
};

}  // namespace llmsize::gui
