// SPDX-License-Identifier: GPL-3.0-or-later
// Documents, the desk, the planner and all item models, without a window.
#include "core/inputs/list.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/parse.hpp"
#include "core/report/answer.hpp"
#include "gui/models/catalog_model.hpp"
#include "gui/models/derivation_model.hpp"
#include "gui/models/desk.hpp"
#include "gui/models/find_model.hpp"
#include "gui/models/inputs_model.hpp"
#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

namespace llmsize::gui {
namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& text) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(text);
}

QString said(const Document& document, std::string_view key) {
  const Scenario::Said* found = document.scenario().find(key);
  return found ? to_qt(found->text) : QString();
}

}  // namespace

class ModelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("llmsize-test"));
    QCoreApplication::setApplicationName(QStringLiteral("llmsize-test"));
  }
  void init() {
    for (const Recovered& each : recoverable()) discard(each);
    QSettings().clear();
  }

  void numbers_and_units_are_shown_apart();
  void what_a_field_holds_reads_back();
  void edits_are_undone_and_joined_while_a_field_is_visited();
  void what_is_no_value_stays_pending();
  void remedies_are_one_step_or_none();
  void a_file_reads_back_what_was_saved();
  void a_bad_file_leaves_the_document_as_it_is();
  void a_file_that_cannot_be_written_keeps_the_old_one();
  void entries_beside_a_file_are_found();
  void models_of_hugging_face_are_imported();
  void unsaved_changes_are_recovered();
  void the_desk_opens_examples_batches_and_files_once();
  void the_planner_answers_at_once_and_then_plans();
  void a_late_plan_is_dropped();
  void what_is_said_needs_no_planner();
  void contradictions_are_a_problem_and_go_away();
  void all_models_keep_the_rules();
  void inputs_tell_value_unit_and_origin();
  void every_input_of_core_is_in_the_form();
  void steps_move_the_last_digit_shown();
  void derivations_go_back_and_forward();
  void derivations_end_in_origins();
  void everything_is_found_by_words();
  void tables_sort_numbers_as_numbers();

 private:
  Catalog catalog_;
};

void ModelsTest::numbers_and_units_are_shown_apart() {
  QCOMPARE(shown(24.6 * 86400, Unit::seconds).number, QStringLiteral("24.6"));
  QCOMPARE(shown(24.6 * 86400, Unit::seconds).unit, QStringLiteral("days"));
  QCOMPARE(shown(300e9, Unit::count).number, QStringLiteral("300"));
  QCOMPARE(shown(300e9, Unit::count).unit, QStringLiteral("B"));
  QCOMPARE(shown(300e9, Unit::count).together(), QStringLiteral("300B"));
  QCOMPARE(shown(80e9, Unit::bytes).together(), QStringLiteral("80\u00a0GB"));
  QCOMPARE(shown(absent, Unit::bytes).number, QStringLiteral("–"));
  QCOMPARE(shown(1, Unit::flag).number, QStringLiteral("yes"));
}

void ModelsTest::what_a_field_holds_reads_back() {
  for (const InputAbout* about : numeric_inputs())
    for (const double value :
         {about->initial.value_or(1), std::clamp(30.72e12, about->least, about->most),
          std::clamp(0.123456789, about->least, about->most)}) {
      if (about->unit == Unit::flag) continue;
      const QString text = editable(value, about->unit);
      const auto read = parse(to_core(text), about->unit);
      QVERIFY2(read && std::abs(*read - value) <= 1e-12 * std::abs(value), qPrintable(to_qt(about->key) + QLatin1Char(' ') + text));
    }
}

