// SPDX-License-Identifier: GPL-3.0-or-later
// What a user does with documents and exports, one story each, without a screen.
#include "core/files/version.hpp"
#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/page_files.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"
#include "tests/support/fixtures.hpp"

#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QLineEdit>
#include <QProcess>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

namespace llmsize::gui {
namespace {

const QString deadline = QStringLiteral("goal.deadline");

}  // namespace

class FilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void a_saved_scenario_opens_again();
  void a_file_says_what_has_moved_since();
  void a_message_moves_nothing_and_goes_with_the_next_file();
  void a_named_file_is_opened_and_nothing_else();
  void a_duplicate_is_compared();
  void every_chart_is_exported();
  void dialogs_propose_names_and_add_endings();
  void a_file_of_several_cases_offers_the_others();
  void files_that_cannot_be_read_are_told();
  void names_follow_the_scenario_everywhere();
  void without_a_person_nothing_is_remembered();
};

void FilesTest::a_saved_scenario_opens_again() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("mine.llmsize"));
  std::string said;
  QString nodes;
  {
    OpenWindow open;
    open.enter(deadline);
    open.type(QStringLiteral("25"));
    open.press(Qt::Key_Return);
    open.settle();
    QVERIFY(open.document().is_modified());
    choose_file(path);
    open.press(Qt::Key_S, Qt::ControlModifier);
    QVERIFY2(QFile::exists(path), qPrintable(open.window.messages()->message()));
    QVERIFY(!open.document().is_modified());
    said = open.said();
    nodes = open.shown("planning.nodes");
  }
  OpenWindow again({1440, 900}, {path});
  QCOMPARE(again.session.desk().count(), 1);
  QCOMPARE(again.said(), said);
  QCOMPARE(again.shown("planning.nodes"), nodes);
  QCOMPARE(again.document().path(), path);
  QVERIFY(!again.document().is_modified());
  // The command line reads it too.
  const Json answer = run_program(
      QString::fromStdString(tests::program()),
      {QStringLiteral("size"), QStringLiteral("--json"), QStringLiteral("--scenario"), path});
  QCOMPARE(answer.at("scenario").at("cluster.nodes").at("value").get<int>(), nodes.section(u' ', 0, 0).toInt());
}

void FilesTest::a_file_says_what_has_moved_since() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("mine.llmsize"));
  QString nodes;
  {
    OpenWindow open;
    nodes = open.shown("planning.nodes").section(u' ', 0, 0);
    choose_file(path);
    // By the keys that the menu shows, on every desktop.
    open.press(Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
  }
  QByteArray text = contents(path);
  QVERIFY2(text.contains("planning.nodes=" + nodes.toLatin1()), text.constData());
  {
    // The same version answers the same, and says nothing.
    OpenWindow again({1440, 900}, {path});
    QVERIFY2(again.window.messages()->message().isEmpty(), qPrintable(again.window.messages()->message()));
  }
  text.replace("planning.nodes=" + nodes.toLatin1(), "planning.nodes=40");
  text.replace(QByteArray("llmsize ") + version().data(), "llmsize 0.0.9");
  write(path, text);
  OpenWindow again({1440, 900}, {path});
  const QString told = again.window.messages()->message();
  QVERIFY2(told.contains(u"0.0.9") && told.contains(QStringLiteral("Nodes 40 → %1").arg(nodes)), qPrintable(told));
}

void FilesTest::a_message_moves_nothing_and_goes_with_the_next_file() {
  QTemporaryDir folder;
  OpenWindow open;
  const QPoint place = open.window.page()->mapTo(&open.window, QPoint());
  const QSize size = open.window.page()->size();
  open.window.open_files({write(folder.filePath(QStringLiteral("bad.llmsize")), "{")});
  QVERIFY(open.window.messages()->isVisible());
  QCOMPARE(open.window.page()->mapTo(&open.window, QPoint()), place);
  QCOMPARE(open.window.page()->size(), size);
  QVERIFY(open.window.rect().contains(
      QRect(open.window.messages()->mapTo(&open.window, QPoint()), open.window.messages()->size())));
  open.window.open_files(
      {write(folder.filePath(QStringLiteral("good.llmsize")), QByteArray::fromStdString(open.said()))});
  QVERIFY(open.window.messages()->message().isEmpty());
}

