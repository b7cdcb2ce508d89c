// SPDX-License-Identifier: GPL-3.0-or-later
// The planner and all item models, without a window.
#include "core/answer/answer.hpp"
#include "core/inputs/list.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/parse.hpp"
#include "gui/models/book.hpp"
#include "gui/models/catalog_model.hpp"
#include "gui/models/derivation_model.hpp"
#include "gui/models/desk.hpp"
#include "gui/models/find_model.hpp"
#include "gui/models/inputs_model.hpp"
#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "tests/gui/text_file.hpp"

#include <QAbstractItemModelTester>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace llmsize::gui {
class ModelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("llmsize-test"));
    QCoreApplication::setApplicationName(QStringLiteral("models-test"));
  }
  void init() {
    for (const Recovered& each : recoverable()) discard(each);
    QSettings().clear();
  }

  void book_is_found_next_to_the_app();
  void numbers_and_units_are_shown_apart();
  void what_a_field_holds_reads_back();
  void numbers_are_read_as_they_were_meant_data();
  void numbers_are_read_as_they_were_meant();
  void no_figure_reads_as_another_number();
  void the_planner_answers_at_once_and_then_plans();
  void a_late_plan_is_dropped();
  void copies_and_nodes_that_are_said_are_planned_around();
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

void ModelsTest::book_is_found_next_to_the_app() {
  const QTemporaryDir folder;
  const QDir tree(QDir(folder.path()).canonicalPath());
  const QString program = tree.filePath(QStringLiteral("build/release/bin"));
  for (const char* each : {"build/release/bin", "build/book", "build/release/share/doc/llmsize/html"})
    QVERIFY(tree.mkpath(QString::fromUtf8(each)));
  const auto is_found = [&](const char* page) {
    const QString path = write(tree.filePath(QString::fromUtf8(page)), "a page");
    return find_book(program) == path;
  };
  QVERIFY(is_found("README.md") || find_book(program).contains(QStringLiteral("doc/llmsize/html")));
  QVERIFY(is_found("build/book/index.html"));
  QVERIFY(is_found("build/release/share/doc/llmsize/html/index.html"));
}

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
      QVERIFY2(
          read && std::abs(*read - value) <= 1e-12 * std::abs(value),
          qPrintable(to_qt(about->key) + QLatin1Char(' ') + text));
    }
}

void ModelsTest::numbers_are_read_as_they_were_meant_data() {
  QTest::addColumn<QString>("locale");
  QTest::addColumn<QString>("typed");
  QTest::addColumn<QString>("read");  // nothing where it is refused
  const auto row = [](const char* locale, const char* typed, const char* read) {
    QTest::addRow("%s %s", locale, typed)
        << QString::fromLatin1(locale) << QString::fromUtf8(typed) << QString::fromUtf8(read);
  };
  for (const char* locale : {"C", "en_US", "de_DE", "fr_FR"}) {
    row(locale, "30", "30");
    row(locale, "1.5", "1.5");
    row(locale, "0.125", "0.125");
    row(locale, "soon", "soon");
    row(locale, "1d12h", "1d12h");
    row(locale, "3.1e23", "3.1e23");
    row(locale, "-2.5", "-2.5");
    row(locale, "400Gb/s", "400Gb/s");
    row(locale, "1,500,000", "1500000");
    row(locale, "1,500.5", "1500.5");
    row(locale, "1 500", "1500");
    row(locale, "1\u202f500\u00a0000 B", "1500000 B");
    row(locale, "1,5,0", "");
    row(locale, "1,50,000", "");
    row(locale, "1..5", "");
    row(locale, "1 50", "");
  }
  row("en_US", "1,500", "1500");
  row("en_US", "1,5", "");
  row("en_US", "1,5T", "");
  row("en_US", "2,75", "");
  row("en_US", "0,500", "");
  row("en_US", "1.500,5", "");
  row("de_DE", "1,5", "1.5");
  row("de_DE", "1,5T", "1.5T");
  row("de_DE", "2,75 B", "2.75 B");
  row("de_DE", ",5", "0.5");
  row("de_DE", "0,500", "0.500");
  row("de_DE", "3,1e23", "3.1e23");
  row("de_DE", "1.500,5", "1500.5");
  row("de_DE", "1.500.000", "1500000");
  row("de_DE", "1.500", "");
  row("de_DE", "1,500", "");
  row("fr_FR", "1 500,5", "1500.5");
}