void ModelsTest::edits_are_undone_and_joined_while_a_field_is_visited() {
  Document document(catalog_);
  QSignalSpy changed(&document, &Document::changed);
  document.edit("workload.tokens", QStringLiteral("3"));
  document.edit("workload.tokens", QStringLiteral("30"));
  document.edit("workload.tokens", QStringLiteral("300B"));
  QCOMPARE(document.history().count(), 1);
  QCOMPARE(changed.count(), 3);
  QCOMPARE(*document.scenario().find("workload.tokens")->value.number, 300e9);
  document.end_visit();
  document.edit("workload.tokens", QStringLiteral("450B"));
  QCOMPARE(document.history().count(), 2);
  document.edit("goal.deadline", QStringLiteral("30d"));
  QCOMPARE(document.history().count(), 3);
  document.edit("goal.deadline", QStringLiteral("30d"));
  QCOMPARE(document.history().count(), 3);
  document.history().undo();
  QVERIFY(!document.scenario().find("goal.deadline"));
  document.history().undo();
  QCOMPARE(said(document, "workload.tokens"), QStringLiteral("300B"));
  document.history().undo();
  QVERIFY(document.scenario().all().empty());
  document.history().redo();
  QCOMPARE(said(document, "workload.tokens"), QStringLiteral("300B"));
  document.edit("workload.tokens", QString());
  QVERIFY(!document.scenario().find("workload.tokens"));
}

void ModelsTest::what_is_no_value_stays_pending() {
  Document document(catalog_);
  document.edit("goal.deadline", QStringLiteral("30d"));
  QSignalSpy pending(&document, &Document::pending_changed), changed(&document, &Document::changed);
  document.edit("goal.deadline", QStringLiteral("thirty"));
  QCOMPARE(pending.count(), 1);
  QCOMPARE(changed.count(), 0);
  QCOMPARE(said(document, "goal.deadline"), QStringLiteral("30d"));
  QCOMPARE(document.pending("goal.deadline")->text, QStringLiteral("thirty"));
  QVERIFY(document.pending("goal.deadline")->message.contains(QLatin1String("duration")));
  document.edit("model", QStringLiteral("gpt3-175"));
  QVERIFY(document.pending("model")->message.contains(QLatin1String("gpt3-175b")));
  document.edit("layout.tensor", QStringLiteral("1.5"));
  QVERIFY(document.pending("layout.tensor")->message.contains(QLatin1String("whole")));
  document.edit("goal.deadline", QStringLiteral("31d"));
  QVERIFY(!document.pending("goal.deadline"));
  document.unset("model");
  QVERIFY(!document.pending("model"));
}

void ModelsTest::remedies_are_one_step_or_none() {
  Document document(catalog_);
  document.edit("cluster.nodes", QStringLiteral("8"));
  QCOMPARE(document.apply({{}, {{"workload.global_batch", "1600"}, {"cluster.nodes", ""}}}, QStringLiteral("Try")), QString());
  QCOMPARE(said(document, "workload.global_batch"), QStringLiteral("1600"));
  QVERIFY(!document.scenario().find("cluster.nodes"));
  document.history().undo();
  QCOMPARE(said(document, "cluster.nodes"), QStringLiteral("8"));
  QVERIFY(!document.apply({{}, {{"cluster.nodes", "16"}, {"layout.tensor", "x"}}}, QStringLiteral("Try")).isEmpty());
  QCOMPARE(said(document, "cluster.nodes"), QStringLiteral("8"));
}

void ModelsTest::a_file_reads_back_what_was_saved() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("größe.llmsize"));
  Document document(catalog_);
  document.edit("model", QStringLiteral("gpt3-175b"));
  document.edit("workload.tokens", QStringLiteral("300B"));
  document.edit("node.nic_rate", QStringLiteral("400Gb/s"));
  document.rename(QStringLiteral("Ours"));
  QVERIFY(document.is_modified());
  QCOMPARE(document.save_as(path), QString());
  QVERIFY(!document.is_modified());
  Document read(catalog_);
  QCOMPARE(read.open(path), QString());
  QCOMPARE(read.name(), QStringLiteral("Ours"));
  QCOMPARE(read.path(), path);
  QCOMPARE(as_options(read.scenario()).size() > 0, true);
  for (const auto& [key, value] : document.scenario().all()) {
    QCOMPARE(read.scenario().find(key)->value.number, value.value.number);
    QCOMPARE(read.scenario().find(key)->value.word, value.value.word);
  }
  // The command line reads the same file.
  QCOMPARE(read_scenario(contents(path).toStdString(), "x").all().size(), document.scenario().all().size());
}

