// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/probe_run.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <algorithm>

namespace llmsize::gui {

ProbeRun::ProbeRun(QObject* parent) : QObject(parent) {
  process_.setStandardOutputFile(QProcess::nullDevice());
  connect(&process_, &QProcess::readyReadStandardError, this, &ProbeRun::read_lines);
  connect(&process_, &QProcess::finished, this, &ProbeRun::finish);
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      Q_EMIT failed(tr("Cannot start %1: %2").arg(process_.program(), process_.errorString()));
  });
}

ProbeRun::~ProbeRun() {
  process_.disconnect(this);
  if (!is_running()) return;
  constexpr int tidying = 5000;
  process_.terminate();
  if (!process_.waitForFinished(tidying)) process_.kill();
  process_.waitForFinished();
}

QString ProbeRun::find_program() {
  const QString name = QStringLiteral("llmsize");
  const QString beside = QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
  return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

void ProbeRun::start(const QString& program, const QString& folder, const QString& record) {
  record_ = record;
  what_.clear();
  last_words_.clear();
  seconds_ = 0;
  stopping_ = false;
  QStringList arguments{
      QStringLiteral("probe"),
      QStringLiteral("--preset"),
      QStringLiteral("quick"),
      QStringLiteral("--progress"),
      QStringLiteral("json"),
      QStringLiteral("-o"),
      record};
  if (!folder.isEmpty()) arguments << QStringLiteral("--dir") << folder;
  process_.start(program, arguments, QIODevice::ReadOnly);
}

void ProbeRun::cancel() {
  if (!is_running()) return;
  stopping_ = true;
  process_.terminate();
}

void ProbeRun::read_lines() {
  process_.setReadChannel(QProcess::StandardError);
  while (process_.canReadLine()) {
    const QByteArray line = process_.readLine().trimmed();
    const QJsonDocument event = QJsonDocument::fromJson(line);
    if (event.isObject())
      take(event.object());
    else if (line.startsWith("hint: "))
      last_words_ += QStringLiteral("; ") + QString::fromUtf8(line.mid(6));
    else if (!line.isEmpty())
      last_words_ = QString::fromUtf8(line.startsWith("error: ") ? line.mid(7) : line);
  }
}

void ProbeRun::take(const QJsonObject& event) {
  const QString kind = event.value(u"event").toString();
  if (kind == u"plan") seconds_ = event.value(u"seconds").toDouble();
  if (kind == u"step")
    what_ = QStringLiteral("%1: %2").arg(event.value(u"probe").toString(), event.value(u"what").toString());
  const double done = event.value(u"planned_seconds_done").toDouble();
  Q_EMIT progress(what_, seconds_ > 0 ? std::clamp(done / seconds_, 0.0, 1.0) : 0, seconds_);
}

void ProbeRun::finish(int code, QProcess::ExitStatus status) {
  read_lines();
  if (stopping_) {
    // Half a measurement is no measurement of the machine.
    QFile::remove(record_);
    Q_EMIT cancelled();
  } else if (status == QProcess::NormalExit && code == 0 && QFileInfo::exists(record_)) {
    Q_EMIT done(record_);
  } else {
    const QString why = last_words_.isEmpty() ? tr("exit code %1").arg(code) : last_words_;
    Q_EMIT failed(tr("Probe failed: %1").arg(why));
  }
}

}  // namespace llmsize::gui
