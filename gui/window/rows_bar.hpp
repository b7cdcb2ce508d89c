// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with rows that a page shows: stop them, compare and export them.
#pragma once

#include "gui/models/session.hpp"

#include <QFrame>

class QHBoxLayout;
class QProgressBar;
class QPushButton;

namespace llmsize::gui {

class LinkButton;
class Words;

class RowsBar : public QFrame {
  Q_OBJECT

 public:
  /// `word` names files: "study".
  RowsBar(Session& session, RowsRun& rows, QString word, QWidget* parent);

  QSize minimumSizeHint() const override { return {0, QFrame::minimumSizeHint().height()}; }

 public Q_SLOTS:
  /// Pinned rows, else brushed ones, become scenarios in front of those that are open, and the page Compare shows them.
  void compare();
  /// Asks for a file and writes all rows with their results.
  void export_rows();

 Q_SIGNALS:
  void said(const QString& message);
  void troubled(const QString& message);

 protected:
  void paintEvent(QPaintEvent* event) override;
  /// Words before a control.
  void say(QHBoxLayout& row, const QString& text);
  QPushButton* add_button(QHBoxLayout& row, const QString& words);
  /// The end of a row of controls: which rows are shown, how far they are, what is done with them.
  void add_tools(QHBoxLayout& row);
  /// Follows rows and looks; once everything is in its place.
  void wire();
  virtual void show_rows();
  virtual void dress();

  Session& session_;

 private:
  void show_busy(bool busy);

  RowsRun& rows_;
  QString word_;
  std::vector<QPushButton*> buttons_{};
  QProgressBar* progress_;
  Words* words_;
  LinkButton *all_, *stop_, *rest_;
  QPushButton *compare_ = nullptr, *export_ = nullptr;
};

}  // namespace llmsize::gui