void ModelsTest::a_bad_file_leaves_the_document_as_it_is() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("a.llmsize"));
  Document document(catalog_);
  document.edit("cluster.nodes", QStringLiteral("8"));
  const std::pair<QByteArray, QString> bad[] = {
      {R"({"schema_version": 2})", QStringLiteral("schema_version")},
      {R"({"model": {"layerz": 96}})", QStringLiteral("model.layers")},
      {R"({"cluster": {"nodes": [1, 2]}})", QStringLiteral("list")},
      {"{", QStringLiteral("line 1")},
      {"", QStringLiteral("line 1")}};
  for (const auto& [text, phrase] : bad) {
    write(path, text);
    const QString message = document.open(path);
    QVERIFY2(message.contains(phrase) && message.contains(QLatin1String("a.llmsize")), qPrintable(message));
    QCOMPARE(said(document, "cluster.nodes"), QStringLiteral("8"));
    QVERIFY(document.path().isEmpty() && document.is_modified());
  }
  QVERIFY(!document.open(folder.filePath(QStringLiteral("none.llmsize"))).isEmpty());
  QVERIFY(!document.open(folder.path()).isEmpty());
}

void ModelsTest::a_file_that_cannot_be_written_keeps_the_old_one() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("a.llmsize"));
  Document document(catalog_);
  document.edit("cluster.nodes", QStringLiteral("8"));
  QCOMPARE(document.save_as(path), QString());
  const QByteArray before = contents(path);
  document.edit("cluster.nodes", QStringLiteral("16"));
  QVERIFY(!document.save_as(folder.filePath(QStringLiteral("no/such/folder.llmsize"))).isEmpty());
  QCOMPARE(document.path(), path);
  QVERIFY(document.is_modified());
  // What is no file is left alone.
  const QString pipe = folder.filePath(QStringLiteral("pipe"));
  QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
  QVERIFY(!document.save_as(pipe).isEmpty());
  QVERIFY(!QFileInfo(pipe).isFile());
  QVERIFY(!document.save_as(folder.path()).isEmpty());
  // A disk that takes no more.
  const auto old_signal = signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  getrlimit(RLIMIT_FSIZE, &old_limit);
  const rlimit full{16, old_limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  const QString message = document.save();
  setrlimit(RLIMIT_FSIZE, &old_limit);
  signal(SIGXFSZ, old_signal);
  QVERIFY(!message.isEmpty());
  QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("a.llmsize*")}, QDir::Files).size(), 1);
  if (geteuid() != 0) {
    QVERIFY(QFile::setPermissions(folder.path(), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    QVERIFY(!document.save().isEmpty());
    QFile::setPermissions(folder.path(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
  }
  QCOMPARE(contents(path), before);
}

void ModelsTest::entries_beside_a_file_are_found() {
  const QTemporaryDir folder;
  write(
      folder.filePath(QStringLiteral("mine.json")),
      R"({"id": "mine", "name": "Mine", "source": "me", "model": {"parameters_given": "7B"}})");
  write(folder.filePath(QStringLiteral("a.llmsize")), R"({"model": {"id": "mine.json"}})");
  Document document(catalog_);
  QCOMPARE(document.open(folder.filePath(QStringLiteral("a.llmsize"))), QString());
  QCOMPARE(said(document, "model"), folder.filePath(QStringLiteral("mine.json")));
  QCOMPARE(document.save(), QString());
  QVERIFY(contents(document.path()).contains("\"mine.json\""));
}

void ModelsTest::models_of_hugging_face_are_imported() {
  const QTemporaryDir folder;
  Document document(catalog_);
  const QString config = QStringLiteral(LLMSIZE_SOURCE_DIR "/tests/data/hf-configs/deepseek-v3.json");
  QCOMPARE(document.import_model(config), QString());
  QCOMPARE(said(document, "model"), config);
  document.history().undo();
  QVERIFY(!document.scenario().find("model"));
  write(folder.filePath(QStringLiteral("config.json")), "{}");
  QVERIFY(document.import_model(folder.filePath(QStringLiteral("config.json"))).contains(QLatin1String("config.json")));
  QVERIFY(!document.scenario().find("model"));
}

void ModelsTest::unsaved_changes_are_recovered() {
  auto document = std::make_unique<Document>(catalog_);
  document->edit("cluster.nodes", QStringLiteral("8"));
  document->rename(QStringLiteral("Lost"));
  QTest::qWait(600);
  // A program that lives keeps its own.
  QVERIFY(recoverable().empty());
  const QString there = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
  const QStringList kept = QDir(there).entryList({QStringLiteral("*.json")}, QDir::Files);
  QCOMPARE(kept.size(), 1);
  const QByteArray text = contents(there + QLatin1Char('/') + kept.front());
  document.reset();
  QVERIFY(QDir(there).entryList({QStringLiteral("*.json")}, QDir::Files).isEmpty());
  // One that was killed leaves its file and a lock that nobody holds.
  write(there + QStringLiteral("/left.json"), text);
  const auto left = recoverable();
  QCOMPARE(left.size(), std::size_t{1});
  QCOMPARE(left.front().name, QStringLiteral("Lost"));
  Document again(catalog_);
  QCOMPARE(again.recover(left.front()), QString());
  QCOMPARE(said(again, "cluster.nodes").toDouble(), 8.0);
  QCOMPARE(again.name(), QStringLiteral("Lost"));
  QVERIFY(again.is_modified());
  QVERIFY(!QFile::exists(left.front().file));
}

void ModelsTest::the_desk_opens_examples_batches_and_files_once() {
  const QTemporaryDir folder;
  Desk desk(catalog_);
  QSignalSpy current(&desk, &Desk::current_changed);
  desk.add_new();
  QCOMPARE(desk.count(), 1);
  QCOMPARE(desk.current()->name(), QStringLiteral("GPT-3 on DGX H100"));
  QVERIFY(!desk.current()->is_modified());
  QVERIFY(desk.examples().size() > 10);
  for (const Desk::Example& example : desk.examples()) {
    QCOMPARE(desk.open_example(example.id), QString());
    complete(desk.current()->scenario(), catalog_);
    desk.close(desk.current_index());
  }
  QVERIFY(!desk.open_example(QStringLiteral("none")).isEmpty());
  desk.duplicate(0);
  QCOMPARE(desk.count(), 2);
  QCOMPARE(desk.current_index(), 1);
  const QString path = folder.filePath(QStringLiteral("a.llmsize"));
  QCOMPARE(desk.current()->save_as(path), QString());
  desk.set_current(0);
  QCOMPARE(desk.open(path), QString());
  QCOMPARE(desk.count(), 2);
  QCOMPARE(desk.current_index(), 1);
  write(folder.filePath(QStringLiteral("b.csv")), "name,model,nodes\nsmall,gpt3-13b,2\nlarge,gpt3-175b,16\n");
  QCOMPARE(desk.open(folder.filePath(QStringLiteral("b.csv"))), QString());
  QCOMPARE(desk.count(), 4);
  QCOMPARE(desk.at(2)->name(), QStringLiteral("small"));
  QCOMPARE(said(*desk.at(3), "cluster.nodes"), QStringLiteral("16"));
  write(folder.filePath(QStringLiteral("c.csv")), "model,nodes\ngpt3-13b,two\n");
  QVERIFY(desk.open(folder.filePath(QStringLiteral("c.csv"))).contains(QLatin1String("c.csv")));
  QCOMPARE(desk.count(), 4);
  desk.move(3, 0);
  QCOMPARE(desk.current_index(), 0);
  while (desk.count() > 0) desk.close(0);
  QCOMPARE(desk.current(), nullptr);
  remember_file(path);
  QCOMPARE(recent_files(), QStringList{path});
  QFile::remove(path);
  QVERIFY(recent_files().isEmpty());
}

void ModelsTest::the_planner_answers_at_once_and_then_plans() {
  Desk desk(catalog_);
  Planner planner;
  QSignalSpy subjects(&planner, &Planner::subject_changed), busy(&planner, &Planner::busy_changed), progress(&planner, &Planner::progress);
  planner.follow(desk.add_new());
  QCOMPARE(subjects.count(), 1);
  QVERIFY(planner.is_busy() && planner.is_stale());
  QVERIFY(planner.subject().scenario.find("cluster.nodes"));
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 20000);
  QVERIFY(!planner.is_stale());
  QVERIFY(planner.subject().plan && planner.subject().plan->met);
  QVERIFY(!planner.subject().front.empty());
  QVERIFY(progress.count() > 0);
  const double nodes = planner.subject().plan->nodes;
  QVERIFY(planner.subject().nodes_p90 >= nodes);
  QCOMPARE(planner.current().values.value[find_slot("cluster.nodes")], nodes);
  QCOMPARE(planner.current().origins[find_slot("cluster.nodes")].kind, Origin::Kind::planned);
  QCOMPARE(planner.current().origins[find_slot("workload.tokens")].kind, Origin::Kind::user);
  // While the next search runs the last plan is shown with the new inputs.
  desk.current()->edit("goal.deadline", QStringLiteral("60d"));
  QVERIFY(planner.is_stale());
  QCOMPARE(planner.current().values.value[find_slot("cluster.nodes")], nodes);
  QCOMPARE(planner.current().values.value[find_slot("goal.deadline")], 60.0 * 86400);
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 20000);
  QVERIFY(planner.subject().plan->nodes < nodes);
}

void ModelsTest::a_late_plan_is_dropped() {
  Desk desk(catalog_);
  Planner planner;
  planner.follow(desk.add_new());
  for (int days = 20; days < 60; days += 5) {
    desk.current()->edit("goal.deadline", QStringLiteral("%1d").arg(days));
    QTest::qWait(days % 10 == 0 ? 60 : 5);
  }
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 20000);
  QCOMPARE(*planner.subject().said.find("goal.deadline")->value.number, 55.0 * 86400);
  QCOMPARE(*planner.subject().plan->scenario.find("goal.deadline")->value.number, 55.0 * 86400);
  const Subject at_once = Planner::planned(QStringLiteral("x"), desk.current()->scenario(), catalog_);
  QCOMPARE(as_options(planner.subject().scenario), as_options(at_once.scenario));
  desk.current()->edit("goal.deadline", QStringLiteral("20d"));
  QTest::qWait(60);
  planner.cancel();
  QVERIFY(!planner.is_busy() && planner.is_stale());
  QTest::qWait(400);
  QVERIFY(planner.is_stale());
  planner.replan();
  // An end while a search runs waits for it.
}

