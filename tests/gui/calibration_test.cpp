// SPDX-License-Identifier: GPL-3.0-or-later
// The Calibration page: records are opened, applied, saved and taken back; a machine is measured by a program that
// stands in for llmsize.
#include "core/calibration/records.hpp"
#include "core/inputs/list.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/page_files.hpp"
#include "gui/window/top_bar.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"
#include "tests/support/fixtures.hpp"

#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

namespace llmsize::gui {
namespace {

const QString page = QStringLiteral("calibration");

ProbeRecord record_of(const std::string& node, double speed) {
  ProbeRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.host = {{"id", "id of " + node}, {"name", node}, {"gpus", Json::array()}};
  const auto near = [](double value) { return std::vector<double>{value * 0.99, value, value, value * 1.01}; };
  for (int gpu = 0; gpu < 8; ++gpu) {
    record.host["gpus"].push_back({{"name", "NVIDIA H100 80GB HBM3"}, {"driver", "550.54.15"}});
    record.results.push_back(
        {"gemm-soak", {{"gpu", gpu}, {"dtype", "bf16"}}, "rate", "FLOP/s", near(0.7 * 989.4e12 * speed)});
    record.results.push_back({"hbm", {{"gpu", gpu}, {"kernel", "triad"}}, "bandwidth", "B/s", near(0.92 * 3350e9)});
  }
  for (double threads = 1; threads <= 64; threads *= 2)
    record.results.push_back(
        {"fs.read",
         {{"threads", threads}, {"block_bytes", 1048576}},
         "bandwidth",
         "B/s",
         near(4e10 * threads / (threads + 8)),
         true});
  return record;
}

QString write(const QTemporaryDir& folder, const QString& name, const std::string& text) {
  return gui::write(folder.filePath(name), QByteArray::fromStdString(text));
}

/// Files of eight nodes, the fifth slow.
QStringList write_records(const QTemporaryDir& folder) {
  QStringList paths;
  for (int i = 1; i <= 8; ++i) {
    const QString name = QStringLiteral("gpu-0%1").arg(i);
    paths << write(
        folder, name + QStringLiteral(".json"), write_record(record_of(to_core(name), i == 5 ? 0.8 : 1)).dump());
  }
  return paths;
}

/// A program that does as `llmsize probe` does: tells its plan, takes a while, writes the record; ended early, it
/// leaves a part of one.
QString stand_in(const QTemporaryDir& folder, const QString& record, const char* seconds) {
  const QString path = write(
      folder, QStringLiteral("llmsize"),
      "#!/bin/sh\n"
      "while [ $# -gt 0 ]; do case \"$1\" in -o) out=$2;; --dir) dir=$2;; esac; shift; done\n"
      "[ -d \"$dir\" ] || { echo \"error: --dir: no folder $dir\" >&2; exit 4; }\n"
      "trap 'kill $!; echo part > \"$out\"; exit 143' TERM\n"
      "echo '{\"event\":\"plan\",\"steps\":2,\"seconds\":40}' >&2\n"
      "echo "
      "'{\"event\":\"step\",\"step\":2,\"steps\":2,\"probe\":\"dram\",\"what\":\"triad\",\"planned_seconds_done\":10}' "
      ">&2\n"
      "sleep " +
          std::string(seconds) +
          " & wait\n"
          "cp '" +
          to_core(record) + "' \"$out\"\n");
  QFile(path).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  return path;
}

QPushButton* button(OpenWindow& open, const QString& words) {
  for (auto* each : open.window.calibration()->findChildren<QPushButton*>())
    if ((each->text() == words || each->accessibleName() == words) && each->isVisible()) return each;
  return nullptr;
}

QString chip(OpenWindow& open) {
  for (auto* each : open.window.findChild<TopBar*>()->findChildren<QToolButton*>())
    if (each->text().contains(u"easured") || each->text().contains(u"alibrated")) return each->text();
  return {};
}

const Page& page_with(OpenWindow& open, const QStringList& paths) {
  open.window.open_files(paths);
  open.settle();
  return open.session.page();
}

/// Keys whose value or origin is another one.
QStringList differing(const Case& a, const Case& b) {
  QStringList keys;
  for (const InputAbout* about : numeric_inputs()) {
    const InputKey key = InputKey::find(about->key).value();
    const bool same_value = a[key] == b[key] || (std::isnan(a[key]) && std::isnan(b[key]));
    if (!same_value || a.origin(key).kind != b.origin(key).kind) keys << to_qt(about->key);
  }
  return keys;
}

}  // namespace

class CalibrationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void without_records_it_says_what_to_do();
  void records_are_opened_by_a_dialog_and_the_slow_node_is_named();
  void records_can_be_dropped();
  void a_node_is_left_out_and_taken_back();
  void applying_changes_exactly_what_was_measured_and_can_be_undone();
  void an_applied_calibration_survives_saving_and_equals_the_command_line();
  void a_calibration_taken_off_is_kept_aside();
  void a_calibration_is_recovered();
  void a_saved_calibration_is_what_the_command_line_writes();
  void another_machine_is_said();
  void compared_scenarios_keep_their_own_calibration();
  void bad_files_are_told();
  void this_machine_is_measured_by_a_program();
  void the_real_program_measures_memory();
  void measuring_can_be_cancelled();
  void a_program_that_fails_is_told();
  void the_dump_shows_records();
};

