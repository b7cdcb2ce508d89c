// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/calibration_bar.hpp"

#include "gui/charts/ask_file.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPainter>
#include <QStandardPaths>

namespace llmsize::gui {
namespace {

/// Where records of this machine are kept: a file each, named by the time.
QString new_record() {
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/records"));
  if (!QDir().mkpath(folder.path())) return {};
  return folder.filePath(
      QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-dd-HHmmss-zzz")) + QStringLiteral(".json"));
}

QString seconds_text(double seconds) {
  constexpr double minute = 60;
  return seconds < 2 * minute ? CalibrationBar::tr("%1 s").arg(std::ceil(seconds))
                              : CalibrationBar::tr("%1 min").arg(std::ceil(seconds / minute));
}

}  // namespace

CalibrationBar::CalibrationBar(Session& session, QWidget* parent)
    : QFrame(parent),
      session_(session),
      words_(new Words(TextRole::body, &Tokens::text2, Words::Lines::one, this)),
      take_back_(new LinkButton(tr("Include all nodes"), this)),
      progress_(new QProgressBar(this)) {
  setAccessibleName(tr("Calibration"));
  auto* row = new QHBoxLayout(this);
  open_ = add_button(*row, tr("Open records…"), &CalibrationBar::open_records);
  measure_ = add_button(*row, tr("Probe this node…"), &CalibrationBar::measure);
  row->addWidget(words_, 1);
  row->addWidget(take_back_);
  row->addWidget(progress_);
  cancel_ = add_button(*row, tr("Cancel"), nullptr);
  save_ = add_button(*row, tr("Save calibration…"), &CalibrationBar::save);
  take_off_ = add_button(*row, tr("Remove"), &CalibrationBar::take_off);
  apply_ = add_button(*row, tr("Apply to this scenario"), &CalibrationBar::apply);
  progress_->setTextVisible(false);
  progress_->setRange(0, 1000);
  progress_->setAccessibleName(tr("Probe progress"));
  take_off_->setToolTip(tr("Use data sheets and defaults again"));
  connect(cancel_, &QPushButton::clicked, &probe_, &ProbeRun::cancel);
  connect(take_back_, &QAbstractButton::clicked, &session_.records(), &Records::take_back);
  connect(&probe_, &ProbeRun::progress, this, [this](const QString& what, double share, double seconds) {
    words_->setText(
        what.isEmpty() ? tr("Probing takes about %1").arg(seconds_text(seconds))
                       : tr("%1, about %2 left").arg(what, seconds_text((1 - share) * seconds)));
    progress_->setValue(static_cast<int>(1000 * share));
  });
  connect(&probe_, &ProbeRun::done, this, &CalibrationBar::measured);
  connect(&probe_, &ProbeRun::failed, this, [this](const QString& message) {
    update_state();
    Q_EMIT troubled(message);
  });
  connect(&probe_, &ProbeRun::cancelled, this, [this] {
    update_state();
    Q_EMIT said(tr("Probe canceled. No record was saved."));
  });
  connect(&session_, &Session::page_changed, this, &CalibrationBar::update_state);
  follow_looks(this, [this, row] {
    const Metrics m = metrics();
    row->setContentsMargins(m.px(12), m.px(8), m.px(12), m.px(8));
    row->setSpacing(m.px(8));
    progress_->setFixedSize(m.px(140), m.px(6));
    dress();
    fit_words();
  });
  update_state();
}

QPushButton* CalibrationBar::add_button(QHBoxLayout& row, const QString& words, void (CalibrationBar::*act)()) {
  auto* button = new QPushButton(words, this);
  button->setCursor(Qt::PointingHandCursor);
  if (act) connect(button, &QPushButton::clicked, this, act);
  row.addWidget(button);
  return button;
}

void CalibrationBar::update_state() {
  const bool running = probe_.is_running(), records = !session_.records().empty();
  const QStringList& out = session_.records().left_out();
  const bool in_use = session_.document() && session_.document()->calibration();
  const CalibrationInUse told = records && session_.page_id() == u"calibration" ? session_.told_calibration() : nullptr;
  for (QWidget* each : {static_cast<QWidget*>(progress_), static_cast<QWidget*>(cancel_)}) each->setVisible(running);
  measure_->setVisible(!running);
  save_->setVisible(!running && (told || in_use));
  take_off_->setVisible(!running && in_use);
  apply_->setVisible(!running && told && !same_values(told, session_.document()->calibration()));
  take_back_->setVisible(!running && !out.isEmpty());
  fit_words();
  if (!running) words_->setText(out.isEmpty() ? QString() : tr("Without %1").arg(out.join(QStringLiteral(", "))));
}

/// All words where they fit, else the first of each.
void CalibrationBar::fit_words() {
  const std::pair<QPushButton*, std::pair<QString, QString>> words[] = {
      {open_, {tr("Open records…"), tr("Open…")}},
      {measure_, {tr("Probe this node…"), tr("Probe…")}},
      {save_, {tr("Save calibration…"), tr("Save…")}},
      {apply_, {tr("Apply to this scenario"), tr("Apply")}}};
  for (const auto& [button, texts] : words) {
    button->setText(texts.first);
    button->setAccessibleName(texts.first);
  }
  if (layout()->minimumSize().width() <= width()) return;
  for (const auto& [button, texts] : words) button->setText(texts.second);
}

void CalibrationBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit_words();
}

void CalibrationBar::open_records() {
  const QStringList paths = QFileDialog::getOpenFileNames(
      window(), tr("Open records"), {}, tr("Records and calibrations (*.json);;All files (*)"));
  if (!paths.isEmpty()) open_files(paths);
}

void CalibrationBar::open_files(const QStringList& paths) {
  QStringList records, troubles;
  for (const QString& path : paths) {
    if (!Records::is_calibration(path)) {
      records << path;
      continue;
    }
    try {
      const std::string file = QFile::encodeName(path).toStdString();
      if (session_.document())
        session_.document()->calibrate(calibration_of(read_file(file), file), tr("Apply calibration"));
    } catch (const BadInput& error) {
      troubles << to_qt(error.what());
    }
  }
  if (!records.isEmpty())
    if (const QString trouble = session_.records().open(records); !trouble.isEmpty()) troubles << trouble;
  session_.set_page(QStringLiteral("calibration"));
  if (!troubles.isEmpty()) Q_EMIT troubled(troubles.join(u'\n'));
}

void CalibrationBar::measure() {
  if (probe_.is_running()) return;
  session_.set_page(QStringLiteral("calibration"));
  const QString program = program_.isEmpty() ? ProbeRun::find_program() : program_;
  if (program.isEmpty())
    return Q_EMIT troubled(tr("Cannot probe: the llmsize program is neither next to the app nor in PATH."));
  const QString folder = QFileDialog::getExistingDirectory(
      window(), tr("Folder to probe storage in; llmsize removes its test files"), QDir::homePath());
  if (folder.isEmpty()) return;
  const QString record = new_record();
  if (record.isEmpty()) return Q_EMIT troubled(tr("Cannot save the record: no data folder."));
  words_->setText(tr("Starting"));
  progress_->setValue(0);
  probe_.start(program, folder, record);
  update_state();
}

void CalibrationBar::measured(const QString& record) {
  update_state();
  open_files({record});
  Q_EMIT said(tr("Node probed: %1").arg(QDir::toNativeSeparators(record)));
}

void CalibrationBar::apply() {
  const CalibrationInUse told = session_.told_calibration();
  if (!told || !session_.document()) return;
  session_.document()->calibrate(told, tr("Apply calibration"));
  Q_EMIT said(tr("Calibration applied. Saving the scenario also writes the calibration file."));
}

void CalibrationBar::take_off() {
  if (session_.document()) session_.document()->calibrate({}, tr("Remove calibration"));
}

void CalibrationBar::save() {
  CalibrationInUse calibration = session_.told_calibration();
  if (!calibration && session_.document()) calibration = session_.document()->calibration();
  if (!calibration) return;
  const QString path =
      ask_file(window(), tr("Save calibration"), QStringLiteral("calibration.json"), tr("Calibrations (*.json)"));
  if (path.isEmpty()) return;
  if (const QString reason = write_safely(path, calibration->text); !reason.isEmpty())
    return Q_EMIT troubled(tr("Cannot write %1: %2").arg(QDir::toNativeSeparators(path), reason));
  Q_EMIT said(tr("Saved: %1. Use it with --calibration in every llmsize command.").arg(QDir::toNativeSeparators(path)));
}

void CalibrationBar::leave_out(const QString& node) { session_.records().leave_out(node); }

void CalibrationBar::dress() {
  for (QPushButton* button : {open_, measure_, cancel_, save_, take_off_, apply_}) {
    gui::dress(*button, button == apply_ ? Weight::leading : Weight::plain);
    button->setFixedHeight(metrics().px(30));
  }
  gui::dress(*progress_);
}

void CalibrationBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