void ModelsTest::what_is_said_needs_no_planner() {
  Desk desk(catalog_);
  Planner planner;
  QCOMPARE(desk.open_example(QStringLiteral("gpt3-on-superpod-h100")), QString());
  planner.follow(desk.current());
  QVERIFY(!planner.is_busy() && !planner.is_stale() && planner.problem().isEmpty());
  QCOMPARE(as_options(planner.subject().scenario), as_options(desk.current()->scenario()));
}

void ModelsTest::contradictions_are_a_problem_and_go_away() {
  Desk desk(catalog_);
  Planner planner;
  QCOMPARE(desk.open_example(QStringLiteral("gpt3-on-superpod-h100")), QString());
  planner.follow(desk.current());
  const auto version = planner.version();
  desk.current()->edit("cluster.nodes", QStringLiteral("3"));
  QVERIFY2(planner.problem().contains(QLatin1String("multiple")), qPrintable(planner.problem()));
  QVERIFY(planner.is_stale());
  QVERIFY(planner.version() > version);
  desk.current()->history().undo();
  QVERIFY(planner.problem().isEmpty() && !planner.is_stale());
}

void ModelsTest::all_models_keep_the_rules() {
  constexpr auto strict = QAbstractItemModelTester::FailureReportingMode::QtTest;
  Desk desk(catalog_);
  Planner planner;
  InputsModel inputs;
  const QAbstractItemModelTester inputs_rules(&inputs, strict);
  inputs.follow(desk.add_new(), &planner);
  planner.follow(desk.current());
  desk.current()->edit("layout.tensor", QStringLiteral("x"));
  inputs.follow(nullptr, nullptr);
  inputs.follow(desk.current(), &planner);

  Derivation derivation;
  DerivationModel parts;
  QAbstractItemModelTester parts_rules(&parts, strict);
  parts_rules.setUseFetchMore(false);
  parts.follow(&derivation);
  derivation.follow(&planner);
  derivation.show({"training.time"});
  const QModelIndex first = parts.index(0, 0);
  QVERIFY(parts.canFetchMore(first));
  parts.fetchMore(first);
  QVERIFY(parts.rowCount(first) > 0);
  derivation.show({"memory.gpu_total"});

  CatalogModel entries;
  const QAbstractItemModelTester entries_rules(&entries, strict);
  entries.list("cluster.system", catalog_);
  QVERIFY(entries.rowCount() > 10);
  QVERIFY(entries.columnCount() > 3);
  entries.list("memory.recipe", catalog_);
  entries.list("layout.sequence_parallel", catalog_);
  QCOMPARE(entries.rowCount(), 2);

  FindModel find;
  const QAbstractItemModelTester find_rules(&find, strict);
  find.find(QStringLiteral("time"));

  TableModel table;
  const QAbstractItemModelTester table_rules(&table, strict);
  table.set_table({{"a", "b"}, {{"10", "x"}, {"9"}, {"", "y"}}});
  table.sort(0, Qt::AscendingOrder);
}

