// SPDX-License-Identifier: GPL-3.0-or-later
// What a user does in the window, one story each, by keyboard and mouse without a screen.
#include "core/pages/pages.hpp"
#include "core/quantity/print.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/chart_table.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/derivation_tree.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/panels/picker.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/find_popup.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/page_files.hpp"
#include "gui/window/rail.hpp"
#include "gui/window/start_page.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"
#include "tests/support/fixtures.hpp"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>

namespace llmsize::gui {
namespace {

const QString deadline = QStringLiteral("goal.deadline");

template <class Kind>
Kind* first(QWidget& parent, const QString& words) {
  for (Kind* each : parent.findChildren<Kind*>())
    if (each->isVisible() && each->text().contains(words)) return each;
  return nullptr;
}

/// What the command line prints.
QString printed(const QStringList& arguments) {
  QProcess process;
  process.start(QString::fromStdString(tests::program()), arguments);
  constexpr int patience = 300000;
  return process.waitForFinished(patience) && process.exitCode() == 0
             ? QString::fromUtf8(process.readAllStandardOutput())
             : QString::fromUtf8(process.readAllStandardError());
}

/// Everything below a widget is painted: charts know their samples only then.
void paint(QWidget& widget) { widget.grab(); }

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void an_empty_card_leads_to_what_it_lacks();
  void the_worked_example_equals_the_command_line();
  void a_deadline_is_typed_undone_and_redone();
  void a_picker_is_driven_by_keys();
  void a_figure_opens_its_derivation();
  void a_bar_opens_its_derivation();
  void every_number_of_a_chart_can_be_explained();
  void a_mark_tells_whose_its_inputs_are();
  void what_a_probe_tells_leads_to_measuring();
  void a_comma_is_never_another_number();
  void a_remedy_changes_the_scenario();
  void every_figure_has_a_source_and_every_chart_a_table();
  void wrong_input_keeps_its_text_and_says_what_is_allowed();
  void what_contradicts_itself_dims_the_answer();
  void a_page_never_shows_the_answer_to_other_inputs();
  void a_template_opens_on_the_page_that_answers_it();
  void launch_lines_are_those_of_the_command_line();
};

void WindowTest::a_template_opens_on_the_page_that_answers_it() {
  OpenWindow open;
  const QString before = open.document().name();
  open.press(Qt::Key_Home, Qt::AltModifier);
  QVERIFY(open.window.start()->isVisible());
  QVERIFY(!open.window.page()->isVisible());
  // Keys alone: the first card has the focus, Escape leads back.
  QVERIFY(qobject_cast<StartCard*>(QApplication::focusWidget()));
  open.press(Qt::Key_Escape);
  QVERIFY(open.window.page()->isVisible());
  QCOMPARE(open.document().name(), before);

  open.act(QStringLiteral("Start page"));
  auto* chat = first<StartCard>(*open.window.start(), QStringLiteral("Chat"));
  QVERIFY(chat);
  QTest::mouseClick(chat, Qt::LeftButton);
  open.settle();
  QVERIFY(!open.window.start()->isVisible());
  QCOMPARE(open.session.page_id(), QStringLiteral("serve"));
  QVERIFY(open.document().name().startsWith(QStringLiteral("Chat")));
  // Titles are whole, in large type too, and jobs stand before the talks.
  open.act(QStringLiteral("Start page"));
  for (const double zoom : {1.0, 1.5}) {
    apply_font(zoom);
    for (int turn = 0; turn < 3; ++turn) QApplication::processEvents();
    for (const StartCard* card : open.window.start()->findChildren<StartCard*>())
      QVERIFY2(card->height() >= card->heightForWidth(card->width()), qPrintable(card->text()));
  }
  apply_font(1);
  const auto place = [&](const char* words) {
    const StartCard* card = first<StartCard>(*open.window.start(), QString::fromUtf8(words));
    return card ? card->mapTo(open.window.start()->widget(), QPoint()).y() : -1;
  };
  for (const char* job :
       {"Llama 3.1 405B on GB300", "DeepSeek-V3 on GB300", "I have 40 nodes", "budget", "LoRA", "SLO",
        "Checkpoint storage"})
    QVERIFY2(place(job) > 0 && place(job) < place("GPT-3 175B on 1024 A100"), job);
  open.press(Qt::Key_Escape);
  // Every template of the catalog stands under some heading.
  QSet<QString> shown;
  for (const StartCard* card : open.window.start()->findChildren<StartCard*>()) shown << card->text();
  for (const Desk::Example& example : open.session.desk().examples()) QVERIFY(shown.contains(example.name));
}

void WindowTest::an_empty_card_leads_to_what_it_lacks() {
  OpenWindow open;
  open.document().unset("storage.id");
  open.go(QStringLiteral("checkpoint"));
  const ChartCard* empty = nullptr;
  for (const ChartCard* card : open.window.page()->cards())
    if (card->chart().empty.starts_with("Add shared storage")) empty = card;
  QVERIFY(empty);
  auto* way = first<QPushButton>(*const_cast<ChartCard*>(empty), QStringLiteral("storage"));
  QVERIFY(way);
  QTest::mouseClick(way, Qt::LeftButton);
  auto* picker = open.window.findChild<Picker*>();
  QTRY_VERIFY(picker->isVisible());
  open.type(QStringLiteral("superpod h100 best"));
  open.press(Qt::Key_Return);
  open.settle();
  QCOMPARE(open.document().scenario().find("storage.id")->value.word, std::string("superpod-h100-best"));
  for (const ChartCard* card : open.window.page()->cards()) QVERIFY(card->chart().empty.empty());
  // Where nothing fits, the first remedy stands in the void, too.
  QCOMPARE(open.document().apply({{}, {{"cluster.nodes", "2"}}}, {}), QString());
  open.settle();
  open.go(QStringLiteral("size"));
  bool offered = false;
  for (ChartCard* card : open.window.page()->cards())
    for (const QPushButton* each : card->findChildren<QPushButton*>())
      offered = offered || (each->isVisible() && !each->text().isEmpty());
  QVERIFY(offered);
}

void WindowTest::the_worked_example_equals_the_command_line() {
  OpenWindow open;
  QTemporaryDir folder;
  QVERIFY(open.window.isVisible());
  QCOMPARE(open.session.page_id(), QStringLiteral("size"));
  const QString file =
      write(folder.filePath(QStringLiteral("example.llmsize")), QByteArray::fromStdString(open.said()));
  QStringList ids;
  for (const Figure& figure : open.session.page().figures)
    if (find_result(figure.source.name)) ids << to_qt(figure.source.name);
  QVERIFY(ids.size() >= 4);
  const Json answer = run_program(
      QString::fromStdString(tests::program()),
      {QStringLiteral("size"), QStringLiteral("--json"), QStringLiteral("--scenario"), file,
       QStringLiteral("--results"), ids.join(u',')});
  const Json shown = page_json(open.session.page(), open.session.planner()->subject(), open.session.catalog());
  for (const Json& figure : shown.at("figures")) {
    const std::string id = figure.at("id");
    const bool result = answer.at("results").contains(id);
    const double theirs = (result ? answer.at("results") : answer.at("scenario")).at(id).at("value").get<double>();
    QVERIFY2(std::abs(figure.at("value").get<double>() / theirs - 1) < 1e-9, id.c_str());
    // What stands in the strip is that number.
    QCOMPARE(open.shown(id), to_qt(figure.at("shown").get<std::string>()));
  }
  QCOMPARE(
      open.shown("training.calendar_time"),
      gui::shown(answer.at("results").at("training.calendar_time").at("value").get<double>(), Unit::seconds).number +
          QStringLiteral(" days"));
}

void WindowTest::a_deadline_is_typed_undone_and_redone() {
  OpenWindow open;
  const QString nodes = open.shown("planning.nodes"), time = open.shown("training.calendar_time");
  const std::string said = open.said();
  QVERIFY(open.enter(deadline));
  open.type(QStringLiteral("20"));
  open.press(Qt::Key_Return);
  open.settle();
  QCOMPARE(to_qt(open.document().scenario().find("goal.deadline")->text), QStringLiteral("20 days"));
  const QString more = open.shown("planning.nodes");
  QVERIFY(more.section(u' ', 0, 0).toInt() > nodes.section(u' ', 0, 0).toInt());
  QVERIFY(open.session.planner()->subject().plan());
  open.press(Qt::Key_Z, Qt::ControlModifier);
  open.settle();
  QCOMPARE(open.said(), said);
  QCOMPARE(open.shown("planning.nodes"), nodes);
  QCOMPARE(open.shown("training.calendar_time"), time);
  open.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  open.settle();
  QCOMPARE(open.shown("planning.nodes"), more);
}

void WindowTest::a_picker_is_driven_by_keys() {
  OpenWindow open;
  const std::string said = open.said();
  auto* picker = open.window.findChild<Picker*>();
  QVERIFY(open.enter(QStringLiteral("model")));
  open.press(Qt::Key_Down);
  QVERIFY(picker->isVisible());
  open.type(QStringLiteral("llama 3 70b"));
  // The answer with the highlighted entry is shown before it is taken.
  open.press(Qt::Key_Down);
  open.press(Qt::Key_Up);
  const AnswerStrip& strip = *open.window.page()->strip();
  const QString sentence = strip.sentence();
  const int height = strip.height();
  QTRY_VERIFY2(strip.sentence().startsWith(u"With Llama"), qPrintable(strip.sentence()));
  QVERIFY(strip.sentence().contains(u"DGX H100"));
  // Nothing moves for it.
  QCOMPARE(strip.height(), height);
  QVERIFY(open.window.messages()->message().isEmpty());
  open.press(Qt::Key_Escape);
  QVERIFY(!picker->isVisible());
  QCOMPARE(strip.sentence(), sentence);
  QCOMPARE(open.said(), said);

  open.enter(QStringLiteral("model"));
  open.press(Qt::Key_Down);
  open.type(QStringLiteral("llama 3 70b"));
  open.press(Qt::Key_Return);
  open.settle();
  QVERIFY(!picker->isVisible());
  QVERIFY(to_qt(open.document().scenario().find("model")->value.word).contains(QStringLiteral("70b")));
  QVERIFY(to_qt(open.session.page().title).contains(QStringLiteral("70B")));

  open.press(Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(open.said(), said);
  // NVIDIA's own machine before the clouds that rent it.
  open.enter(QStringLiteral("cluster.system"));
  open.press(Qt::Key_Down);
  open.type(QStringLiteral("b200"));
  open.press(Qt::Key_Return);
  open.settle();
  QCOMPARE(open.document().scenario().find("cluster.system")->value.word, std::string("dgx-b200"));
}

void WindowTest::a_figure_opens_its_derivation() {
  OpenWindow open;
  const Derivation& derivation = open.session.derivation();
  DerivationPanel* panel = open.window.derivation();
  QVERIFY(!panel->isVisible());
  QTest::mouseClick(open.figure("training.calendar_time"), Qt::LeftButton);
  QVERIFY(panel->isVisible());
  QCOMPARE(derivation.explanation().id, std::string("training.calendar_time"));
  QCOMPARE(derivation.number().number + u' ' + derivation.number().unit, open.shown("training.calendar_time"));
  QTest::mouseClick(panel->findChildren<QToolButton*>().at(2), Qt::LeftButton);
  const QString text = QGuiApplication::clipboard()->text();
  QVERIFY2(text.contains(derivation.number().number), qPrintable(text));
  for (const char* part : {"T_train", "T_ops", "Wall-clock time from the first"})
    QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));