void CalibrationTest::without_records_it_says_what_to_do() {
  OpenWindow open;
  open.act(QStringLiteral("Calibration"));
  QCOMPARE(open.session.page_id(), page);
  QCOMPARE(to_qt(open.session.page().verdict_label), QStringLiteral("Uncalibrated"));
  QCOMPARE(chip(open), QStringLiteral("Uncalibrated"));
  QVERIFY(button(open, QStringLiteral("Open records…")) && button(open, QStringLiteral("Probe this node…")));
  QVERIFY(
      !button(open, QStringLiteral("Apply to this scenario")) && !button(open, QStringLiteral("Save calibration…")));
  open.go(QStringLiteral("size"));
  QVERIFY(!open.window.calibration()->isVisible());
}

void CalibrationTest::records_are_opened_by_a_dialog_and_the_slow_node_is_named() {
  QTemporaryDir folder;
  const QStringList paths = write_records(folder);
  OpenWindow open;
  open.go(page);
  QStringList quoted;
  for (const QString& path : paths) quoted << u'"' + path + u'"';
  choose_file(quoted.join(u' '));
  QTest::mouseClick(button(open, QStringLiteral("Open records…")), Qt::LeftButton);
  open.settle();
  const Page& page = open.session.page();
  QCOMPARE(to_qt(page.figures.front().value), QStringLiteral("8"));
  QCOMPARE(to_qt(page.verdict_label), QStringLiteral("1 slow node"));
  QVERIFY(page.sentence.find("gpu-05") != std::string::npos);
  QVERIFY(button(open, QStringLiteral("Apply to this scenario")));
  QCOMPARE(open.window.page()->cards().front()->chart().id, std::string("calibration.saturation"));
}