void FilesTest::a_named_file_is_opened_and_nothing_else() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("plan.llmsize"));
  write(path, R"({"schema_version": 1, "model": "llama-3.1-8b"})");
  QSettings().setValue(QStringLiteral("open"), QStringList{folder.filePath(QStringLiteral("gone.llmsize"))});
  Session session;
  MainWindow window(session);
  window.restore({path});
  QCOMPARE(session.desk().count(), 1);
  QCOMPARE(session.document()->path(), path);
  QSettings().remove(QStringLiteral("open"));
}

void FilesTest::a_duplicate_is_compared() {
  OpenWindow open;
  open.press(Qt::Key_D, Qt::ControlModifier);
  QCOMPARE(open.session.desk().count(), 2);
  QCOMPARE(open.window.findChild<QTabBar*>()->count(), 2);
  open.enter(deadline);
  open.type(QStringLiteral("15"));
  open.press(Qt::Key_Return);
  open.settle();
  open.press(Qt::Key_8, Qt::ControlModifier);
  open.settle();
  QCOMPARE(open.session.page_id(), QStringLiteral("compare"));
  const ChartCard* card = open.card("compare.differences");
  QVERIFY(card->chart().empty.empty());
  const Table table = data_of(card->chart());
  QVERIFY(table.header.size() >= 3);
  QVERIFY(!table.rows.empty());
  open.finish();
  QVERIFY(data_of(open.card("compare.time")->chart()).rows.size() > 4);
  open.press(Qt::Key_Tab, Qt::ControlModifier);
  QCOMPARE(open.session.desk().current_index(), 0);
  // Taken away again.
  open.session.desk().set_current(1);
  answer_dialog([](QDialog& dialog) {
    for (auto* button : dialog.findChildren<QAbstractButton*>())
      if (button->text().contains(QStringLiteral("Discard")) || button->text().contains(QStringLiteral("without")))
        return button->click();
    dialog.reject();
  });
  open.act(QStringLiteral("Close scenario"));
  QCOMPARE(open.session.desk().count(), 1);
}

void FilesTest::every_chart_is_exported() {
  OpenWindow open;
  open.finish();
  QTemporaryDir folder;
  // A picture says what it is of wherever it goes.
  for (const char* part : {"GPT-3 175B", "300B tokens", "× NVIDIA DGX H100", "llmsize "})
    QVERIFY2(footer_of(open.session.about()).contains(QString::fromUtf8(part)), qPrintable(open.session.about()));
  for (const PageKind& kind : page_kinds()) {
    open.go(to_qt(kind.id));
    for (const ChartCard* card : open.window.page()->cards()) {
      const QString base = folder.filePath(file_name(open.document().name(), to_qt(card->chart().id)));
      const QString footer = footer_of(open.session.about());
      for (const char* ending : {".png", ".svg", ".pdf", ".csv"}) {
        const QString path = base + QString::fromLatin1(ending);
        QCOMPARE(export_chart(card->chart(), path, {.scale = 1, .footer = footer}), QString());
        QVERIFY2(QFile(path).size() > (card->chart().empty.empty() ? 20 : 0), qPrintable(path));
      }
      // As high as all of its rows need.
      const QImage image(base + QStringLiteral(".png"));
      QCOMPARE(image.width(), 720);
      QVERIFY(image.height() >= 460);
      const QByteArray svg = contents(base + QStringLiteral(".svg"));
      QVERIFY(svg.contains("<svg"));
      QVERIFY2(!svg.contains(" more row"), qPrintable(base));
      QVERIFY(contents(base + QStringLiteral(".pdf")).startsWith("%PDF"));
      // All numbers of the table.
      const Table table = data_of(card->chart());
      QCOMPARE(
          contents(base + QStringLiteral(".csv")).trimmed().count('\n'), static_cast<qsizetype>(table.rows.size()));
    }
  }
  // A page as one file, and the refusal of what is no kind of file.
  for (const char* ending : {"pdf", "png", "json"}) {
    const QString path = folder.filePath(QStringLiteral("page.") + QString::fromLatin1(ending));
    QCOMPARE(write_page(*open.window.page()->content(), open.session, path), QString());
    QVERIFY(QFile(path).size() > 100);
  }
  // The report of what the pages show, whichever of them is open.
  for (const char* ending : {"html", "pdf", "xlsx", "md"}) {
    const QString path = folder.filePath(QStringLiteral("report.") + QString::fromLatin1(ending));
    QCOMPARE(write_report(open.session, path), QString());
    const QString annex = folder.filePath(QStringLiteral("report-annex.") + QString::fromLatin1(ending));
    const bool is_workbook = QByteArray(ending) == "xlsx";
    QVERIFY(QFile(path).size() > 3000);
    QVERIFY(is_workbook || QFile(annex).size() > 10000);
  }
  QVERIFY(write_report(open.session, folder.filePath(QStringLiteral("report.doc"))).contains(u".html"));
  // What was hidden for that is back, and gives its room away again when it is hidden.
  for (const QToolButton* tool : open.window.page()->content()->findChildren<QToolButton*>())
    if (tool->parentWidget()->isVisible()) QVERIFY(tool->isVisible() && !tool->sizePolicy().retainSizeWhenHidden());
  QVERIFY(write_page(*open.window.page()->content(), open.session, folder.filePath(QStringLiteral("page.doc")))
              .contains(u".pdf"));
  QVERIFY(!export_chart(open.window.page()->cards().front()->chart(), QStringLiteral("/nowhere/chart.png")).isEmpty());
}

