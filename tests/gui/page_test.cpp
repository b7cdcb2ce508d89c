// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a page: the strip of figures, the findings, and where their sentences break.
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/findings_list.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/line_breaks.hpp"
#include "gui/theme/theme.hpp"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <set>

namespace llmsize::gui {
namespace {

Page five_figures() {
  Page page;
  for (const char* label : {"Nodes", "Training time", "Storage", "Power", "Limited by"})
    page.figures.push_back(
        {.label = label, .value = "1,234", .unit = "TFLOP/s", .qualifier = "as the scenario says", .source = {}});
  page.sentence = "A sentence.";
  return page;
}

Page findings(const std::vector<std::string>& messages) {
  Page page;
  for (const std::string& message : messages) {
    FoundFinding finding{Severity::warning, "goal.missed", message, {}};
    page.findings.push_back({finding, {{"Try batch 1,600", {{}, {{"workload.global_batch", "1600"}}}}}});
  }
  return page;
}

QStringList shown_links(const FindingsList& list) {
  QStringList words;
  for (const LinkButton* link : list.findChildren<LinkButton*>())
    if (link->isVisibleTo(&list)) words << link->text();
  return words;
}

}  // namespace

class PageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    load_fonts();
    apply_theme(*qApp, Theme::light);
    apply_font();
  }
  void no_figure_is_dropped_from_a_narrow_strip();
  void notes_below_figures_are_whole_in_two_lines();
  void findings_change_their_words_and_keep_their_widgets();
  void three_findings_come_first_and_the_rest_on_demand();
  void numbers_stay_with_their_units();
};

void PageTest::no_figure_is_dropped_from_a_narrow_strip() {
  AnswerStrip strip;
  strip.show_page(five_figures());
  for (const auto& [width, rows] : {std::pair(1400, 1), std::pair(640, 2)}) {
    strip.resize(width, 160);
    strip.show();
    QApplication::processEvents();
    std::set<int> tops;
    for (const FigureView* figure : strip.figures()) {
      QVERIFY(figure->isVisible());
      QVERIFY(figure->width() >= figure->needed());
      tops.insert(figure->geometry().top());
    }
    QCOMPARE(static_cast<int>(tops.size()), rows);
  }
}

void PageTest::notes_below_figures_are_whole_in_two_lines() {
  Page page = five_figures();
  page.figures[1] = {.label = "Racks", .value = "6", .unit = {}, .qualifier = "142 kW per rack", .source = {}};
  page.figures[3].qualifier = "+147 kW vs. before; nameplate; 1.04 MW facility power";
  AnswerStrip strip;
  strip.show_page(page);
  for (int width = 1400; width >= 640; width -= 20) {
    strip.resize(width, 200);
    strip.grab();
    for (const FigureView* figure : strip.figures())
      QVERIFY2(!figure->elided(), qPrintable(figure->accessibleDescription()));
  }
}

void PageTest::findings_change_their_words_and_keep_their_widgets() {
  FindingsList list;
  list.show_page(findings({"Batch: 1,536 do not divide.", "Memory: it is full."}));
  const QList<QLabel*> before = list.findChildren<QLabel*>();
  const auto links = list.findChildren<LinkButton*>();
  list.show_page(findings({"Batch: 1,537 do not divide.", "Memory: it is full."}));
  QCOMPARE(list.findChildren<QLabel*>(), before);
  QCOMPARE(list.findChildren<LinkButton*>(), links);
  QVERIFY(before.front()->text().contains(QStringLiteral("1,537")));
  QSignalSpy remedied(&list, &FindingsList::remedied);
  for (LinkButton* link : links)
    if (link->text() == QStringLiteral("Try batch 1,600")) link->click();
  QCOMPARE(remedied.count(), 2);
  QCOMPARE(remedied.at(0).at(1).toString(), QStringLiteral("Try batch 1,600"));
}

void PageTest::three_findings_come_first_and_the_rest_on_demand() {
  FindingsList list;
  list.show_page(findings({"one", "two", "three", "four", "five"}));
  QCOMPARE(shown_links(list).count(QStringLiteral("Try batch 1,600")), 3);
  for (LinkButton* link : list.findChildren<LinkButton*>())
    if (link->text() == QStringLiteral("2 more")) link->click();
  QCOMPARE(shown_links(list).count(QStringLiteral("Try batch 1,600")), 5);
  QVERIFY(shown_links(list).contains(QStringLiteral("Fewer")));
  list.show_page(findings({"one"}));
  QCOMPARE(shown_links(list), QStringList{QStringLiteral("Try batch 1,600")});
}

void PageTest::numbers_stay_with_their_units() {
  const QString space(QChar::Nbsp);
  QCOMPARE(
      glued(QStringLiteral("85 % of 24.6 days on 48 nodes")),
      QStringLiteral("85%1% of 24.6%1days on 48%1nodes").arg(space));
  QCOMPARE(glued(QStringLiteral("3 people and 1 B to go")), QStringLiteral("3 people and 1%1B to go").arg(space));
  QVERIFY(!glued(QStringLiteral("155 GB/s")).contains(u' '));
  // Nothing but where lines may end has changed.
  QString plain = glued(QStringLiteral("Reads 155 GB/s in 3.10 s, then 7 more."));
  QCOMPARE(
      plain.replace(QChar::Nbsp, u' ').remove(QChar(0x2060)), QStringLiteral("Reads 155 GB/s in 3.10 s, then 7 more."));
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::PageTest)
#include "page_test.moc"
