// SPDX-License-Identifier: GPL-3.0-or-later
// What changes on a window that is shown: its theme, its zoom, and words while a plan is on its way.
#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/findings_list.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/looks.hpp"
#include "tests/gui/open_window.hpp"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QDir>
#include <QLabel>

namespace llmsize::gui {
namespace {

const QString deadline = QStringLiteral("goal.deadline");

void choose(OpenWindow& open, const QString& words) {
  for (QAction* action : open.window.actions())
    if (action->text() == words) return action->trigger();
  QFAIL(qPrintable(words));
}

/// The window without a cursor, with everything planned and laid out.
QImage picture_of(OpenWindow& open, const QString& page) {
  open.go(page);
  open.finish();
  if (QWidget* focus = QApplication::focusWidget()) focus->clearFocus();
  // The form settles a moment after the answer.
  QTest::qWait(300);
  return open.window.grab().toImage();
}

/// Nothing where two pictures are the same, else how many pixels differ and where both were kept.
QString difference(const QImage& one, const QImage& other, const QString& name) {
  if (one == other) return {};
  int pixels = 0;
  QRect where;
  for (int y = 0; y < std::min(one.height(), other.height()); ++y)
    for (int x = 0; x < std::min(one.width(), other.width()); ++x)
      if (one.pixel(x, y) != other.pixel(x, y)) {
        ++pixels;
        where |= QRect(x, y, 1, 1);
      }
  const QString stem = QDir::temp().filePath(QStringLiteral("llmsize-live-") + name);
  one.save(stem + QStringLiteral("-switched.png"));
  other.save(stem + QStringLiteral("-started.png"));
  return QStringLiteral("%1: %2 pixels differ within %3,%4 %5x%6; see %7-*.png")
      .arg(name)
      .arg(pixels)
      .arg(where.x())
      .arg(where.y())
      .arg(where.width())
      .arg(where.height())
      .arg(stem);
}

QStringList all_pages() {
  QStringList pages;
  for (const PageKind& kind : page_kinds()) pages << to_qt(kind.id);
  return pages;
}

/// All words of the page that a reader sees, in a line each.
QString words_of(OpenWindow& open) {
  QStringList words;
  for (const QWidget* each : open.window.page()->content()->findChildren<QWidget*>()) {
    if (!each->isVisible()) continue;
    if (const auto* label = qobject_cast<const QLabel*>(each)) words << label->text();
    if (const auto* link = qobject_cast<const LinkButton*>(each)) words << link->text();
    words << each->accessibleName();
  }
  return words.join(u'\n');
}

}  // namespace

class LiveTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    prepare_app();
    QApplication::setCursorFlashTime(0);
    // What lies under the pointer is drawn as hovered.
    QCursor::setPos(0, 0);
  }
  void cleanup() { prepare_app(); }
  void a_switched_theme_is_that_of_a_start_data();
  void a_switched_theme_is_that_of_a_start();
  void a_zoomed_window_is_that_of_a_start();
  void the_system_turns_dark();
  void escape_twice_leaves_the_answer();
  void a_stopped_search_says_so_and_goes_on();
  void words_wait_for_the_plan_that_they_belong_to();
};

void LiveTest::a_switched_theme_is_that_of_a_start_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("dark") << true;
  QTest::newRow("light") << false;
}

void LiveTest::a_switched_theme_is_that_of_a_start() {
  QFETCH(const bool, dark);
  prepare_app(dark ? Theme::light : Theme::dark);
  QStringList differences;
  {
    OpenWindow open;
    for (const QString& page : all_pages()) picture_of(open, page);
    open.window.explain({"training.calendar_time", {}});
    choose(open, dark ? QStringLiteral("Dark") : QStringLiteral("Light"));
    OpenWindow fresh;
    for (const QString& page : all_pages()) picture_of(fresh, page);
    fresh.window.explain({"training.calendar_time", {}});
    for (const QString& page : all_pages())
      if (const QString found = difference(picture_of(open, page), picture_of(fresh, page), page); !found.isEmpty())
        differences << found;
  }
  QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
}

void LiveTest::a_zoomed_window_is_that_of_a_start() {
  OpenWindow open;
  for (const QString& page : all_pages()) picture_of(open, page);
  constexpr int times = 3;
  for (int i = 0; i < times; ++i) choose(open, QStringLiteral("Larger"));
  QVERIFY(zoom() > 1.3);
  OpenWindow fresh;
  QStringList differences;
  for (const QString& page : all_pages())
    if (const QString found =
            difference(picture_of(open, page), picture_of(fresh, page), QStringLiteral("zoom-") + page);
        !found.isEmpty())
      differences << found;
  // Back again, by the same walk: how high cards are follows from what was shown before.
  choose(open, QStringLiteral("Default size"));
  OpenWindow usual;
  for (const QString& page : all_pages()) picture_of(usual, page);
  for (const QString& page : all_pages())
    if (const QString found =
            difference(picture_of(open, page), picture_of(usual, page), QStringLiteral("usual-") + page);
        !found.isEmpty())
      differences << found;
  QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
}