void FilesTest::dialogs_propose_names_and_add_endings() {
  OpenWindow open;
  open.go(QStringLiteral("checkpoint"));
  const QTemporaryDir folder;
  QString proposed;
  const auto take_over = [&](const QString& name) {
    answer_dialog([&proposed, name](QDialog& dialog) {
      auto* line = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
      proposed = line->text();
      line->setText(name);
      QTest::keyClick(line, Qt::Key_Return);
    });
  };
  const auto written = [&](const char* name) { return QFileInfo(folder.filePath(QString::fromLatin1(name))).size(); };
  take_over(folder.filePath(QStringLiteral("chart")));
  open.window.page()->cards().front()->export_as();
  QVERIFY2(
      proposed.startsWith(QStringLiteral("gpt-3-175b-on-dgx-h100-checkpoint")) &&
          proposed.endsWith(QStringLiteral(".png")),
      qPrintable(proposed));
  QVERIFY(written("chart.png") > 1000);
  QVERIFY(open.window.messages()->message().contains(QStringLiteral("chart.png")));
  take_over(folder.filePath(QStringLiteral("chart.svg")));
  open.window.page()->cards().front()->export_as();
  QVERIFY(contents(folder.filePath(QStringLiteral("chart.svg"))).contains("<svg"));

  take_over(folder.filePath(QStringLiteral("page")));
  open.act(QStringLiteral("Page as PDF, PNG or data…"));
  QCOMPARE(proposed, QStringLiteral("gpt-3-175b-on-dgx-h100-checkpoint.pdf"));
  // A document of letters, not a picture of the screen.
  const QByteArray page = contents(folder.filePath(QStringLiteral("page.pdf")));
  QVERIFY(page.startsWith("%PDF") && page.contains("/BaseFont /llmsizeSans") && page.contains("/FontFile"));

  take_over(folder.filePath(QStringLiteral("proposal")));
  open.act(QStringLiteral("Report as HTML, PDF, workbook or Markdown…"));
  QCOMPARE(proposed, QStringLiteral("gpt-3-175b-on-dgx-h100-report.html"));
  QVERIFY(contents(folder.filePath(QStringLiteral("proposal.html"))).startsWith("<!DOCTYPE html>"));

  take_over(folder.filePath(QStringLiteral("mine")));
  open.press(Qt::Key_S, Qt::ControlModifier);
  QCOMPARE(proposed, QStringLiteral("gpt-3-175b-on-dgx-h100.llmsize"));
  QCOMPARE(open.document().path(), folder.filePath(QStringLiteral("mine.llmsize")));
}

void FilesTest::a_file_of_several_cases_offers_the_others() {
  OpenWindow open(
      {1440, 900},
      {QString::fromStdString(llmsize::tests::in_tree("presets/scenarios/hpe-network-interfaces.llmsize"))});
  QCOMPARE(open.session.desk().count(), 1);
  QVERIFY(open.document().path().isEmpty());
  const QString told = open.window.messages()->message();
  QVERIFY2(told.startsWith(QStringLiteral("8 scenarios")), qPrintable(told));
  auto* others = open.window.messages()->findChild<LinkButton*>();
  QCOMPARE(others->text(), QStringLiteral("Open the other 7"));
  others->setFocus();
  open.press(Qt::Key_Return);
  QCOMPARE(open.session.desk().count(), 8);
  QCOMPARE(open.window.messages()->message(), QString());
  // Each answers as the command line does for it.
  open.settle();
  QVERIFY(open.document().name().startsWith(QStringLiteral("megatron-39.1b")));
  QVERIFY(!open.session.is_stale());
  QVERIFY(open.session.problem().isEmpty());
}