  // Down to a part by keys, back and forward.
  auto* tree = panel->findChild<DerivationTree*>();
  QVERIFY(tree->model()->rowCount() >= 2);
  tree->setFocus();
  tree->setCurrentIndex(tree->model()->index(0, 0));
  open.press(Qt::Key_Return);
  QCOMPARE(derivation.explanation().id, std::string("training.total_step_time"));
  open.press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(derivation.explanation().id, std::string("training.calendar_time"));
  open.press(Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(derivation.explanation().id, std::string("training.total_step_time"));
  open.press(Qt::Key_Escape);
  QVERIFY(!panel->isVisible());

  // The same from where a figure has the focus.
  open.figure("power.it")->setFocus();
  open.press(Qt::Key_Return);
  QCOMPARE(derivation.explanation().id, std::string("power.it"));
  open.figure("training.calendar_time")->setFocus();
  open.press(Qt::Key_Space);
  QCOMPARE(derivation.explanation().id, std::string("training.calendar_time"));
  open.press(Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(derivation.explanation().id, std::string("power.it"));
  open.finish();
  open.press(Qt::Key_Escape);
  QVERIFY(!panel->isVisible());
}

void WindowTest::a_bar_opens_its_derivation() {
  OpenWindow open;
  paint(*open.window.page()->content());
  for (const char* id : {"size.time", "size.memory", "size.step", "size.doubling"}) {
    ChartCard* card = open.card(id);
    QVERIFY2(card, id);
    bool clicked = false;
    for (const scene::Sample& sample : card->view()->samples()) {
      if (sample.source.name.empty() || sample.applies) continue;
      QTest::mouseClick(card->view(), Qt::LeftButton, {}, to_qt(sample.box.centre()).toPoint());
      QVERIFY2(open.session.derivation().is_open(), words_of(card->chart(), sample).c_str());
      QCOMPARE(open.session.derivation().source().name, sample.source.name);
      clicked = true;
      break;
    }
    QVERIFY2(clicked, id);
    open.session.derivation().close();
  }
  // By keys: the first sample with an arrow, then Enter.
  open.card("size.memory")->view()->setFocus();
  open.press(Qt::Key_Right);
  open.press(Qt::Key_Return);
  QVERIFY(open.session.derivation().is_open());
}

void WindowTest::every_number_of_a_chart_can_be_explained() {
  OpenWindow open;
  open.finish();
  QStringList dead;
  for (const PageKind& kind : page_kinds()) {
    open.go(to_qt(kind.id));
    paint(*open.window.page()->content());
    for (const ChartCard* card : open.window.page()->cards()) {
      QSet<QString> seen;
      for (const scene::Sample& sample : card->view()->samples()) {
        // One of each kind: there are hundreds.
        if (sample.applies || seen.contains(to_qt(sample.source.name))) continue;
        seen.insert(to_qt(sample.source.name));
        open.session.derivation().close();
        open.session.derivation().show(sample.source);
        if (!sample.source.name.empty() && !open.session.derivation().is_open())
          dead << QStringLiteral("%1: %2 (%3)")
                      .arg(to_qt(card->chart().id), to_qt(words_of(card->chart(), sample)), to_qt(sample.source.name));
      }
    }
  }
  QVERIFY2(dead.isEmpty(), qPrintable(dead.join(u'\n')));
}

void WindowTest::a_mark_tells_whose_its_inputs_are() {
  OpenWindow open;
  open.finish();
  paint(*open.window.page()->content());
  ChartCard* card = open.card("size.time");
  int marks = 0;
  for (const scene::Sample& sample : card->view()->samples()) {
    if (sample.source.changes.empty()) continue;
    ++marks;
    open.session.derivation().show(sample.source);
    const Case& told = open.session.derivation().plan();
    for (const auto& [key, text] : sample.source.changes) {
      const auto input = InputKey::find(key);
      // Nobody said it: the chart did, or the planner.
      if (input && !is_absent(told[*input])) QVERIFY2(told.origin(*input).kind != Origin::Kind::user, key.c_str());
    }
    QCOMPARE(told.origin("workload.global_batch").kind, Origin::Kind::planned);
    // What was said stays said.
    QCOMPARE(told.origin("workload.tokens").kind, Origin::Kind::user);
    QCOMPARE(told.origin("goal.deadline").kind, Origin::Kind::user);
  }
  QVERIFY(marks > 0);
  // Nor is what the user said what a mark says in its place.
  open.document().edit("cluster.nodes", QStringLiteral("64"));
  open.settle();
  const double copies = open.session.planner()->current()["layout.data"];
  open.session.derivation().show(
      {"training.calendar_time", {{"cluster.nodes", "32"}, {"layout.data", exact(copies / 2)}}});
  const Origin& nodes = open.session.derivation().plan().origin("cluster.nodes");
  QCOMPARE(letter_of(nodes), QStringLiteral("A"));
  QCOMPARE(words_of(nodes), QStringLiteral("chosen on the chart"));
  open.session.derivation().show({"training.calendar_time", {}});
  QCOMPARE(letter_of(open.session.derivation().plan().origin("cluster.nodes")), QStringLiteral("Y"));
}

void WindowTest::what_a_probe_tells_leads_to_measuring() {
  OpenWindow open;
  open.window.calibration()->set_program(QStringLiteral("/bin/false"));
  // Memory-bound decoding rests on the memory's efficiency, which a probe measures.
  int offered = 0, others = 0;
  for (const ResultRow& row : results()) {
    open.session.derivation().show({std::string(row.about->id), {}});
    if (!open.session.derivation().is_open() || !open.session.derivation().weakest()) continue;
    const WeakestInput& weakest = *open.session.derivation().weakest();
    auto* link = first<LinkButton>(*open.window.derivation(), QStringLiteral("Measure with llmsize probe"));
    QCOMPARE(link != nullptr, weakest.measurable);
    QVERIFY(!weakest.measurable || !weakest.key.starts_with("software.gemm"));
    ++(link ? offered : others);
    if (!link || offered > 1) continue;
    QString asked;
    answer_dialog([&asked](QDialog& dialog) {
      asked = dialog.windowTitle();
      dialog.reject();
    });
    QTest::mouseClick(link, Qt::LeftButton);
    QVERIFY2(asked.contains(QStringLiteral("Folder to probe storage in")), qPrintable(asked));
    QCOMPARE(open.session.page_id(), QStringLiteral("calibration"));
  }
  QVERIFY(offered > 0);
  QVERIFY(others > 0);
}

void WindowTest::a_comma_is_never_another_number() {
  const QLocale before;
  const auto days = [](OpenWindow& open) {
    return *open.document().scenario().find("goal.deadline")->value.number / 86400;
  };
  const auto enter = [](OpenWindow& open, const QString& text) {
    open.enter(deadline);
    open.type(text);
    open.press(Qt::Key_Return);
    open.settle();
  };
  QLocale::setDefault(QLocale(QStringLiteral("en_US")));
  {
    OpenWindow open;
    enter(open, QStringLiteral("1,5"));
    QCOMPARE(days(open), 30.0);
    const Document::Pending* pending = open.document().pending("goal.deadline");
    QVERIFY(pending);
    QVERIFY2(pending->message.contains(QStringLiteral("1.5")), qPrintable(pending->message));
    // Pasting is typing.
    QGuiApplication::clipboard()->setText(QStringLiteral("2,75"));
    open.enter(deadline);
    open.press(Qt::Key_V, Qt::ControlModifier);
    open.press(Qt::Key_Return);
    open.settle();
    QCOMPARE(days(open), 30.0);
    QVERIFY(open.document().pending("goal.deadline"));
    enter(open, QStringLiteral("1,000"));
    QCOMPARE(days(open), 1000.0);
    QVERIFY(!open.document().pending("goal.deadline"));
  }
  QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
  {
    OpenWindow open;
    enter(open, QStringLiteral("27,5"));
    QCOMPARE(days(open), 27.5);
    enter(open, QStringLiteral("1,000"));
    QCOMPARE(days(open), 27.5);
    QVERIFY(open.document().pending("goal.deadline"));
    // Steps and what the field holds itself are no typing: they stay what they were.
    enter(open, QStringLiteral("27,5"));
    open.press(Qt::Key_Up);
    open.settle();
    QCOMPARE(days(open), 27.6);
    // A comma is that of a fraction: no figure has one where thousands could be meant.
    static const QRegularExpression comma(QStringLiteral("[1-9]\\d*,\\d{3}"));
    for (const QLabel* label : open.window.page()->findChildren<QLabel*>())
      QVERIFY2(!label->text().contains(comma), qPrintable(label->text()));
    for (const FigureView* figure : open.window.page()->findChildren<FigureView*>())
      QVERIFY2(!figure->accessibleName().contains(comma), qPrintable(figure->accessibleName()));
  }
  QLocale::setDefault(before);
}

void WindowTest::a_remedy_changes_the_scenario() {
  OpenWindow open;
  open.document().edit("checkpoint.restart", QStringLiteral("all"));
  open.go(QStringLiteral("checkpoint"));
  open.settle();
  const std::string said = open.said();
  auto* remedy = first<LinkButton>(*open.window.page(), QStringLiteral("Read each shard once"));
  QVERIFY(remedy);
  QTest::mouseClick(remedy, Qt::LeftButton);
  open.settle();
  QVERIFY(open.said() != said);
  QVERIFY(!first<LinkButton>(*open.window.page(), QStringLiteral("Read each shard once")));
  open.press(Qt::Key_Z, Qt::ControlModifier);
  open.settle();
  QCOMPARE(open.said(), said);
  QVERIFY(first<LinkButton>(*open.window.page(), QStringLiteral("Read each shard once")));
}

void WindowTest::every_figure_has_a_source_and_every_chart_a_table() {
  OpenWindow open;
  open.finish();
  for (const PageKind& kind : page_kinds()) {
    open.go(to_qt(kind.id));
    const Page& page = open.session.page();
    QVERIFY(!page.figures.empty());
    for (const Figure& figure : page.figures) {
      // What has no number says why.
      const bool absent_one = figure.value == "–" || figure.source.name.empty();
      QVERIFY2(!absent_one || !figure.qualifier.empty(), qPrintable(to_qt(page.id + ": " + figure.label)));
    }
    for (ChartCard* card : open.window.page()->cards()) {
      const Table table = data_of(card->chart());
      QVERIFY2(card->chart().empty.empty() == !table.rows.empty(), card->chart().id.c_str());
      QVERIFY2(!card->chart().title.empty(), card->chart().id.c_str());
      if (!card->chart().empty.empty()) continue;
      card->set_table_shown(true);
      auto* shown = card->findChild<ChartTable*>();
      QCOMPARE(static_cast<std::size_t>(shown->model()->rowCount()), table.rows.size());
      QCOMPARE(static_cast<std::size_t>(shown->model()->columnCount()), table.header.size());
      card->set_table_shown(false);
    }
  }
}

void WindowTest::wrong_input_keeps_its_text_and_says_what_is_allowed() {
  OpenWindow open;
  const std::string said = open.said();
  const QString nodes = open.shown("planning.nodes");
  InputField* field = open.enter(deadline);
  auto* edit = field->findChild<ValueEdit*>();
  open.type(QStringLiteral("soon"));
  open.press(Qt::Key_Return);
  open.settle();
  QCOMPARE(edit->text(), QStringLiteral("soon"));
  QCOMPARE(open.said(), said);
  const Document::Pending* pending = open.document().pending("goal.deadline");
  QVERIFY(pending);
  bool told = false;
  for (const QLabel* label : field->findChildren<QLabel*>())
    told = told || (label->isVisible() && label->text() == pending->message);
  QVERIFY(told);
  QVERIFY2(pending->message.contains(QStringLiteral("30d")), qPrintable(pending->message));
  // The answer stays, but is no answer to what stands there.
  QCOMPARE(open.shown("planning.nodes"), nodes);
  QTRY_VERIFY(open.window.page()->is_dimmed());
  QVERIFY2(open.session.problem().contains(QStringLiteral("Deadline")), qPrintable(open.session.problem()));
  // It ends where the cursor leaves, also with the page, and a line says so.
  open.press(Qt::Key_2, Qt::ControlModifier);
  open.enter(QStringLiteral("workload.tokens"));
  QVERIFY(open.document().all_pending().empty());
  QCOMPARE(open.said(), said);
  QVERIFY2(
      open.window.messages()->message().contains(QStringLiteral("30d")), qPrintable(open.window.messages()->message()));
  open.press(Qt::Key_1, Qt::ControlModifier);
  open.settle();
  QTRY_VERIFY(!open.window.page()->is_dimmed());
  QCOMPARE(open.session.problem(), QString());
}

void WindowTest::what_contradicts_itself_dims_the_answer() {
  OpenWindow open;
  const QString time = open.shown("training.calendar_time");
  QCOMPARE(
      open.document().apply(
          {{}, {{"cluster.nodes", "2"}, {"layout.tensor", "8"}, {"layout.pipeline", "7"}}}, QStringLiteral("x")),
      QString());
  open.settle();
  QVERIFY(!open.session.problem().isEmpty());
  QTRY_VERIFY(open.window.page()->is_dimmed());
  QCOMPARE(open.shown("training.calendar_time"), time);
  open.document().history().undo();
  open.settle();
  QCOMPARE(open.session.problem(), QString());
  QTRY_VERIFY(!open.window.page()->is_dimmed());
}

void WindowTest::a_page_never_shows_the_answer_to_other_inputs() {
  OpenWindow open;
  int shown = 0;
  QStringList wrong;
  const auto check = [&] {
    ++shown;
    if (open.session.is_stale()) return;
    if (write_scenario(open.session.planner()->subject().said).dump() != open.said())
      wrong << QStringLiteral("%1 with %2").arg(open.shown("planning.nodes"), to_qt(open.said()));
  };
  QObject::connect(&open.session, &Session::page_changed, &open.window, check);
  open.enter(deadline);
  constexpr int steps = 30;
  for (int step = 0; step < steps; ++step) {
    open.press(step < steps / 2 ? Qt::Key_Down : Qt::Key_Up, Qt::NoModifier);
    check();
    QTest::qWait(step % 5 * 10);
    check();
  }
  QVERIFY(shown > steps);
  // The label is dragged as a slider.
  InputField* field = open.enter(deadline);
  QWidget* label = nullptr;
  for (QLabel* each : field->findChildren<QLabel*>())
    if (each->cursor().shape() == Qt::SizeHorCursor) label = each;
  QVERIFY(label);
  QTest::mousePress(label, Qt::LeftButton, {}, {2, 5});
  for (int step = 1; step <= steps; ++step) {
    QTest::mouseMove(label, {2 + 6 * step, 5});
    QApplication::processEvents();
    check();
  }
  QTest::mouseRelease(label, Qt::LeftButton, {}, {2 + 6 * steps, 5});
  open.settle();
  check();
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
  QVERIFY(!open.session.is_stale());
  QCOMPARE(
      open.shown("planning.nodes"),
      to_qt(open.session.page().figures.front().value + " " + open.session.page().figures.front().unit).trimmed());
}

void WindowTest::launch_lines_are_those_of_the_command_line() {
  struct Launch {
    const char *example, *page, *command;
    QStringList engines;
  };
  const Launch launches[] = {
      {"serve-chat", "serve", "serve", {QStringLiteral("vllm"), QStringLiteral("sglang")}},
      {"gpt3-on-superpod-h100", "size", "train", {QStringLiteral("megatron")}}};
  for (const Launch& launch : launches) {
    OpenWindow open;
    QCOMPARE(open.session.desk().open_example(QString::fromLatin1(launch.example)), QString());
    open.go(QString::fromLatin1(launch.page));
    open.finish();
    QTemporaryDir folder;
    const QString file = write(folder.filePath(QStringLiteral("it.llmsize")), QByteArray::fromStdString(open.said()));
    for (const QString& engine : launch.engines) {
      QStringList offered;
      answer_dialog([&](QDialog& dialog) {
        auto* list = dialog.findChild<QComboBox*>();
        for (int i = 0; i < list->count(); ++i) offered << list->itemText(i);
        list->setCurrentIndex(static_cast<int>(launch.engines.indexOf(engine)));
        // Enter copies.
        QTest::keyClick(&dialog, Qt::Key_Return);
      });
      open.press(Qt::Key_L, Qt::ControlModifier);
      QCOMPARE(offered.size(), launch.engines.size());
      const QString copied = QGuiApplication::clipboard()->text();
      QVERIFY2(copied.startsWith(u'#') && copied.contains(QStringLiteral(" \\\n")), qPrintable(copied));
      QCOMPARE(
          copied, printed(
                      {QString::fromLatin1(launch.command), QStringLiteral("--scenario"), file,
                       QStringLiteral("--launch"), engine}));
      QVERIFY(open.window.messages()->message().startsWith(QStringLiteral("Copied: launch lines")));
    }
  }
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::WindowTest)
#include "window_test.moc"
