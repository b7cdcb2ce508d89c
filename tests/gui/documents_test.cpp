// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and the desk, without a window: edits, files, recovery.
#include "core/inputs/list.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/desk.hpp"
#include "gui/models/session.hpp"
#include "gui/models/text.hpp"
#include "tests/gui/said.hpp"
#include "tests/gui/text_file.hpp"
#include "tests/support/fixtures.hpp"

#include <QDir>
#include <QFile>
#include <QSet>
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
class DocumentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("llmsize-test"));
    QCoreApplication::setApplicationName(QStringLiteral("documents-test"));
  }
  void init() {
    for (const Recovered& each : recoverable()) discard(each);
    QSettings().clear();
  }

  void edits_are_undone_and_joined_while_a_field_is_visited();
  void what_is_no_value_stays_pending();
  void of_two_loads_the_last_one_holds();
  void a_page_that_cannot_answer_shows_no_other_answer();
  void remedies_are_one_step_or_none();
  void a_file_reads_back_what_was_saved();
  void a_bad_file_leaves_the_document_as_it_is();
  void a_file_that_cannot_be_written_keeps_the_old_one();
  void entries_beside_a_file_are_found();
  void models_of_hugging_face_are_imported();
  void a_file_of_several_cases_opens_one_by_one();
  void unsaved_changes_are_recovered();
  void recovered_documents_keep_their_order();
  void a_file_says_who_saved_it_and_what_was_typed();
  void the_desk_opens_examples_batches_and_files_once();
  void names_follow_the_scenario();
  void copies_are_called_by_what_differs();

 private:
  Catalog catalog_;
};