void CalibrationTest::records_can_be_dropped() {
  QTemporaryDir folder;
  OpenWindow open;
  QMimeData data;
  QList<QUrl> urls;
  for (const QString& path : write_records(folder)) urls << QUrl::fromLocalFile(path);
  data.setUrls(urls);
  QDragEnterEvent enter({700, 500}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&open.window, &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop({700, 500}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&open.window, &drop);
  QCOMPARE(open.session.page_id(), page);
  QCOMPARE(to_qt(open.session.page().figures.front().value), QStringLiteral("8"));
  QCOMPARE(open.session.desk().count(), 1);
}

void CalibrationTest::a_node_is_left_out_and_taken_back() {
  QTemporaryDir folder;
  OpenWindow open;
  page_with(open, write_records(folder));
  const std::string said = open.said();
  LinkButton* leave = nullptr;
  for (auto* each : open.window.findChildren<LinkButton*>())
    if (each->text() == u"Exclude gpu-05") leave = each;
  QVERIFY(leave);
  QTest::mouseClick(leave, Qt::LeftButton);
  QCOMPARE(to_qt(open.session.page().figures.front().value), QStringLiteral("7"));
  QCOMPARE(to_qt(open.session.page().verdict_label), QStringLiteral("Ready to use"));
  QCOMPARE(open.said(), said);
  open.session.records().take_back();
  QCOMPARE(to_qt(open.session.page().figures.front().value), QStringLiteral("8"));
}

void CalibrationTest::applying_changes_exactly_what_was_measured_and_can_be_undone() {
  QTemporaryDir folder;
  OpenWindow open;
  page_with(open, write_records(folder));
  const Measured told = open.session.measured();
  QVERIFY(told.merged);
  const auto completed = [&] { return complete(open.document().scenario(), open.session.catalog()); };
  const Case before = completed();
  QTest::mouseClick(button(open, QStringLiteral("Apply to this scenario")), Qt::LeftButton);
  open.settle();
  QCOMPARE(chip(open), QStringLiteral("8 nodes measured"));
  QCOMPARE(to_qt(open.session.page().figures.front().value), QStringLiteral("8"));
  const Case after = completed();
  QStringList measured;
  for (const MeasuredInput& input : told.merged->inputs) {
    measured << to_qt(input.key);
    const InputKey key = InputKey::find(input.key).value();
    QCOMPARE(after.origin(key).kind, Origin::Kind::measured);
    QVERIFY(std::abs(after[key] / input.fitted.value - 1) < 1e-5);
    QVERIFY(text(after.origin(key)).find("gpu-01") != std::string::npos);
  }
  for (const QString& key : differing(before, after)) {
    // What else differs is derived from it.
    const Origin::Kind kind = after.origin(InputKey::find(to_core(key)).value()).kind;
    QVERIFY2(
        measured.contains(key) || kind == Origin::Kind::choice || kind == Origin::Kind::measured ||
            kind == Origin::Kind::absent || kind == Origin::Kind::derived,
        qPrintable(key));
  }
  QCOMPARE(open.session.planner()->current().origin("accelerator.memory_efficiency").kind, Origin::Kind::measured);
  open.press(Qt::Key_Z, Qt::ControlModifier);
  open.settle();
  QCOMPARE(differing(before, completed()), QStringList());
  QCOMPARE(chip(open), QStringLiteral("Uncalibrated"));
  open.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  open.settle();
  QCOMPARE(differing(after, completed()), QStringList());
}

void CalibrationTest::an_applied_calibration_survives_saving_and_equals_the_command_line() {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("plan.llmsize"));
  QString time;
  {
    OpenWindow open;
    page_with(open, write_records(folder));
    open.window.calibration()->apply();
    QVERIFY(open.document().is_modified());
    QCOMPARE(open.document().save_as(file), QString());
    QVERIFY(!open.document().is_modified());
    open.go(QStringLiteral("size"));
    time = open.shown("training.calendar_time");
  }
  const QString beside = folder.filePath(QStringLiteral("plan.calibration.json"));
  QVERIFY(QFile::exists(beside));
  OpenWindow again({1440, 900}, {file});
  QCOMPARE(again.shown("training.calendar_time"), time);
  QCOMPARE(chip(again), QStringLiteral("8 nodes measured"));
  QVERIFY(!again.document().is_modified());
  const Json answer = run_program(
      QString::fromStdString(tests::program()),
      {QStringLiteral("size"), QStringLiteral("--json"), QStringLiteral("--scenario"), file,
       QStringLiteral("--calibration"), beside, QStringLiteral("--results"), QStringLiteral("training.calendar_time")});
  const double theirs = answer.at("results").at("training.calendar_time").at("value").get<double>();
  const Json shown = page_json(again.session.page(), again.session.planner()->subject(), again.session.catalog());
  bool found = false;
  for (const Json& figure : shown.at("figures"))
    if (figure.at("id") == "training.calendar_time") {
      QVERIFY(std::abs(figure.at("value").get<double>() / theirs - 1) < 1e-9);
      found = true;
    }
  QVERIFY(found);
}

void CalibrationTest::a_calibration_taken_off_is_kept_aside() {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("plan.llmsize")),
                beside = folder.filePath(QStringLiteral("plan.calibration.json"));
  OpenWindow open;
  page_with(open, write_records(folder));
  open.window.calibration()->apply();
  QCOMPARE(open.document().save_as(file), QString());
  open.window.calibration()->take_off();
  QCOMPARE(open.document().save(), QString());
  QVERIFY(!QFile::exists(beside));
  QVERIFY(QFile::exists(beside + u'~'));
  OpenWindow again({1440, 900}, {file});
  QCOMPARE(chip(again), QStringLiteral("Uncalibrated"));
}

