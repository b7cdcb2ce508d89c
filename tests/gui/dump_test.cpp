// SPDX-License-Identifier: GPL-3.0-or-later
// Every figure of every page is what the command line says for the same scenario.
#include "core/pages/pages.hpp"
#include "gui/models/text.hpp"
#include "gui/window/page_files.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/support/fixtures.hpp"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <cmath>

namespace llmsize::gui {
namespace {

/// What was said and what a figure changes, as a file; what the planner chose, as options.
QStringList arguments_for(const Subject& subject, const Json& changes, const QString& file) {
  Scenario said = subject.said, planned = subject.scenario;
  for (const auto& [key, value] : subject.said.all()) planned.unset(key);
  for (const auto& [key, text] : changes.items()) {
    planned.unset(key);
    if (const auto& word = text.get_ref<const std::string&>(); word.empty())
      said.unset(key);
    else
      said.set(key, word, Giver{"test"});
  }
  QFile written(file);
  if (!written.open(QIODevice::WriteOnly)) return {};
  written.write(QByteArray::fromStdString(write_scenario(said).dump()));
  QString options = to_qt(as_options(planned));
  // The shell's quotes are those of QProcess, but double.
  options.replace(u'\'', u'"');
  return QStringList{QStringLiteral("--json"), QStringLiteral("--scenario"), file} + QProcess::splitCommand(options);
}

/// Value of an explained result or input, null where it is absent.
Json told(const Json& answer, const std::string& id) {
  for (const Json& row : answer.at("rows"))
    if (row.at("id") == id) return row.at("value");
  return "not explained";
}

QString differs(const Json& ours, const Json& theirs) {
  const bool numbers = ours.is_number() && theirs.is_number();
  constexpr double tolerance = 1e-9;
  const bool same =
      numbers ? std::abs(ours.get<double>() - theirs.get<double>()) <= tolerance * std::abs(theirs.get<double>())
              : ours == theirs;
  return same ? QString() : QStringLiteral("%1, command line %2").arg(to_qt(ours.dump()), to_qt(theirs.dump()));
}

/// Differences of a page that is shown.
QStringList compare(const Page& page, const Subject& subject, const Catalog& catalog, const QString& file) {
  QStringList found;
  std::map<std::string, Json> asked;  // by what is changed: several figures in one call
  const Json told_of = page_json(page, subject, catalog);
  for (const Json& figure : told_of.at("figures"))
    if (!figure.at("id").get_ref<const std::string&>().empty()) asked[figure.at("with").dump()].push_back(figure);
  for (const auto& [changes, figures] : asked) {
    QStringList arguments{QStringLiteral("explain")};
    for (const Json& figure : figures) arguments << to_qt(figure.at("id").get<std::string>());
    arguments.removeDuplicates();
    const Json answer = run_program(
        QString::fromStdString(tests::program()), arguments + arguments_for(subject, Json::parse(changes), file));
    for (const Json& figure : figures)
      if (const QString bad = differs(figure.at("value"), told(answer, figure.at("id"))); !bad.isEmpty())
        found << QStringLiteral("%1: %2 with %3: %4")
                     .arg(to_qt(page.id), to_qt(figure.at("id").get<std::string>()), to_qt(changes), bad);
  }
  return found;
}

}  // namespace

class DumpTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void figures_equal_the_command_line_data();
  void figures_equal_the_command_line();
  void the_program_prints_what_the_window_shows();
};

void DumpTest::figures_equal_the_command_line_data() {
  QTest::addColumn<QString>("example");
  QTest::newRow("worked example") << QString();
  Session session;
  for (const Desk::Example& example : session.desk().examples()) QTest::newRow(qPrintable(example.id)) << example.id;
}

void DumpTest::figures_equal_the_command_line() {
  QFETCH(QString, example);
  QTemporaryDir folder;
  Session session;
  if (example.isEmpty())
    session.desk().add_new();
  else
    QCOMPARE(session.desk().open_example(example), QString());
  QTRY_VERIFY_WITH_TIMEOUT(!session.planner()->is_busy(), 200000);
  if (!session.problem().isEmpty()) QSKIP(qPrintable(session.problem()));
  QStringList found;
  // Plans of a dozen systems take long.
  const bool with_options = example.isEmpty() || qEnvironmentVariableIsSet("LLMSIZE_LONG");
  for (const PageKind& kind : page_kinds()) {
    if (kind.id == "options" && !with_options) continue;
    session.set_page(to_qt(kind.id));
    QTRY_VERIFY_WITH_TIMEOUT(!session.planner()->is_busy(), 200000);
    QTRY_VERIFY_WITH_TIMEOUT(!session.study().is_busy() && !session.options().is_busy(), 600000);
    QVERIFY2(session.problem().isEmpty(), qPrintable(session.problem()));
    QVERIFY(!session.page().figures.empty());
    found += compare(
        session.page(), session.planner()->subject(), session.catalog(),
        folder.filePath(QStringLiteral("scenario.llmsize")));
  }
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void DumpTest::the_program_prints_what_the_window_shows() {
  OpenWindow open;
  open.finish();
  for (const PageKind& kind : page_kinds()) {
    const QString page = to_qt(kind.id);
    open.go(page);
    Json printed = run_program(QString::fromStdString(tests::app()), {QStringLiteral("--dump"), page});
    Json shown = page_json(open.session.page(), open.session.planner()->subject(), open.session.catalog());
    // How long the search took is another one every time.
    printed.erase("sentence");
    shown.erase("sentence");
    if (printed != shown) QFAIL(qPrintable(to_qt(Json::diff(shown, printed).dump())));
  }
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::DumpTest)
#include "dump_test.moc"