void ModelsTest::numbers_are_read_as_they_were_meant() {
  QFETCH(const QString, locale);
  QFETCH(const QString, typed);
  QFETCH(const QString, read);
  const TypedNumber number = typed_number(typed, QLocale(locale));
  QCOMPARE(number.trouble.isEmpty(), !read.isEmpty());
  QCOMPARE(number.text, read.isEmpty() ? typed : read);
  // The sentence shows how to write it.
  if (!number.trouble.isEmpty()) QVERIFY2(number.trouble.endsWith(u'.'), qPrintable(number.trouble));
}

void ModelsTest::no_figure_reads_as_another_number() {
  const QString text = QStringLiteral("2,048 nodes, 28.9 days; 1,536,000 of them");
  QCOMPARE(legible(text, QLocale(QStringLiteral("en_US"))), text);
  for (const char* locale : {"de_DE", "fr_FR"})
    QCOMPARE(
        legible(text, QLocale(QString::fromLatin1(locale))),
        QStringLiteral("2\u202f048 nodes, 28,9 days; 1\u202f536\u202f000 of them"));
  // Names and options keep their points.
  const QLocale german(QStringLiteral("de_DE"));
  for (const char* same :
       {"Llama 3.1 70B on 2 × DGX H100", "DeepSeek-V3.2", "llmsize 0.1.0", "Qwen3.5-397B", "PCIe 5.0", "GLM-4.6",
        "add --gpu-memory-utilization 0.9"})
    QCOMPARE(legible(QString::fromUtf8(same), german), QString::fromUtf8(same));
  const std::pair<const char*, const char*> changed[] = {
      {"29.5", "29,5"},
      {"20.0–55.2 days", "20,0–55,2 days"},
      {"Peak GPU memory 68.0 of 79.6 GiB", "Peak GPU memory 68,0 of 79,6 GiB"},
      {"GPU memory 68.0\u00a0GiB", "GPU memory 68,0\u00a0GiB"},
      {"1.03 (P10–P90 0.909–1.16)", "1,03 (P10–P90 0,909–1,16)"},
      {"−0.2 days, 1.5× the rate, 9.5%", "−0,2 days, 1,5× the rate, 9,5%"},
      {"1,234.5 tok/s", "1\u202f234,5 tok/s"}};
  for (const auto& [text_of_core, german_text] : changed)
    QCOMPARE(legible(QString::fromUtf8(text_of_core), german), QString::fromUtf8(german_text));
}

void ModelsTest::the_planner_answers_at_once_and_then_plans() {
  Desk desk(catalog_);
  Planner planner;
  QSignalSpy subjects(&planner, &Planner::subject_changed), busy(&planner, &Planner::busy_changed),
      progress(&planner, &Planner::progress);
  planner.follow(desk.add_new());
  QCOMPARE(subjects.count(), 1);
  QVERIFY(planner.is_busy() && planner.is_stale());
  QVERIFY(planner.subject().scenario.find("cluster.nodes"));
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
  QVERIFY(!planner.is_stale());
  QVERIFY(planner.subject().plan() && planner.subject().plan()->met);
  QVERIFY(!planner.subject().sizes().empty());
  QVERIFY(progress.count() > 0);
  const double nodes = planner.subject().plan()->nodes;
  QVERIFY(planner.subject().certain().p90 >= nodes);
  QCOMPARE(planner.current()["cluster.nodes"], nodes);
  QCOMPARE(planner.current().origin("cluster.nodes").kind, Origin::Kind::planned);
  QCOMPARE(planner.current().origin("workload.tokens").kind, Origin::Kind::user);
  // While the next search runs the last plan is shown with the new inputs.
  desk.current()->edit("goal.deadline", QStringLiteral("60d"));
  QVERIFY(planner.is_stale());
  QCOMPARE(planner.current()["cluster.nodes"], nodes);
  QCOMPARE(planner.current()["goal.deadline"], 60.0 * 86400);
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
  QVERIFY(planner.subject().plan()->nodes < nodes);
}