void CalibrationTest::a_calibration_is_recovered() {
  QTemporaryDir folder;
  OpenWindow open;
  page_with(open, write_records(folder));
  const CalibrationInUse told = open.session.told_calibration();
  Recovery kept;
  QCOMPARE(kept.keep(open.said(), {}, QStringLiteral("kept"), 0, told->text), QString());
  Recovered left;
  const QDir there(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"));
  for (const QFileInfo& info : there.entryInfoList({QStringLiteral("*.json")}, QDir::Files))
    left.file = info.filePath();
  Document document(open.session.catalog());
  QCOMPARE(document.recover(left), QString());
  QVERIFY(document.calibration());
  QCOMPARE(to_qt(document.calibration()->text), to_qt(told->text));
}

void CalibrationTest::a_saved_calibration_is_what_the_command_line_writes() {
  QTemporaryDir folder;
  const QStringList paths = write_records(folder);
  OpenWindow open;
  page_with(open, paths);
  const QString path = folder.filePath(QStringLiteral("cal.json")),
                scenario = folder.filePath(QStringLiteral("plan.llmsize"));
  choose_file(path);
  QTest::mouseClick(button(open, QStringLiteral("Save calibration…")), Qt::LeftButton);
  QVERIFY(open.window.messages()->message().contains(path));
  QCOMPARE(open.document().save_as(scenario), QString());
  Json theirs = run_program(
      QString::fromStdString(tests::program()),
      QStringList{QStringLiteral("calibrate"), QStringLiteral("--json"), QStringLiteral("--scenario"), scenario} +
          paths);
  // Beside what was measured the command says what it makes of a step.
  theirs.erase("predictions");
  const std::string file = to_core(path);
  QCOMPARE(to_qt(parse_json(read_file(file), file).dump()), to_qt(theirs.dump()));
}

void CalibrationTest::another_machine_is_said() {
  QTemporaryDir folder;
  OpenWindow open;
  page_with(open, write_records(folder));
  open.window.calibration()->apply();
  open.document().edit("cluster.system", QStringLiteral("dgx-a100-640"));
  open.settle();
  QCOMPARE(chip(open), QStringLiteral("Calibrated on another system"));
  QCOMPARE(to_qt(open.session.page().verdict_label), QStringLiteral("Different hardware"));
}

void CalibrationTest::compared_scenarios_keep_their_own_calibration() {
  QTemporaryDir folder;
  OpenWindow open;
  open.session.desk().duplicate(0);
  open.settle();
  page_with(open, write_records(folder));
  open.window.calibration()->apply();
  open.go(QStringLiteral("compare"));
  const auto subjects = open.session.subjects();
  QVERIFY(subjects[0].catalog->calibration().empty());
  QVERIFY(!subjects[1].catalog->calibration().empty());
  open.session.desk().set_current(0);
  open.go(QStringLiteral("size"));
  QCOMPARE(chip(open), QStringLiteral("Uncalibrated"));
}

void CalibrationTest::bad_files_are_told() {
  QTemporaryDir folder;
  OpenWindow open;
  open.go(page);
  const QString bad = write(folder, QStringLiteral("bad.json"), R"({"schema": "llmsize.probe/1", "results": 3})");
  open.window.calibration()->open_files(
      {bad, write(folder, QStringLiteral("good.json"), write_record(record_of("a", 1)).dump())});
  QVERIFY2(open.window.messages()->message().contains(u"bad.json"), qPrintable(open.window.messages()->message()));
  QCOMPARE(to_qt(open.session.page().figures.front().value), QStringLiteral("1"));
  open.window.calibration()->open_files(
      {write(folder, QStringLiteral("cal.json"), R"({"schema": "llmsize.calibration/1"})")});
  QVERIFY2(
      open.window.messages()->message().contains(u"'values' is missing"),
      qPrintable(open.window.messages()->message()));
  QVERIFY(!open.document().calibration());
}

/// No stand-in: the command line measures the memory of this machine, and the page shows the record.
void CalibrationTest::the_real_program_measures_memory() {
  const QTemporaryDir folder;
  const QString record = folder.filePath(QStringLiteral("this.json"));
  ProbeRun run;
  QSignalSpy done(&run, &ProbeRun::done), failed(&run, &ProbeRun::failed), progress(&run, &ProbeRun::progress);
  run.start(QString::fromStdString(tests::program()), {}, record);
  constexpr int patience = 90000;
  QTRY_VERIFY_WITH_TIMEOUT(!done.isEmpty() || !failed.isEmpty(), patience);
  QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed.first().first().toString()));
  QVERIFY(progress.size() > 2);
  OpenWindow open;
  open.go(QStringLiteral("calibration"));
  open.window.calibration()->open_files({record});
  open.settle();
  const std::vector<ProbeRecord> used = open.session.records().used();
  QCOMPARE(used.size(), std::size_t{1});
  QVERIFY(open.session.page().verdict_label != "Uncalibrated");
  const auto& results = used.front().results;
  QVERIFY(std::any_of(results.begin(), results.end(), [](const ProbeResult& each) {
    return each.probe == "dram" && !each.raw.empty() && each.raw.front() > 1e8;
  }));
}