void LiveTest::the_system_turns_dark() {
  prepare_app(Theme::system);
  OpenWindow open;
  int dressed = 0;
  connect(&Looks::now(), &Looks::changed, &open.window, [&] { ++dressed; });
  QEvent dusk(QEvent::ThemeChange);
  QApplication::sendEvent(&open.window, &dusk);
  QCOMPARE(dressed, 1);
}

void LiveTest::escape_twice_leaves_the_answer() {
  OpenWindow open;
  open.finish();
  const QString nodes = open.shown("planning.nodes");
  open.enter(deadline);
  open.type(QStringLiteral("33"));
  QTest::qWait(200);
  open.press(Qt::Key_Escape);
  open.press(Qt::Key_Escape);
  open.finish();
  QTest::qWait(200);
  QVERIFY(!open.session.is_stale());
  QVERIFY(!open.window.page()->is_dimmed());
  QCOMPARE(open.shown("planning.nodes"), nodes);
}

void LiveTest::a_stopped_search_says_so_and_goes_on() {
  OpenWindow open;
  open.finish();
  const QString nodes = open.shown("planning.nodes");
  open.document().edit(deadline.toStdString(), QStringLiteral("20d"));
  QVERIFY(open.session.planner()->is_busy());
  open.session.planner()->stop();
  QTRY_VERIFY(open.window.page()->is_dimmed());
  QCOMPARE(open.shown("planning.nodes"), nodes);
  QVERIFY(words_of(open).contains(QStringLiteral("Computation stopped")));
  LinkButton* again = nullptr;
  for (auto* link : open.window.page()->findChildren<LinkButton*>())
    if (link->isVisible() && link->text() == QStringLiteral("Recalculate")) again = link;
  QVERIFY(again);
  again->click();
  open.settle();
  QTRY_VERIFY(!open.window.page()->is_dimmed());
  QVERIFY(!again->isVisible());
  QVERIFY(open.shown("planning.nodes") != nodes);
}

void LiveTest::words_wait_for_the_plan_that_they_belong_to() {
  OpenWindow open;
  open.finish();
  QTest::qWait(300);
  const QString words = words_of(open);
  auto* findings = open.window.page()->findChild<FindingsList*>();
  const int height = findings->height();
  InputField* field = open.enter(deadline);
  QLabel* label = nullptr;
  for (QLabel* each : field->findChildren<QLabel*>())
    if (each->cursor().shape() == Qt::SizeHorCursor) label = each;
  QVERIFY(label);
  QTest::mousePress(label, Qt::LeftButton, {}, {2, 5});
  QStringList early;
  bool dimmed = false;
  for (int step = 1; step <= 10; ++step) {
    QTest::mouseMove(label, {2 - 6 * step, 5});
    for (int turn = 0; turn < 3; ++turn) {
      QApplication::processEvents();
      dimmed = dimmed || open.window.page()->is_dimmed();
      if (open.session.is_stale() && step == 1 && words_of(open) != words) early << words_of(open);
      if (open.session.is_stale() && findings->height() != height && step == 1) early << QStringLiteral("height");
      // Whatever is shown is an answer to inputs that were.
      const Subject& answered = open.session.planner()->answered();
      QVERIFY(
          answered.plan() &&
          answered.plan()->scenario.find("goal.deadline")->text == answered.said.find("goal.deadline")->text);
    }
    QTest::qWait(20);
  }
  QTest::mouseRelease(label, Qt::LeftButton, {}, {2 - 60, 5});
  QVERIFY2(early.isEmpty(), qPrintable(early.join(u'\n')));
  // A remedy of the page before is none for these inputs.
  if (open.session.planner()->is_stale()) {
    const std::string said = open.said();
    Q_EMIT open.window.page()->applied({{}, {{"goal.deadline", "99d"}}}, QStringLiteral("late"));
    QCOMPARE(open.said(), said);
  }
  QTRY_VERIFY(dimmed || open.window.page()->is_dimmed() || !open.session.is_stale());
  open.settle();
  QTRY_VERIFY(!open.window.page()->is_dimmed());
  QVERIFY(words_of(open) != words);
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::LiveTest)
#include "live_test.moc"