void ModelsTest::inputs_tell_value_unit_and_origin() {
  Desk desk(catalog_);
  Planner planner;
  InputsModel inputs;
  planner.follow(desk.add_new());
  inputs.follow(desk.current(), &planner);
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 20000);
  const auto tell = [&](std::string_view key, int role) { return inputs.index_of(key).data(role); };
  QCOMPARE(tell("workload.tokens", InputsModel::value_role).toString(), QStringLiteral("300"));
  QCOMPARE(tell("workload.tokens", InputsModel::unit_role).toString(), QStringLiteral("B"));
  QCOMPARE(tell("workload.tokens", InputsModel::letter_role).toString(), QStringLiteral("Y"));
  QCOMPARE(tell("goal.deadline", InputsModel::value_role).toString(), QStringLiteral("30"));
  QCOMPARE(tell("goal.deadline", InputsModel::unit_role).toString(), QStringLiteral("days"));
  QCOMPARE(tell("model", InputsModel::value_role).toString(), QStringLiteral("GPT-3 175B"));
  QCOMPARE(tell("model.layers", InputsModel::value_role).toString(), QStringLiteral("96"));
  QCOMPARE(tell("model.layers", InputsModel::letter_role).toString(), QStringLiteral("P"));
  QCOMPARE(tell("node.compute_nics", InputsModel::letter_role).toString(), QStringLiteral("S"));
  QCOMPARE(tell("cluster.nodes", InputsModel::letter_role).toString(), QStringLiteral("A"));
  QCOMPARE(tell("layout.tensor", InputsModel::said_role).toBool(), false);
  QVERIFY(tell("accelerator.peak", InputsModel::headline_role).toBool() || tell("node.nic_rate", InputsModel::headline_role).toBool());
  QVERIFY(!tell("model.pooler", InputsModel::headline_role).toBool());
  QCOMPARE(inputs.differing(), 2);
  QVERIFY(inputs.setData(inputs.index_of("node.nic_rate"), QStringLiteral("200Gb/s"), Qt::EditRole));
  QCOMPARE(tell("node.nic_rate", InputsModel::value_role).toString(), QStringLiteral("200"));
  QCOMPARE(tell("node.nic_rate", InputsModel::unit_role).toString(), QStringLiteral("Gb/s"));
  QCOMPARE(inputs.differing(), 3);
  QVERIFY(!inputs.setData(inputs.index_of("node.nic_rate"), QStringLiteral("fast"), Qt::EditRole));
  QVERIFY(!tell("node.nic_rate", InputsModel::error_role).toString().isEmpty());
  QCOMPARE(tell("node.nic_rate", InputsModel::edit_role).toString(), QStringLiteral("fast"));
  QVERIFY(inputs.setData(inputs.index_of("node.nic_rate"), QString(), Qt::EditRole));
  QCOMPARE(tell("node.nic_rate", InputsModel::letter_role).toString(), QStringLiteral("S"));
}