void CalibrationTest::this_machine_is_measured_by_a_program() {
  QTemporaryDir folder;
  const QString record = write(folder, QStringLiteral("this.json"), write_record(record_of("here", 1)).dump());
  OpenWindow open;
  open.go(page);
  open.window.calibration()->set_program(stand_in(folder, record, "0.3"));
  choose_file(folder.path());
  QTest::mouseClick(button(open, QStringLiteral("Probe this node…")), Qt::LeftButton);
  QVERIFY(open.window.calibration()->probe().is_running());
  QTRY_COMPARE(open.window.calibration()->findChild<QProgressBar*>()->value(), 250);
  QVERIFY(button(open, QStringLiteral("Cancel")));
  QTRY_VERIFY(!open.window.calibration()->probe().is_running());
  QTRY_COMPARE(to_qt(open.session.page().figures.front().qualifier), QStringLiteral("here"));
  QVERIFY(!button(open, QStringLiteral("Cancel")));
}

void CalibrationTest::measuring_can_be_cancelled() {
  QTemporaryDir folder;
  OpenWindow open;
  open.go(page);
  open.window.calibration()->set_program(stand_in(folder, QStringLiteral("/dev/null"), "60"));
  QSignalSpy cancelled(&open.window.calibration()->probe(), &ProbeRun::cancelled);
  choose_file(folder.path());
  QTest::mouseClick(button(open, QStringLiteral("Probe this node…")), Qt::LeftButton);
  QTRY_COMPARE(open.window.calibration()->findChild<QProgressBar*>()->value(), 250);
  const QDir kept(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/records"));
  const auto before = kept.entryList(QDir::Files).size();
  QTest::mouseClick(button(open, QStringLiteral("Cancel")), Qt::LeftButton);
  QTRY_COMPARE(cancelled.count(), 1);
  QCOMPARE(kept.entryList(QDir::Files).size(), before);
  QVERIFY(open.session.records().empty());
  QVERIFY(open.window.messages()->message().contains(u"No record was saved"));
  QVERIFY(button(open, QStringLiteral("Probe this node…")));
}

void CalibrationTest::a_program_that_fails_is_told() {
  QTemporaryDir folder;
  OpenWindow open;
  open.go(page);
  ProbeRun& probe = open.window.calibration()->probe();
  probe.start(
      stand_in(folder, QStringLiteral("/dev/null"), "1"), QStringLiteral("/nowhere"),
      folder.filePath(QStringLiteral("x.json")));
  QTRY_VERIFY2(
      open.window.messages()->message().contains(u"no folder /nowhere"), qPrintable(open.window.messages()->message()));
  probe.start(QStringLiteral("/nowhere/llmsize"), {}, folder.filePath(QStringLiteral("x.json")));
  QTRY_VERIFY2(
      open.window.messages()->message().contains(u"Cannot start"), qPrintable(open.window.messages()->message()));
}

void CalibrationTest::the_dump_shows_records() {
  QTemporaryDir folder;
  const QStringList paths = write_records(folder);
  const Json dump = run_program(
      QString::fromStdString(tests::app()),
      {QStringLiteral("--dump"), page, QStringLiteral("--records"), paths.join(u',')});
  const Json theirs = run_program(
      QString::fromStdString(tests::program()),
      QStringList{
          QStringLiteral("calibrate"), QStringLiteral("--json"), QStringLiteral("--system"),
          QStringLiteral("dgx-h100")} +
          paths);
  QCOMPARE(to_qt(dump.at("page").get<std::string>()), page);
  const double matmul = dump.at("figures").at(1).at("value").get<double>();
  QCOMPARE(matmul, theirs.at("values").at("accelerator.sustained_16").at("median").get<double>());
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::CalibrationTest)
#include "calibration_test.moc"