void DocumentsTest::edits_are_undone_and_joined_while_a_field_is_visited() {
  Document document(catalog_);
  QSignalSpy changed(&document, &Document::changed);
  document.edit("workload.tokens", QStringLiteral("3B"));
  document.edit("workload.tokens", QStringLiteral("30B"));
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

void DocumentsTest::what_is_no_value_stays_pending() {
  Document document(catalog_);
  document.edit("goal.deadline", QStringLiteral("30d"));
  QSignalSpy pending(&document, &Document::pending_changed), changed(&document, &Document::changed);
  document.edit("goal.deadline", QStringLiteral("thirty"));
  QCOMPARE(pending.count(), 1);
  QCOMPARE(changed.count(), 0);
  QCOMPARE(said(document, "goal.deadline"), QStringLiteral("30d"));
  QCOMPARE(document.pending("goal.deadline")->text, QStringLiteral("thirty"));
  QVERIFY(document.pending("goal.deadline")->message.contains(QLatin1String("duration")));
  document.edit("model", QStringLiteral("gtp3-175b"));
  QVERIFY(document.pending("model")->message.contains(QLatin1String("gpt3-175b")));
  document.edit("layout.tensor", QStringLiteral("1.5"));
  QVERIFY(document.pending("layout.tensor")->message.contains(QLatin1String("whole")));
  document.edit("goal.deadline", QStringLiteral("31d"));
  QVERIFY(!document.pending("goal.deadline"));
  document.unset("model");
  QVERIFY(!document.pending("model"));
}

void DocumentsTest::of_two_loads_the_last_one_holds() {
  Document document(catalog_);
  document.edit("goal.request_rate", QStringLiteral("20"));
  document.edit("serving.rate", QStringLiteral("15"));
  document.edit("traffic.users", QStringLiteral("5"));
  document.edit("traffic.users", QStringLiteral("5000"));
  for (const char* key : {"goal.request_rate", "serving.rate"}) QVERIFY2(!document.scenario().find(key), key);
  // Esc, as undo, brings both back.
  document.put_back("traffic.users", std::nullopt);
  QCOMPARE(said(document, "goal.request_rate"), QStringLiteral("20"));
  QVERIFY(!document.scenario().find("traffic.users"));
  document.edit("traffic.users", QStringLiteral("5000"));
  document.history().undo();
  QCOMPARE(said(document, "serving.rate"), QStringLiteral("15"));
  // A target and the load that it is looked at are stated together; a remedy gives way, too.
  QCOMPARE(document.apply({{}, {{"traffic.users", "8"}}}, QStringLiteral("Try")), QString());
  QCOMPARE(document.scenario().all().size(), std::size_t{1});
}

void DocumentsTest::a_page_that_cannot_answer_shows_no_other_answer() {
  Session session;
  session.desk().add_new();
  QVERIFY(!session.page().charts.empty());
  session.set_page(QStringLiteral("no-such-page"));
  QVERIFY(session.page().charts.empty() && session.page().figures.empty());
  QVERIFY(session.problem().contains(u"no-such-page") && session.is_stale());
}

void DocumentsTest::remedies_are_one_step_or_none() {
  Document document(catalog_);
  document.edit("cluster.nodes", QStringLiteral("8"));
  QCOMPARE(
      document.apply({{}, {{"workload.global_batch", "1600"}, {"cluster.nodes", ""}}}, QStringLiteral("Try")),
      QString());
  QCOMPARE(said(document, "workload.global_batch"), QStringLiteral("1600"));
  QVERIFY(!document.scenario().find("cluster.nodes"));
  document.history().undo();
  QCOMPARE(said(document, "cluster.nodes"), QStringLiteral("8"));
  QVERIFY(!document.apply({{}, {{"cluster.nodes", "16"}, {"layout.tensor", "x"}}}, QStringLiteral("Try")).isEmpty());
  QCOMPARE(said(document, "cluster.nodes"), QStringLiteral("8"));
}

void DocumentsTest::a_file_reads_back_what_was_saved() {
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

void DocumentsTest::a_bad_file_leaves_the_document_as_it_is() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("a.llmsize"));
  Document document(catalog_);
  document.edit("cluster.nodes", QStringLiteral("8"));
  const std::pair<QByteArray, QString> bad[] = {
      {R"({"schema_version": 2})", QStringLiteral("schema_version")},
      {R"({"model": {"layerz": 96}})", QStringLiteral("model.layers")},
      {R"({"cluster": {"nodes": []}})", QStringLiteral("list")},
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

void DocumentsTest::a_file_that_cannot_be_written_keeps_the_old_one() {
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

void DocumentsTest::entries_beside_a_file_are_found() {
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

void DocumentsTest::models_of_hugging_face_are_imported() {
  const QTemporaryDir folder;
  Document document(catalog_);
  const QString config = QString::fromStdString(llmsize::tests::fixture("hf-configs/deepseek-v3.json"));
  QCOMPARE(document.import_model(config), QString());
  QCOMPARE(said(document, "model"), config);
  document.history().undo();
  QVERIFY(!document.scenario().find("model"));
  write(folder.filePath(QStringLiteral("config.json")), "{}");
  QVERIFY(document.import_model(folder.filePath(QStringLiteral("config.json"))).contains(QLatin1String("config.json")));
  QVERIFY(!document.scenario().find("model"));
}

void DocumentsTest::a_file_of_several_cases_opens_one_by_one() {
  const QTemporaryDir folder;
  const QString path = write(
      folder.filePath(QStringLiteral("fabric.llmsize")),
      R"({"name": "Fabric", "model": {"id": ["gpt3-13b", "gpt3-175b"]}, "cluster": {"system": "dgx-h100", "nodes": 8}, "node": {"compute_nics": [1, 2, 4]}})");
  Desk desk(catalog_);
  Study told;
  QObject::connect(&desk, &Desk::first_opened, &desk, [&](const Study& study) { told = study; });
  QCOMPARE(desk.open(path), QString());
  QCOMPARE(desk.count(), 1);
  // A copy: saving it does not write over the other cases.
  QVERIFY(desk.current()->path().isEmpty());
  QVERIFY(desk.current()->name().startsWith(QStringLiteral("gpt3-13b, ")));
  QCOMPARE(told.axes.size(), std::size_t{2});
  desk.open_cases(other_cases(told));
  QCOMPARE(desk.count(), 6);
  QSet<QString> names;
  for (int i = 0; i < desk.count(); ++i) names << desk.at(i)->name();
  QCOMPARE(names.size(), 6);
  QCOMPARE(said(*desk.at(5), "model"), QStringLiteral("gpt3-175b"));
  QCOMPARE(said(*desk.at(5), "node.compute_nics"), QStringLiteral("4"));
  QCOMPARE(said(*desk.at(5), "cluster.nodes"), QStringLiteral("8"));
}

void DocumentsTest::unsaved_changes_are_recovered() {
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

void DocumentsTest::recovered_documents_keep_their_order() {
  const QString there = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
  {
    Desk desk(catalog_);
    for (const char* nodes : {"8", "16", "24"}) desk.add_new()->edit("cluster.nodes", QString::fromLatin1(nodes));
    // The last one that was edited is not the last tab.
    desk.move(2, 0);
    desk.at(1)->edit("cluster.nodes", QStringLiteral("9"));
    QTest::qWait(600);
    QCOMPARE(QDir(there).entryList({QStringLiteral("*.json")}, QDir::Files).size(), 3);
    // As after a loss of power: the files stay, and nobody holds their locks.
    for (const QString& kept : QDir(there).entryList({QStringLiteral("*.json")}, QDir::Files))
      QVERIFY(QFile::copy(there + u'/' + kept, there + QStringLiteral("/left-") + kept));
  }
  QStringList nodes;
  for (const Recovered& left : recoverable()) {
    Document again(catalog_);
    QCOMPARE(again.recover(left), QString());
    nodes << said(again, "cluster.nodes");
  }
  QCOMPARE(nodes, QStringList({QStringLiteral("24"), QStringLiteral("9"), QStringLiteral("16")}));
}

void DocumentsTest::a_file_says_who_saved_it_and_what_was_typed() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("a.llmsize"));
  Desk desk(catalog_);
  Document& document = *desk.add_new();
  document.edit("goal.deadline", QStringLiteral("25 days"));
  document.set_answer({"0.1.0", {{"planning.nodes", 58}}});
  QCOMPARE(document.save_as(path), QString());
  const Json json = Json::parse(contents(path).toStdString());
  QCOMPARE(json.at("goal").at("deadline").get<std::string>(), std::string("25 days"));
  QCOMPARE(json.at("workload").at("tokens").get<std::string>(), std::string("300B"));
  QCOMPARE(json.at("notes").get<std::string>(), std::string("Saved by llmsize 0.1.0: planning.nodes=58"));
  Document again(catalog_);
  QCOMPARE(again.open(path), QString());
  QVERIFY(again.saved() && again.saved()->version == "0.1.0");
  QCOMPARE(again.notes(), QString());
  QCOMPARE(said(again, "goal.deadline"), QStringLiteral("25 days"));
}

void DocumentsTest::the_desk_opens_examples_batches_and_files_once() {
  const QTemporaryDir folder;
  Desk desk(catalog_);
  QSignalSpy current(&desk, &Desk::current_changed);
  desk.add_new();
  QCOMPARE(desk.count(), 1);
  QCOMPARE(desk.current()->name(), QStringLiteral("GPT-3 175B on DGX H100"));
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

void DocumentsTest::names_follow_the_scenario() {
  const QTemporaryDir folder;
  Desk desk(catalog_);
  Document& document = *desk.add_new();
  QSignalSpy named(&document, &Document::name_changed);
  document.edit("cluster.system", QStringLiteral("dgx-b200"));
  QCOMPARE(document.name(), QStringLiteral("GPT-3 175B on DGX B200"));
  QCOMPARE(named.count(), 1);
  document.history().undo();
  QCOMPARE(document.name(), QStringLiteral("GPT-3 175B on DGX H100"));
  // A file that is called as was proposed is no title; one that the user called otherwise is.
  QCOMPARE(document.save_as(folder.filePath(QStringLiteral("gpt-3-175b-on-dgx-h100.llmsize"))), QString());
  document.edit("cluster.system", QStringLiteral("dgx-b200"));
  QCOMPARE(document.name(), QStringLiteral("GPT-3 175B on DGX B200"));
  QCOMPARE(document.save_as(folder.filePath(QStringLiteral("offer.llmsize"))), QString());
  QCOMPARE(document.name(), QStringLiteral("offer"));
  QCOMPARE(document.save(), QString());
  QCOMPARE(document.name(), QStringLiteral("offer"));
  // What the user says holds.
  document.rename(QStringLiteral("Offer for ACME"));
  document.edit("cluster.system", QStringLiteral("dgx-a100-640"));
  QCOMPARE(document.name(), QStringLiteral("Offer for ACME"));
  // The title of an example speaks of its own machine.
  QCOMPARE(desk.open_example(QStringLiteral("hpe-network-interfaces")), QString());
  const QString given = desk.current()->name();
  desk.current()->edit("workload.tokens", QStringLiteral("1T"));
  QCOMPARE(desk.current()->name(), given);
  desk.current()->edit("cluster.system", QStringLiteral("dgx-b200"));
  QVERIFY2(desk.current()->name().endsWith(QStringLiteral("on DGX B200")), qPrintable(desk.current()->name()));
  desk.current()->history().undo();
  QCOMPARE(desk.current()->name(), given);
}

void DocumentsTest::copies_are_called_by_what_differs() {
  Desk desk(catalog_);
  desk.add_new();
  QSignalSpy titles(&desk, &Desk::title_changed);
  Document& copy = *desk.duplicate(0);
  QCOMPARE(copy.name(), QStringLiteral("GPT-3 175B on DGX H100, copy"));
  Document& third = *desk.add_new();
  QCOMPARE(third.name(), QStringLiteral("GPT-3 175B on DGX H100, copy 2"));
  copy.edit("goal.deadline", QStringLiteral("20 days"));
  QCOMPARE(copy.name(), QStringLiteral("GPT-3 175B on DGX H100, Deadline 20 days"));
  QCOMPARE(third.name(), QStringLiteral("GPT-3 175B on DGX H100, copy"));
  copy.edit("cluster.system", QStringLiteral("dgx-b200"));
  QCOMPARE(copy.name(), QStringLiteral("GPT-3 175B on DGX B200"));
  QVERIFY(titles.count() > 0);
  // The first one goes: what told the others from it goes too.
  desk.close(0);
  QCOMPARE(third.name(), QStringLiteral("GPT-3 175B on DGX H100"));
  third.rename(QStringLiteral("Offer"));
  QCOMPARE(desk.duplicate(desk.index_of(&third))->name(), QStringLiteral("Offer, copy"));
}

}  // namespace llmsize::gui

QTEST_GUILESS_MAIN(llmsize::gui::DocumentsTest)
#include "documents_test.moc"