void ModelsTest::a_late_plan_is_dropped() {
  Desk desk(catalog_);
  Planner planner;
  planner.follow(desk.add_new());
  for (int days = 20; days < 60; days += 5) {
    desk.current()->edit("goal.deadline", QStringLiteral("%1d").arg(days));
    QTest::qWait(days % 10 == 0 ? 60 : 5);
  }
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
  QCOMPARE(*planner.subject().said.find("goal.deadline")->value.number, 55.0 * 86400);
  QCOMPARE(*planner.subject().plan()->scenario.find("goal.deadline")->value.number, 55.0 * 86400);
  const Subject at_once = Planner::planned(QStringLiteral("x"), desk.current()->scenario(), catalog_);
  QCOMPARE(as_options(planner.subject().scenario), as_options(at_once.scenario));
  desk.current()->edit("goal.deadline", QStringLiteral("20d"));
  QTest::qWait(60);
  planner.stop();
  QVERIFY(!planner.is_busy() && planner.is_stale());
  QTest::qWait(400);
  QVERIFY(planner.is_stale());
  planner.replan();
  // An end while a search runs waits for it.
}

void ModelsTest::copies_and_nodes_that_are_said_are_planned_around() {
  Desk desk(catalog_);
  Planner planner;
  planner.follow(desk.add_new());
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
  const Case chosen = planner.current();
  desk.current()->edit("layout.data", QString::number(chosen["layout.data"]));
  desk.current()->edit("cluster.nodes", QString::number(chosen["cluster.nodes"]));
  QCOMPARE(planner.problem(), QString());
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
  QCOMPARE(planner.problem(), QString());
  for (const InputKey key : {InputKey("layout.tensor"), InputKey("layout.pipeline"), InputKey("layout.data")})
    QCOMPARE(planner.current()[key], chosen[key]);
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
  QVERIFY2(planner.problem().contains(QLatin1String("divisible")), qPrintable(planner.problem()));
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
  derivation.show({"training.calendar_time"});
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
  QTRY_VERIFY_WITH_TIMEOUT(!planner.is_busy(), 200000);
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
  QVERIFY(
      tell("accelerator.peak", InputsModel::headline_role).toBool() ||
      tell("node.nic_rate", InputsModel::headline_role).toBool());
  QVERIFY(!tell("model.pooler", InputsModel::headline_role).toBool());
  QCOMPARE(inputs.differing(), 5);
  QVERIFY(inputs.setData(inputs.index_of("node.nic_rate"), QStringLiteral("200Gb/s"), Qt::EditRole));
  QCOMPARE(tell("node.nic_rate", InputsModel::value_role).toString(), QStringLiteral("200"));
  QCOMPARE(tell("node.nic_rate", InputsModel::unit_role).toString(), QStringLiteral("Gb/s"));
  QCOMPARE(inputs.differing(), 6);
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
  derivation.show({"training.calendar_time"});
  QVERIFY(derivation.is_open());
  QCOMPARE(derivation.number().unit, QStringLiteral("days"));
  QVERIFY(derivation.range_text().startsWith(QString::fromUtf8("P10–P90 ")));
  QVERIFY(derivation.weakest());
  QVERIFY(derivation.weakest()->share > 0 && derivation.weakest()->share <= 1);
  derivation.show({"training.step_time"});
  derivation.show({"no.such_result"});
  QCOMPARE(derivation.explanation().id, std::string("training.step_time"));
  derivation.back();
  QCOMPARE(derivation.explanation().id, std::string("training.calendar_time"));
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
  for (const char* id : {"training.calendar_time", "memory.gpu_total", "checkpoint.size"}) {
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
      if (known && result)
        QVERIFY2(!part.data(DerivationModel::letter_role).toString().isEmpty(), qPrintable(part.data().toString()));
    }
    QVERIFY(leaves > 0);
  }
}

void ModelsTest::everything_is_found_by_words() {
  FindModel find;
  find.set_pages(
      {{FindModel::Kind::page, QStringLiteral("size"), QStringLiteral("Size"), QStringLiteral("How many nodes?")}});
  find.set_actions(
      {{FindModel::Kind::action, QStringLiteral("export"), QStringLiteral("Export…"), QStringLiteral("Ctrl+E")}});
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
