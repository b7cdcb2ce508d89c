// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done on the Calibration page: open records, measure this machine, use and save what was measured.
#pragma once

#include "gui/models/probe_run.hpp"
#include "gui/models/session.hpp"

#include <QFrame>

class QHBoxLayout;
class QProgressBar;
class QPushButton;

namespace llmsize::gui {

class LinkButton;
class Words;

class CalibrationBar : public QFrame {
  Q_OBJECT

 public:
  explicit CalibrationBar(Session& session, QWidget* parent = nullptr);

  /// The program that measures; where none is set it is looked for.
  void set_program(const QString& program) { program_ = program; }
  ProbeRun& probe() { return probe_; }
  /// Buttons say less where there is less room.
  QSize minimumSizeHint() const override { return {0, QFrame::minimumSizeHint().height()}; }

 public Q_SLOTS:
  /// Asks for files and opens them.
  void open_records();
  /// Opens records and calibrations by their paths and shows the page.
  void open_files(const QStringList& paths);
  /// Asks for a folder in which storage is measured, and starts.
  void measure();
  /// The scenario rests on what the records tell.
  void apply();
  /// The scenario rests on data sheets and defaults again.
  void take_off();
  void save();
  void leave_out(const QString& node);
  /// Shows what can be done now.
  void update_state();

 Q_SIGNALS:
  void said(const QString& message);
  void troubled(const QString& message);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QPushButton* add_button(QHBoxLayout& row, const QString& words, void (CalibrationBar::*act)());
  void dress();
  void fit_words();
  void measured(const QString& record);

  Session& session_;
  ProbeRun probe_;
  QString program_;
  QPushButton *open_, *measure_, *save_, *take_off_, *apply_, *cancel_;
  Words* words_;
  LinkButton* take_back_;
  QProgressBar* progress_;
};

}  // namespace llmsize::gui
