// SPDX-License-Identifier: GPL-3.0-or-later
// The Study page: inputs are varied, marks brushed, rows pinned, compared and exported; sheets are opened.
#include "core/tables/data.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/study_bar.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace llmsize::gui {
namespace {

const QString page = QStringLiteral("study");

/// Opens the page and waits for its rows.
void study(OpenWindow& open) {
  open.settle();
  open.go(page);
  QTRY_VERIFY_WITH_TIMEOUT(!open.session.study().is_busy() && !open.session.study().rows().rows.empty(), 600000);
}

std::vector<QLineEdit*> values(OpenWindow& open) {
  std::vector<QLineEdit*> all;
  for (QLineEdit* each : open.window.study()->findChildren<QLineEdit*>())
    if (each->placeholderText() == u"16..128x2") all.push_back(each);
  return all;
}

QPushButton* button(OpenWindow& open, const QString& words) {
  for (QPushButton* each : open.window.study()->findChildren<QPushButton*>())
    if (each->text() == words) return each;
  return nullptr;
}

}  // namespace

class StudyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }

  void the_scenario_is_varied_at_once() {
    OpenWindow open;
    study(open);
    QCOMPARE(open.session.study().varied().front().key, std::string("cluster.nodes"));
    QVERIFY(open.window.study()->isVisible());
    QVERIFY(open.card("study.rows"));
    QVERIFY(open.session.problem().isEmpty());
    // Pictures are about what the rows have in common, and name what differs.
    QCOMPARE(open.session.about(), QStringLiteral("GPT-3 175B · 300B tokens · NVIDIA DGX H100 · Nodes 49,98,196"));
  }

  void typed_values_are_answered_and_wrong_ones_are_told() {
    OpenWindow open;
    study(open);
    QLineEdit* first = values(open).front();
    first->setText(QStringLiteral("48,64"));
    QTest::keyClick(first, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(open.session.study().rows().rows.size(), std::size_t{2}, 600000);
    first->setText(QStringLiteral("many"));
    QTest::keyClick(first, Qt::Key_Return);
    QVERIFY(open.window.messages()->isVisible());
    QVERIFY(open.window.messages()->message().contains(u"many"));
    QCOMPARE(open.session.study().rows().rows.size(), std::size_t{2});
  }

  void a_stopped_study_keeps_its_rows_and_says_so() {
    OpenWindow open;
    study(open);
    StudyRun& run = open.session.study();
    const std::size_t before = run.rows().rows.size();
    QLineEdit* first = values(open).front();
    // Before its first row: those of the study before stay, dimmed, and are named.
    first->setText(QStringLiteral("49..248+1"));
    QTest::keyClick(first, Qt::Key_Return);
    QVERIFY(run.is_busy());
    open.press(Qt::Key_Escape);
    QCOMPARE(run.rows().rows.size(), before);
    QVERIFY(run.is_former() && open.session.is_stale());
    QVERIFY2(open.session.problem().contains(u"Nodes 49,98,196"), qPrintable(open.session.problem()));
    // Later: those that are answered, of so many.
    QSignalSpy answered(&run, &StudyRun::progress);
    open.press(Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(!answered.empty(), 120000);
    run.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!run.is_former(), 120000);
    QVERIFY(!run.rows().rows.empty() && run.rows().rows.size() < 200);
    QCOMPARE(open.session.page().figures.front().qualifier, std::string("of 200, stopped"));
    QVERIFY(open.session.problem().isEmpty());
    bool resumes = false;
    for (const QAbstractButton* each : open.window.study()->findChildren<QAbstractButton*>())
      resumes = resumes || (each->isVisible() && each->accessibleName() == u"Answer all rows");
    QVERIFY(resumes);
  }

  void dragging_over_marks_keeps_their_rows_and_a_double_click_brings_all_back() {
    OpenWindow open;
    study(open);
    const std::size_t all = open.session.study().rows().rows.size();
    ChartCard* card = open.window.page()->cards().front();
    ChartView* view = card->view();
    view->grab();
    std::vector<QRectF> marks;
    for (const scene::Sample& sample : view->samples())
      if (!sample.source.name.empty()) marks.push_back(to_qt(sample.box));
    QVERIFY(marks.size() >= 2);
    const QRectF over = marks[0].united(marks[1]).adjusted(-8, -8, 8, 8);
    QTest::mousePress(view, Qt::LeftButton, {}, over.topLeft().toPoint());
    QTest::mouseMove(view, over.center().toPoint());
    QTest::mouseMove(view, over.bottomRight().toPoint());
    QTest::mouseRelease(view, Qt::LeftButton, {}, over.bottomRight().toPoint());
    QVERIFY(!open.session.study().look().kept.empty());
    QVERIFY(open.session.study().look().kept.size() < all);
    QTest::mouseDClick(view, Qt::LeftButton, {}, QPoint(4, 4));
    QVERIFY(open.session.study().look().kept.empty());
  }

  void pinned_rows_are_compared_as_scenarios() {
    OpenWindow open;
    study(open);
    open.session.study().pin(0);
    open.session.study().pin(1);
    const int before = open.session.desk().count();
    QVERIFY(button(open, QStringLiteral("Compare"))->isEnabled());
    button(open, QStringLiteral("Compare"))->click();
    QCOMPARE(open.session.desk().count(), before + 2);
    QCOMPARE(open.session.page_id(), QStringLiteral("compare"));
  }

  void rows_are_exported_with_their_results() {
    QTemporaryDir folder;
    OpenWindow open;
    study(open);
    const QString path = folder.filePath(QStringLiteral("rows.csv"));
    choose_file(path);
    button(open, QStringLiteral("Export rows…"))->click();
    const Csv rows = parse_csv(contents(path).toStdString(), "rows.csv");
    QCOMPARE(rows.rows.size(), open.session.study().rows().rows.size() + 1);
  }

  void a_long_sheet_is_studied_row_by_row() {
    QTemporaryDir folder;
    QByteArray text = "name,model,system,nodes,tokens\n";
    for (int i = 1; i <= 30; ++i)
      text += "lot " + QByteArray::number(i) + ",llama-3.1-8b,dgx-h100," + QByteArray::number(i) + ",100B\n";
    OpenWindow open;
    open.settle();
    open.window.open_files({write(folder.filePath(QStringLiteral("lots.csv")), text)});
    QTRY_COMPARE_WITH_TIMEOUT(open.session.study().rows().rows.size(), std::size_t{30}, 120000);
    QCOMPARE(open.session.page_id(), page);
    QVERIFY(open.session.page().title == "lots.csv");
  }
};

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::StudyTest)
#include "study_test.moc"
