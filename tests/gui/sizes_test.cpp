// SPDX-License-Identifier: GPL-3.0-or-later
// How many nodes, and why: marks, sizes around the plan, what is dragged, and how an answer arrives.
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/chips_row.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/findings_list.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/panels/searched_note.hpp"
#include "tests/gui/open_window.hpp"

#include <QApplication>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>

namespace llmsize::gui {
namespace {

const Plot& sizes(OpenWindow& open) { return std::get<Plot>(open.card("size.time")->chart().body); }

/// Where everything of the page is, and what it says.
QString state_of(OpenWindow& open) {
  const PageView& page = *open.window.page();
  QStringList parts;
  for (const ChartCard* card : page.cards()) {
    const QRect place = card->geometry();
    parts
        << QStringLiteral("%1 %2,%3 %4").arg(card->accessibleName()).arg(place.x()).arg(place.y()).arg(place.height());
  }
  for (const FigureView* figure : page.strip()->figures())
    parts << to_qt(figure->figure().value + figure->figure().qualifier);
  for (const QLabel* label : page.content()->findChildren<QLabel*>())
    if (label->isVisible()) parts << label->text();
  const Scale& across = sizes(open).x;
  return parts.join(u'\n') + QStringLiteral(" %1 %2").arg(across.low).arg(across.high);
}

LinkButton* link_of(QWidget& parent, const QString& words) {
  for (LinkButton* each : parent.findChildren<LinkButton*>())
    if (each->isVisible() && each->text().contains(words)) return each;
  return nullptr;
}

void drag(QWidget* widget, QPointF from, QPointF to) {
  QTest::mousePress(widget, Qt::LeftButton, {}, from.toPoint());
  QTest::mouseMove(widget, ((from + to) / 2).toPoint());
  QTest::mouseMove(widget, to.toPoint());
  QTest::mouseRelease(widget, Qt::LeftButton, {}, to.toPoint());
}

}  // namespace

class SizesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void an_answer_arrives_as_one();
  void every_size_that_is_said_is_a_mark();
  void the_headline_opens_the_sizes_around_it();
  void a_deadline_is_dragged_on_the_chart();
  void a_mark_is_dragged_to_another_size();
  void what_if_is_a_click();
};

void SizesTest::an_answer_arrives_as_one() {
  OpenWindow open;
  open.settle();
  QStringList shown{state_of(open)};
  open.document().edit("goal.deadline", QStringLiteral("26d"));
  bool told = false, waited = false;
  const auto* note = open.window.page()->findChild<SearchedNote*>();
  const auto done = [&] {
    if (const QString now = state_of(open); now != shown.back()) shown << now;
    waited = waited || open.window.page()->is_dimmed();
    told = told || (note->isVisible() && note->words().contains(QStringLiteral("Searching")));
    return !open.session.planner()->is_busy();
  };
  QVERIFY(QTest::qWaitFor(done, 100000));
  for (int i = 0; i < 5; ++i) QApplication::processEvents();
  QCOMPARE(told, waited);
  // Of what comes last only the effects of single changes are new: links, in a row that was there.
  QCOMPARE(shown.size(), 2);
  QCOMPARE(state_of(open), shown.back());
  QVERIFY(!note->isVisible());
}

void SizesTest::every_size_that_is_said_is_a_mark() {
  OpenWindow open;
  const Page& page = open.session.page();
  QString said = to_qt(page.sentence);
  for (const auto& [finding, remedies] : page.findings)
    for (const Remedy& remedy : remedies) said += QStringLiteral(" ") + to_qt(remedy.label);
  static const QRegularExpression nodes(QStringLiteral("([\\d,]+) nodes?"));
  int count = 0;
  for (auto match = nodes.globalMatch(said); match.hasNext(); ++count) {
    const double number = match.next().captured(1).remove(u',').toDouble();
    bool marked = false;
    for (const Plot::Point& point : sizes(open).series.front().points)
      marked = marked || (point.x == number && point.high > point.low && point.mark != Plot::Mark::cross);
    QVERIFY2(marked, qPrintable(QString::number(number)));
  }
  QVERIFY(count > 0);
}

