// SPDX-License-Identifier: GPL-3.0-or-later
// The Options page: offers follow the scenario and the systems that are asked for; rows are used, pinned and compared,
// and the deadline is dragged.
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/options_bar.hpp"
#include "gui/window/page_files.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"

#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

namespace llmsize::gui {
namespace {

/// A job that is planned quickly.
QString small_job() {
  static const QTemporaryDir folder;
  return write(
      folder.filePath(QStringLiteral("job.llmsize")),
      R"({"schema_version":1,"model":{"id":"llama-3.1-8b"},"cluster":{"system":"dgx-h100"},)"
      R"("workload":{"tokens":"15T"},"goal":{"deadline":"30d"}})");
}

/// Opens the page with one other system and waits for its rows.
void options(OpenWindow& open) {
  open.settle();
  QCOMPARE(open.session.options().ask({QStringLiteral("dgx-b200")}), QString());
  // Until the first offers are there, the page asks for nothing that the scenario has.
  open.session.set_page(QStringLiteral("options"));
  QVERIFY(open.session.options().is_busy());
  QCOMPARE(open.session.page().charts.front().empty, std::string("Each system is planned for the job."));
  QTRY_VERIFY_WITH_TIMEOUT(!open.session.options().is_busy(), 600000);
}

ChartView* offers(OpenWindow& open) {
  ChartView* view = open.card("options.offers")->view();
  view->grab();
  return view;
}

const Grid& grid(OpenWindow& open) { return std::get<Grid>(open.card("options.offers")->chart().body); }

/// The first row of another system that is on time.
std::size_t other_row(OpenWindow& open) {
  const auto& rows = grid(open).rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].cells.front().text.find("B200") != std::string::npos && !rows[i].dull) return i;
  return rows.size();
}

void click(OpenWindow& open, const scene::Link& link) {
  QTest::mouseClick(offers(open), Qt::LeftButton, {}, to_qt(link.box.centre()).toPoint());
}

}  // namespace

class OptionsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void a_row_becomes_the_scenario();
  void the_deadline_is_dragged_in_the_table();
  void pinned_offers_are_compared();
  void systems_are_asked_for_by_id();
};

void OptionsTest::a_row_becomes_the_scenario() {
  OpenWindow open({1440, 900}, {small_job()});
  options(open);
  QVERIFY(open.window.options()->isVisible());
  const std::size_t row = other_row(open);
  QVERIFY(row < grid(open).rows.size());
  const std::string nodes = grid(open).rows[row].cells.front().text;
  const scene::Link* use = offers(open)->link_of_row(row);
  QVERIFY(use);
  click(open, *use);
  QCOMPARE(open.document().scenario().find("cluster.system")->text, std::string("dgx-b200"));
  open.settle();
  // The same offer is the scenario's own now.
  bool own = false;
  for (const Grid::Row& each : grid(open).rows) own = own || (each.strong && each.cells.front().text == nodes);
  QVERIFY2(own, nodes.c_str());
  open.document().history().undo();
  QCOMPARE(open.document().scenario().find("cluster.system")->text, std::string("dgx-h100"));
}

void OptionsTest::the_deadline_is_dragged_in_the_table() {
  OpenWindow open({1440, 900}, {small_job()});
  options(open);
  ChartView* view = offers(open);
  const auto& lane = view->lane();
  QVERIFY(lane);
  const double y = lane->frame.top + lane->frame.height / 2;
  const QPointF from(lane->x.pixel(30 * 86400.0), y), to(lane->x.pixel(24 * 86400.0), y);
  QTest::mousePress(view, Qt::LeftButton, {}, from.toPoint());
  QTest::mouseMove(view, ((from + to) / 2).toPoint());
  QTest::mouseMove(view, to.toPoint());
  QTest::mouseRelease(view, Qt::LeftButton, {}, to.toPoint());
  QCOMPARE(open.document().scenario().find("goal.deadline")->text, std::string("24d"));
  QVERIFY(open.session.is_stale());
  open.settle();
  QVERIFY(grid(open).lane->limits.front().at == 24 * 86400.0);
  QVERIFY(open.session.page().sentence.find("DGX") != std::string::npos);
}

void OptionsTest::pinned_offers_are_compared() {
  OpenWindow open({1440, 900}, {small_job()});
  options(open);
  const auto own = static_cast<std::size_t>(
      std::find_if(grid(open).rows.begin(), grid(open).rows.end(), [](const Grid::Row& row) { return row.strong; }) -
      grid(open).rows.begin());
  const auto use = [&] {
    const auto& links = offers(open)->links();
    return std::find_if(
               links.begin(), links.end(),
               [](const scene::Link& link) { return link.source.changes.front().first != pin_row_key; })
        ->box;
  };
  const auto before_pins = use();
  for (const std::size_t row : {own, other_row(open)}) {
    const auto& links = offers(open)->links();
    const auto pin = std::find_if(links.begin(), links.end(), [&](const scene::Link& link) {
      return link.row == row && link.source.changes.front().first == pin_row_key;
    });
    QVERIFY(pin != links.end());
    click(open, *pin);
  }
  QCOMPARE(open.session.options().look().pinned.size(), std::size_t{2});
  QCOMPARE(grid(open).rows.at(own).aside->words, std::string("Unpin"));
  QCOMPARE(use().left, before_pins.left);
  QCOMPARE(use().top, before_pins.top);
  // Pictures are about the job: each row has a system of its own. A report sets the scenario against what is pinned.
  QVERIFY(open.session.about().startsWith(QStringLiteral("Llama 3.1 8B · 15T tokens")));
  QVERIFY2(!open.session.about().contains(u"DGX"), qPrintable(open.session.about()));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("report.md"));
  QCOMPARE(write_report(open.session, path), QString());
  const QString report = QString::fromUtf8(contents(path));
  for (const char* words : {"## Options", "Proposed: ", "× NVIDIA DGX B200"})
    QVERIFY2(report.contains(QString::fromUtf8(words)), words);
  const int before = open.session.desk().count();
  for (QPushButton* each : open.window.options()->findChildren<QPushButton*>())
    if (each->text() == u"Compare") each->click();
  // What is open has a tab already.
  QCOMPARE(open.session.desk().count(), before + 1);
  QCOMPARE(open.session.desk().current()->name(), QStringLiteral("Llama 3.1 8B on DGX B200"));
  // The first of them is what the others are compared with.
  QCOMPARE(open.session.desk().index_of(open.session.document()), 1);
  QCOMPARE(open.session.page().figures.at(1).label, std::string("Llama 3.1 8B on DGX B200"));
  QCOMPARE(open.session.page_id(), QStringLiteral("compare"));
}

void OptionsTest::systems_are_asked_for_by_id() {
  OpenWindow open({1440, 900}, {small_job()});
  options(open);
  auto* systems = open.window.options()->findChild<QLineEdit*>();
  QCOMPARE(systems->text(), QStringLiteral("dgx-b200"));
  systems->setText(QStringLiteral("dgx-b2000"));
  QTest::keyClick(systems, Qt::Key_Return);
  QVERIFY(open.window.messages()->isVisible());
  QVERIFY(open.window.messages()->message().contains(u"dgx-b200"));
  QVERIFY(!open.session.options().is_busy());
  systems->setText(QString());
  QTest::keyClick(systems, Qt::Key_Return);
  QVERIFY(open.session.options().is_busy());
  open.session.options().stop();
  // Stopped before its first row: those of before stay, dimmed.
  QVERIFY(open.session.options().is_former() && open.session.is_stale());
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::OptionsTest)
#include "options_test.moc"
