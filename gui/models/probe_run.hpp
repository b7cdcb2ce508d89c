// SPDX-License-Identifier: GPL-3.0-or-later
// Measures this machine by the command line program, so that the app itself never loads the libraries of GPUs.
#pragma once

#include <QProcess>
#include <QString>

class QJsonObject;

namespace llmsize::gui {

class ProbeRun : public QObject {
  Q_OBJECT

 public:
  explicit ProbeRun(QObject* parent = nullptr);
  ~ProbeRun() override;

  /// The program `llmsize` beside the app, else in PATH; empty where there is none.
  static QString find_program();

  /// Starts `program probe --preset quick`; storage is measured in the folder where one is given. The record is written
  /// to `record`.
  void start(const QString& program, const QString& folder, const QString& record);
  bool is_running() const { return process_.state() != QProcess::NotRunning; }
  /// Asks the program to end; it tidies up first.
  void cancel();

 Q_SIGNALS:
  /// What is measured now, how much of the planned time is done (0 to 1), and all planned seconds.
  void progress(const QString& what, double share, double seconds);
  /// The record is written.
  void done(const QString& record);
  void failed(const QString& message);
  void cancelled();

 private:
  void read_lines();
  void take(const QJsonObject& event);
  void finish(int code, QProcess::ExitStatus status);

  QProcess process_;
  QString record_, what_, last_words_;
  double seconds_ = 0;
  bool stopping_ = false;
};

}  // namespace llmsize::gui