void SizesTest::the_headline_opens_the_sizes_around_it() {
  OpenWindow open;
  LinkButton* why = open.window.page()->strip()->why();
  QVERIFY(why->isVisible());
  ChartCard* ladder = open.card("size.ladder");
  open.go(QStringLiteral("layout"));
  open.act(QStringLiteral("Why this number of nodes"));
  QCOMPARE(open.session.page_id(), QStringLiteral("size"));
  ladder = open.card("size.ladder");
  QVERIFY(ladder && ladder->view()->hasFocus());
  QVERIFY(!ladder->visibleRegion().isEmpty());
  open.window.page()->verticalScrollBar()->setValue(0);
  why->click();
  QVERIFY(!ladder->visibleRegion().isEmpty());
  // The link of a row says its nodes.
  ladder->grab();
  const auto& rows = std::get<Grid>(ladder->chart().body).rows;
  const QString days = to_qt(rows.front().cells[2].text);
  const auto [key, text] = rows.front().apply.changes.front();
  QVERIFY(key == "cluster.nodes");
  const auto* link = ladder->view()->link_of_row(0);
  QVERIFY(link);
  QTest::mouseClick(ladder->view(), Qt::LeftButton, {}, to_qt(link->box.centre()).toPoint());
  QVERIFY(open.document().scenario().find(key) && open.document().scenario().find(key)->text == text);
  open.settle();
  QCOMPARE(open.shown("training.calendar_time"), days);
  QVERIFY(open.document().history().undoText().contains(QStringLiteral("Nodes")));
  open.document().history().undo();
  QVERIFY(!open.document().scenario().find(key));
}

void SizesTest::a_deadline_is_dragged_on_the_chart() {
  OpenWindow open;
  open.finish();
  ChartView* view = open.card("size.time")->view();
  view->grab();
  const auto& axes = *view->axes();
  const int steps = open.document().history().count();
  const double x = axes.frame.left + 0.1 * axes.frame.width;
  drag(view, {x, axes.y.pixel(30 * 86400.0)}, {x, axes.y.pixel(20 * 86400.0)});
  QCOMPARE(open.document().scenario().find("goal.deadline")->text, std::string("20d"));
  QCOMPARE(open.document().history().count(), steps + 1);
  open.settle();
  // What it was before lies below, and the figures say by how much they changed.
  QCOMPARE(sizes(open).series.back().title, std::string("before"));
  QVERIFY(open.figure("planning.nodes")->figure().qualifier.find("vs. before") != std::string::npos);
  // Another change is set against nothing.
  open.document().history().undo();
  open.settle();
  QCOMPARE(open.document().scenario().find("goal.deadline")->text, std::string("30d"));
  QCOMPARE(sizes(open).series.size(), std::size_t{1});
}

void SizesTest::a_mark_is_dragged_to_another_size() {
  OpenWindow open;
  open.finish();
  ChartView* view = open.card("size.time")->view();
  view->grab();
  const auto& points = sizes(open).series.front().points;
  const auto chosen =
      std::find_if(points.begin(), points.end(), [](const auto& point) { return point.mark == Plot::Mark::filled; });
  QVERIFY(chosen != points.end());
  const auto& axes = *view->axes();
  const auto place = [&](const Plot::Point& point) { return QPointF(axes.x.pixel(point.x), axes.y.pixel(point.y)); };
  const Changes wanted = points.back().apply.changes;
  QVERIFY(!wanted.empty());
  drag(view, place(*chosen), place(points.back()));
  const auto [key, text] = wanted.front();
  QVERIFY(open.document().scenario().find(key));
  QCOMPARE(open.document().scenario().find(key)->text, text);
}

void SizesTest::what_if_is_a_click() {
  OpenWindow open;
  open.finish();
  auto* row = open.window.page()->findChild<ChipsRow*>();
  const int height = row->height();
  LinkButton* chip = link_of(*row, QStringLiteral("FP8"));
  QVERIFY(chip);
  const QString words = chip->text();
  const double before = open.session.planner()->answered_case()["cluster.nodes"];
  const auto number = QRegularExpression(QStringLiteral("(\\d+) node")).match(words);
  QVERIFY2(number.hasMatch(), qPrintable(words));
  chip->click();
  open.settle();
  QCOMPARE(row->height(), height);
  QCOMPARE(open.document().scenario().find("workload.precision")->text, std::string("fp8"));
  const double now = open.session.planner()->answered_case()["cluster.nodes"];
  QCOMPARE(before - now, number.captured(1).toDouble());
  open.document().history().undo();
  QVERIFY(!open.document().scenario().find("workload.precision"));
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::SizesTest)
#include "sizes_test.moc"