void ModelsTest::every_input_of_core_is_in_the_form() {
  const InputsModel inputs;
  int rows = 0;
  for (int group = 0; group < inputs.rowCount(); ++group) rows += inputs.rowCount(inputs.index(group, 0));
  QCOMPARE(rows, static_cast<int>(scenario_keys().size()));
  for (const std::string_view key : scenario_keys()) QVERIFY2(inputs.index_of(key).isValid(), qPrintable(to_qt(key)));
}

void ModelsTest::steps_move_the_last_digit_shown() {
  Desk desk(catalog_);
  Planner planner;
  InputsModel inputs;
  planner.follow(desk.add_new());
  inputs.follow(desk.current(), &planner);
  QCOMPARE(inputs.stepped(inputs.index_of("goal.deadline"), 1), QStringLiteral("31 days"));
  QCOMPARE(inputs.stepped(inputs.index_of("goal.deadline"), -10), QStringLiteral("20 days"));
  QCOMPARE(inputs.stepped(inputs.index_of("workload.tokens"), 1), QStringLiteral("301B"));
  desk.current()->edit("workload.global_batch", QStringLiteral("1536"));
  QCOMPARE(inputs.stepped(inputs.index_of("workload.global_batch"), 1), QStringLiteral("3072"));
  desk.current()->edit("layout.tensor", QStringLiteral("1"));
  QCOMPARE(inputs.stepped(inputs.index_of("layout.tensor"), -1), QStringLiteral("1"));
  desk.current()->edit("software.utilisation", QStringLiteral("0.42"));
  QCOMPARE(inputs.stepped(inputs.index_of("software.utilisation"), 1), QStringLiteral("0.43"));
}