void FilesTest::files_that_cannot_be_read_are_told() {
  OpenWindow open;
  QTemporaryDir folder;
  const std::string said = open.said();
  struct {
    QString name;
    QByteArray text;
    const char* told;
  } const files[] = {
      {QStringLiteral("broken.llmsize"), "{\"schema_version\": 1,", "broken.llmsize"},
      {QStringLiteral("newer.llmsize"), R"({"schema_version": 99, "workload": {"tokens": "300B"}})", "99"},
      {QStringLiteral("unknown.llmsize"), R"({"schema_version": 1, "workload": {"tokenz": "300B"}})", "tokens"},
      {QStringLiteral("wrong.llmsize"), R"({"schema_version": 1, "workload": {"tokens": "many"}})", "workload.tokens"},
  };
  for (const auto& file : files) {
    const QString path = write(folder.filePath(file.name), file.text);
    open.window.open_files({path});
    const QString message = open.window.messages()->message();
    QVERIFY2(message.contains(file.name) && message.contains(QString::fromLatin1(file.told)), qPrintable(message));
    QCOMPARE(open.session.desk().count(), 1);
    QCOMPARE(open.said(), said);
    QCOMPARE(contents(path), file.text);
    open.press(Qt::Key_Escape);
    QCOMPARE(open.window.messages()->message(), QString());
  }
  open.window.open_files({folder.filePath(QStringLiteral("missing.llmsize"))});
  QVERIFY(open.window.messages()->message().contains(QStringLiteral("missing.llmsize")));
}

void FilesTest::names_follow_the_scenario_everywhere() {
  OpenWindow open;
  open.document().edit("cluster.system", QStringLiteral("dgx-b200"));
  open.settle();
  const QString name = QStringLiteral("GPT-3 175B on DGX B200");
  auto* tabs = open.window.findChild<QTabBar*>();
  QVERIFY2(tabs->tabText(0).startsWith(name), qPrintable(tabs->tabText(0)));
  QVERIFY(open.window.windowTitle().startsWith(name));
  QString proposed;
  answer_dialog([&proposed](QDialog& dialog) {
    proposed = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
    dialog.reject();
  });
  open.window.page()->cards().front()->export_as();
  QVERIFY2(proposed.startsWith(QStringLiteral("gpt-3-175b-on-dgx-b200-")), qPrintable(proposed));
  // Side by side each column is called by what it holds.
  open.session.desk().duplicate(0);
  open.document().edit("goal.deadline", QStringLiteral("20 days"));
  open.settle();
  open.go(QStringLiteral("compare"));
  const std::vector<Subject> subjects = open.session.subjects();
  QCOMPARE(to_qt(subjects[0].name), name);
  QCOMPARE(to_qt(subjects[1].name), name + QStringLiteral(", Deadline 20 days"));
  QVERIFY(tabs->tabText(1).startsWith(to_qt(subjects[1].name)));
}

void FilesTest::without_a_person_nothing_is_remembered() {
  const QTemporaryDir folder, home;
  const QString plan =
      write(folder.filePath(QStringLiteral("plan.llmsize")), R"({"schema_version": 1, "model": "gpt3-175b",
    "cluster": {"system": "dgx-h100", "nodes": 64}, "workload": {"tokens": "300B"}})");
  QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
  own.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
  for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
    own.insert(QString::fromLatin1(name), home.path());
  for (const QStringList& arguments :
       {QStringList{QStringLiteral("--dump"), QStringLiteral("size"), QStringLiteral("--scenario"), plan},
        QStringList{
            QStringLiteral("--screenshot"), QStringLiteral("size"), folder.filePath(QStringLiteral("page.png")),
            QStringLiteral("--scenario"), plan}}) {
    QProcess app;
    app.setProcessEnvironment(own);
    app.start(QString::fromStdString(tests::app()), arguments);
    constexpr int patience = 60000;
    QVERIFY(app.waitForFinished(patience));
    QCOMPARE(app.exitCode(), 0);
  }
  QVERIFY(QFile::exists(folder.filePath(QStringLiteral("page.png"))));
  QStringList left;
  for (QDirIterator each(home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); each.hasNext();)
    if (const QString file = each.next(); !file.contains(QLatin1String("cache"))) left << file;
  QVERIFY2(left.isEmpty(), qPrintable(left.join(u'\n')));
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::FilesTest)
#include "files_test.moc"