void ModelsTest::derivations_go_back_and_forward() {
  Desk desk(catalog_);
  Planner planner;
  Derivation derivation;
  QCOMPARE(desk.open_example(QStringLiteral("gpt3-on-superpod-h100")), QString());
  planner.follow(desk.current());
  derivation.follow(&planner);
  QVERIFY(!derivation.is_open());
  derivation.show({"training.time"});
  QVERIFY(derivation.is_open());
  QCOMPARE(derivation.number().unit, QStringLiteral("days"));
  QVERIFY(derivation.range_text().startsWith(QLatin1String("P10 ")));
  QVERIFY(derivation.weakest());
  QVERIFY(derivation.weakest()->share > 0 && derivation.weakest()->share <= 1);
  derivation.show({"training.step_time"});
  derivation.show({"no.such_result"});
  QCOMPARE(derivation.explanation().id, std::string("training.step_time"));
  derivation.back();
  QCOMPARE(derivation.explanation().id, std::string("training.time"));
  QVERIFY(derivation.can_go_forward() && !derivation.can_go_back());
  derivation.forward();
  const double before = derivation.explanation().value;
  desk.current()->edit("workload.global_batch", QStringLiteral("3072"));
  QVERIFY(derivation.explanation().value > before);
  derivation.show({"training.step_time", {{"workload.global_batch", "1536"}}});
  QCOMPARE(derivation.explanation().value, before);
  QVERIFY(derivation.condition().contains(QLatin1String("1536")));
  QVERIFY(derivation.as_plain_text().contains(QLatin1String("training.step_time")));
  derivation.close();
  QVERIFY(!derivation.is_open());
}

void ModelsTest::derivations_end_in_origins() {
  Desk desk(catalog_);
  Planner planner;
  Derivation derivation;
  DerivationModel parts;
  QCOMPARE(desk.open_example(QStringLiteral("gpt3-on-superpod-h100")), QString());
  planner.follow(desk.current());
  derivation.follow(&planner);
  parts.follow(&derivation);
  for (const char* id : {"training.time", "memory.gpu_total", "checkpoint.size"}) {
    derivation.show({id});
    QList<QModelIndex> open;
    for (int row = 0; row < parts.rowCount(); ++row) open.push_back(parts.index(row, 0));
    int leaves = 0;
    for (int seen = 0; !open.isEmpty() && seen < 3000; ++seen) {
      const QModelIndex part = open.takeLast();
      if (parts.canFetchMore(part)) parts.fetchMore(part);
      for (int row = 0; row < parts.rowCount(part); ++row) open.push_back(parts.index(row, 0, part));
      if (parts.hasChildren(part)) continue;
      ++leaves;
      const bool known = part.data(DerivationModel::value_role).toString() != QStringLiteral("–");
      const bool result = !part.data(DerivationModel::link_role).toBool();
      if (known && result) QVERIFY2(!part.data(DerivationModel::letter_role).toString().isEmpty(), qPrintable(part.data().toString()));
    }
    QVERIFY(leaves > 0);
  }
}

void ModelsTest::everything_is_found_by_words() {
  FindModel find;
  find.set_pages({{FindModel::Kind::page, QStringLiteral("size"), QStringLiteral("Size"), QStringLiteral("How many nodes?")}});
  find.set_actions({{FindModel::Kind::action, QStringLiteral("export"), QStringLiteral("Export…"), QStringLiteral("Ctrl+E")}});
  QCOMPARE(find.rowCount(), 2);
  const auto first = [&](const char* words) {
    find.find(QString::fromUtf8(words));
    return find.rowCount() > 0 ? find.index(0, 0).data(FindModel::id_role).toString() : QString();
  };
  QCOMPARE(first("training tokens"), QStringLiteral("workload.tokens"));
  QCOMPARE(first("training.step_time"), QStringLiteral("training.step_time"));
  QCOMPARE(first("--tp"), QStringLiteral("layout.tensor"));
  QCOMPARE(first("expo"), QStringLiteral("export"));
  QCOMPARE(first("many nodes size"), QStringLiteral("size"));
  QCOMPARE(first("no such thing anywhere"), QString());
}

void ModelsTest::tables_sort_numbers_as_numbers() {
  TableModel table;
  table.set_table({{"nodes", "days"}, {{"128", "9.5"}, {"16", "80"}, {"", ""}, {"x", "1"}}});
  table.sort(0, Qt::AscendingOrder);
  QCOMPARE(table.as_tsv(), QStringLiteral("nodes\tdays\n16\t80\n128\t9.5\nx\t1\n\t\n"));
  table.sort(1, Qt::DescendingOrder);
  QCOMPARE(table.index(1, 0).data().toString(), QStringLiteral("16"));
  QCOMPARE(table.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("days"));
}

}  // namespace llmsize::gui

QTEST_GUILESS_MAIN(llmsize::gui::ModelsTest)
#include "models_test.moc"
