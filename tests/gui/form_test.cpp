// SPDX-License-Identifier: GPL-3.0-or-later
// The form in a window: what each page asks, what becomes of what is typed, and which pages a scenario has.
#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/chart_view.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/fold_head.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/inputs_group.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/leading_inputs.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/panels/question_bar.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/theme/line_breaks.hpp"
#include "gui/window/coach_notes.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/rail.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/text_file.hpp"
#include "tests/support/fixtures.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>

#include <algorithm>

namespace llmsize::gui {
namespace {

const QString chat = QStringLiteral("serve-chat"), tensor = QStringLiteral("layout.tensor"),
              deadline = QStringLiteral("goal.deadline");

/// The form settles a moment after the answer.
void wait() { QTest::qWait(250); }

QStringList seen_in(const QWidget& part) {
  QStringList keys;
  for (const InputField* field : part.findChildren<InputField*>())
    if (field->isVisible()) keys << field->key();
  return keys;
}

template <class Kind>
Kind* seen(const QWidget& part, const QString& words) {
  for (Kind* each : part.findChildren<Kind*>())
    if (each->isVisible() && each->text().contains(words)) return each;
  return nullptr;
}

QStringList offered(OpenWindow& open) {
  QStringList pages;
  for (const auto* button : open.window.findChild<Rail*>()->findChildren<QAbstractButton*>())
    if (button->isVisible()) pages << button->objectName();
  return pages;
}

/// The words below the box that has the cursor.
QString below(InputField* field) {
  QStringList words;
  for (const QLabel* label : field->findChildren<QLabel*>())
    if (label->isVisible()) words << label->text();
  return words.join(u'\n');
}

}  // namespace

class FormTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void each_page_asks_its_decisions_first();
  void assumptions_stand_by_their_effect();
  void what_a_data_sheet_says_is_no_slider();
  void what_is_refused_ends_with_its_page();
  void escape_and_undo_drop_what_is_refused();
  void a_refusal_leads_to_its_field();
  void an_unknown_entry_is_replaced_by_the_nearest();
  void what_is_held_has_a_price_and_is_given_back();
  void rows_stay_when_one_is_said();
  void the_rail_offers_what_answers();
  void a_model_opens_in_a_scenario_of_its_own();
  void a_service_has_one_memory();
  void a_load_that_is_dragged_shows_what_it_will_be();
  void the_last_note_leaves_no_remedy_under_the_space_bar();
  void notes_cover_no_answer_and_go_with_what_they_point_at();
};

/// Of a training and of a service, by eye and by Tab.
void FormTest::each_page_asks_its_decisions_first() {
  OpenWindow open;
  QCOMPARE(open.session.desk().open_example(chat), QString());
  for (const int tab : {0, 1}) {
    open.session.desk().set_current(tab);
    open.settle();
    for (const PageKind* page : pages_for(open.session.asked())) {
      open.go(to_qt(page->id));
      QStringList asked;
      for (const std::string_view key : page->decisions.of(open.session.asked())) asked << to_qt(key);
      QVERIFY(asked.size() >= 4 && asked.size() <= 10);
      const auto* bar = open.window.inputs()->findChild<QuestionBar*>();
      QStringList shown = seen_in(*bar);
      shown.sort();
      QStringList wanted = asked;
      wanted.sort();
      QCOMPARE(shown, wanted);
      // One below or beside the other, in the order in which Tab goes.
      open.enter(asked.first());
      QStringList reached;
      QPoint last(-1, -1);
      for (int turn = 0; turn < 60 && reached.size() < asked.size(); ++turn, open.press(Qt::Key_Tab)) {
        auto* field = qobject_cast<InputField*>(QApplication::focusWidget()->parentWidget());
        if (!field || reached.contains(field->key())) continue;
        reached << field->key();
        const QPoint place = field->pos();
        QVERIFY2(place.y() > last.y() || (place.y() == last.y() && place.x() > last.x()), qPrintable(field->key()));
        last = place;
      }
      QCOMPARE(reached, asked);
    }
  }
  // All others wait behind one line.
  for (const InputsGroup* group : open.window.inputs()->findChildren<InputsGroup*>()) QVERIFY(!group->isVisible());
  auto* all = seen<FoldHead>(*open.window.inputs(), QStringLiteral("All inputs"));
  QVERIFY(all);
  QTest::mouseClick(all, Qt::LeftButton);
  for (const InputsGroup* group : open.window.inputs()->findChildren<InputsGroup*>()) QVERIFY(group->isVisible());
}

void FormTest::assumptions_stand_by_their_effect() {
  OpenWindow open;
  open.finish();
  wait();
  auto* part = open.window.inputs()->findChild<LeadingInputs*>();
  const Leading leading = open.session.leading();
  QVERIFY(leading.inputs.size() >= 3);
  const QStringList shown = seen_in(*part);
  QCOMPARE(static_cast<std::size_t>(shown.size()), leading.inputs.size());
  for (std::size_t i = 0; i < leading.inputs.size(); ++i) {
    QCOMPARE(shown[static_cast<qsizetype>(i)], to_qt(leading.inputs[i].key.text()));
    QVERIFY(seen<QLabel>(*part, to_qt(leading.inputs[i].effect)));
  }
  // What the user says of one leaves it where it can be found.
  for (InputField* field : part->findChildren<InputField*>())
    if (field->key() == shown.first()) field->edit();
  open.type(QStringLiteral("0.5"));
  open.press(Qt::Key_Return);
  open.finish();
  wait();
  QVERIFY(open.document().scenario().find(to_core(shown.first())));
  QVERIFY(seen_in(*part).contains(shown.first()));
}

void FormTest::what_a_data_sheet_says_is_no_slider() {
  OpenWindow open;
  const std::string said = open.said();
  const auto drag = [&](const QString& key) {
    auto* label = open.enter(key)->findChild<QLabel*>();
    QTest::mousePress(label, Qt::LeftButton, {}, {4, 6});
    for (int step = 1; step < 8; ++step) QTest::mouseMove(label, {4 + 6 * step, 6});
    QTest::mouseRelease(label, Qt::LeftButton, {}, {52, 6});
    return label->cursor().shape();
  };
  for (const char* key : {"accelerator.memory", "model.vocabulary"}) {
    QCOMPARE(drag(QString::fromLatin1(key)), Qt::ArrowCursor);
    QCOMPARE(open.said(), said);
  }
  QCOMPARE(drag(deadline), Qt::SizeHorCursor);
  QVERIFY(open.said() != said);
}

void FormTest::what_is_refused_ends_with_its_page() {
  OpenWindow open;
  open.finish();
  const std::string said = open.said();
  for (const char* key : {"cluster.nodes", "layout.micro_batch"}) {
    open.press(Qt::Key_2, Qt::ControlModifier);
    open.enter(QString::fromLatin1(key));
    open.type(QStringLiteral("soon"));
    QTRY_VERIFY(!open.document().all_pending().empty());
    open.press(Qt::Key_1, Qt::ControlModifier);
    QVERIFY(open.document().all_pending().empty());
    QCOMPARE(open.session.problem(), QString());
    QCOMPARE(open.said(), said);
    QTRY_VERIFY(!open.window.page()->is_dimmed());
    // A line says what became of it.
    QVERIFY(open.window.messages()->message().contains(label_of(key)));
  }
}

void FormTest::escape_and_undo_drop_what_is_refused() {
  OpenWindow open;
  open.finish();
  const std::string said = open.said();
  const auto refuse = [&] {
    auto* edit = open.enter(QStringLiteral("cluster.nodes"))->findChild<ValueEdit*>();
    open.type(QStringLiteral("soon"));
    open.press(Qt::Key_Return);
    QTRY_VERIFY(open.window.page()->is_dimmed());
    QCOMPARE(edit->text(), QStringLiteral("soon"));
  };
  const auto is_settled = [&] {
    QVERIFY(open.document().all_pending().empty());
    QCOMPARE(open.session.problem(), QString());
    QCOMPARE(open.said(), said);
    QTRY_VERIFY(!open.window.page()->is_dimmed());
  };
  // In the field.
  for (const auto& [key, modifiers] :
       {std::pair(Qt::Key_Escape, Qt::NoModifier), std::pair(Qt::Key_Z, Qt::ControlModifier)}) {
    refuse();
    open.press(key, modifiers);
    is_settled();
  }
  // What was refused by other ways than a box that has the cursor.
  for (const auto& [key, modifiers] :
       {std::pair(Qt::Key_Escape, Qt::NoModifier), std::pair(Qt::Key_Z, Qt::ControlModifier)}) {
    open.document().edit("cluster.nodes", QStringLiteral("soon"));
    QTRY_VERIFY(open.window.page()->is_dimmed());
    open.window.findChild<Rail*>()->findChild<QAbstractButton*>(QStringLiteral("size"))->setFocus();
    open.press(key, modifiers);
    is_settled();
  }
}

void FormTest::a_refusal_leads_to_its_field() {
  OpenWindow open;
  for (const char* key : {"goal.deadline", "layout.micro_batch"}) {
    open.document().edit(key, QStringLiteral("soon"));
    auto* link = seen<LinkButton>(*open.window.page(), QStringLiteral("Show field"));
    QVERIFY(link);
    QTest::mouseClick(link, Qt::LeftButton);
    QTest::qWait(30);
    auto* field = qobject_cast<InputField*>(QApplication::focusWidget()->parentWidget());
    QVERIFY(field);
    QCOMPARE(field->key(), QString::fromLatin1(key));
    QVERIFY(!field->visibleRegion().isEmpty());
    open.press(Qt::Key_Escape);
    QVERIFY(open.document().all_pending().empty());
  }
}

void FormTest::an_unknown_entry_is_replaced_by_the_nearest() {
  QTemporaryDir folder;
  const QString sheet =
      write(folder.filePath(QStringLiteral("two.csv")), "model,system,tokens,nodes\nlama-3.1-70b,dgx-h100,300B,8\n");
  OpenWindow open({1440, 900}, {sheet});
  const Page& page = open.session.page();
  QVERIFY2(page.sentence.find("lama-3.1-70b") != std::string::npos, page.sentence.c_str());
  QVERIFY(page.charts.empty());
  QCOMPARE(open.session.refusal().key, std::string("model"));
  auto* nearest = seen<LinkButton>(*open.window.page(), QStringLiteral("Use Llama 3.1 70B"));
  QVERIFY(nearest);
  QTest::mouseClick(nearest, Qt::LeftButton);
  open.settle();
  QCOMPARE(open.document().scenario().find("model")->value.word, std::string("llama-3.1-70b"));
  QCOMPARE(open.session.problem(), QString());
  QTRY_VERIFY(!open.window.page()->is_dimmed());
  QVERIFY(!open.shown("training.calendar_time").isEmpty());
}

void FormTest::what_is_held_has_a_price_and_is_given_back() {
  OpenWindow open;
  open.go(QStringLiteral("layout"));
  open.finish();
  const QString planned = open.shown("planning.nodes");
  InputField* field = open.enter(tensor);
  const auto cross = [&] {
    for (auto* button : field->findChildren<QAbstractButton*>())
      if (button->isVisible() && button->accessibleName().contains(QStringLiteral("let the planner choose")))
        return button;
    return static_cast<QAbstractButton*>(nullptr);
  };
  QVERIFY(!cross());
  open.type(QStringLiteral("8"));
  open.press(Qt::Key_Return);
  open.finish();
  QVERIFY(cross());
  // While the cursor is there, what it costs stands below it.
  QTRY_VERIFY2_WITH_TIMEOUT(below(field).contains(QStringLiteral("TP 8 held: ")), qPrintable(below(field)), 60000);
  open.enter(QStringLiteral("cluster.nodes"));
  QTRY_VERIFY(!below(field).contains(QStringLiteral("held")));
  QTest::mouseClick(cross(), Qt::LeftButton);
  open.settle();
  QVERIFY(!open.document().scenario().find(to_core(tensor)));
  QTRY_VERIFY(!cross());
  QCOMPARE(open.shown("planning.nodes"), planned);
}

void FormTest::rows_stay_when_one_is_said() {
  OpenWindow open;
  open.go(QStringLiteral("layout"));
  // The whole form, with the group of the layout open.
  open.enter(QStringLiteral("layout.context"));
  wait();
  const QStringList before = seen_in(*open.window.inputs());
  QVERIFY(before.contains(QStringLiteral("layout.micro_batch")) && before.contains(QStringLiteral("layout.zero")));
  open.document().edit("layout.tensor", QStringLiteral("8"));
  open.settle();
  wait();
  const QStringList after = seen_in(*open.window.inputs());
  for (const QString& key : before)
    if (key.startsWith(QStringLiteral("layout."))) QVERIFY2(after.contains(key), qPrintable(key));
}

void FormTest::the_rail_offers_what_answers() {
  OpenWindow open;
  open.press(Qt::Key_2, Qt::ControlModifier);
  QVERIFY(offered(open).contains(QStringLiteral("checkpoint")));
  // A service has no layout of a training: its first page stands in, until the training is looked at again.
  QCOMPARE(open.session.desk().open_example(chat), QString());
  open.settle();
  QCOMPARE(open.session.page_id(), QStringLiteral("serve"));
  const QStringList service = offered(open);
  for (const char* page : {"size", "layout", "network", "checkpoint", "data"})
    QVERIFY2(!service.contains(QString::fromLatin1(page)), page);
  for (const char* page : {"serve", "offload", "compare", "order"})
    QVERIFY2(service.contains(QString::fromLatin1(page)), page);
  open.session.desk().set_current(0);
  open.settle();
  QCOMPARE(open.session.page_id(), QStringLiteral("layout"));
  // The same where the mode is another.
  open.document().edit("workload.mode", QStringLiteral("infer"));
  open.settle();
  QCOMPARE(open.session.page_id(), QStringLiteral("serve"));
  QCOMPARE(offered(open), service);
  open.press(Qt::Key_Z, Qt::ControlModifier);
  open.settle();
  QCOMPARE(open.session.page_id(), QStringLiteral("layout"));
  // Whoever asks for a page by its key gets it.
  open.session.desk().set_current(1);
  open.press(Qt::Key_6, Qt::ControlModifier);
  QCOMPARE(open.session.page_id(), QStringLiteral("checkpoint"));
  QVERIFY(offered(open).contains(QStringLiteral("checkpoint")));
}

void FormTest::a_model_opens_in_a_scenario_of_its_own() {
  QTemporaryDir folder;
  QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("files")));
  const QString config = folder.filePath(QStringLiteral("files/config.json"));
  QVERIFY(QFile::copy(QString::fromStdString(llmsize::tests::fixture("hf-configs/deepseek-v3.json")), config));
  OpenWindow open;
  const std::string before = open.said();
  open.go(QStringLiteral("data"));
  choose_file(config);
  open.act(QStringLiteral("Import model…"));
  open.settle();
  QCOMPARE(open.session.desk().count(), 2);
  QCOMPARE(open.document().name(), QStringLiteral("DeepSeek-V3 on DGX H100"));
  QCOMPARE(open.session.page_id(), QStringLiteral("size"));
  // Beside a service it is served.
  QCOMPARE(open.session.desk().open_example(chat), QString());
  choose_file(config);
  open.act(QStringLiteral("Import model…"));
  open.settle();
  QCOMPARE(open.session.desk().count(), 4);
  QCOMPARE(open.session.page_id(), QStringLiteral("serve"));
  QCOMPARE(open.document().scenario().find("workload.mode")->value.word, std::string("infer"));
  open.session.desk().set_current(0);
  QCOMPARE(open.said(), before);
}

/// The chart of Serve has it: no strip tells another, as of the batch of an experiment.
void FormTest::a_service_has_one_memory() {
  OpenWindow open;
  QCOMPARE(open.session.desk().open_example(chat), QString());
  open.settle();
  QStringList told;
  for (const PageKind* page : pages_for(open.session.asked())) {
    open.go(to_qt(page->id));
    for (const Figure& figure : open.session.page().figures)
      if (figure.label == "GPU memory" || figure.qualifier.find("per GPU") != std::string::npos)
        if (figure.qualifier.find("GiB") != std::string::npos || figure.unit == "GiB")
          told << to_qt(std::string(page->id) + ": " + figure.value + " " + figure.qualifier);
  }
  QVERIFY2(told.isEmpty(), qPrintable(told.join(u'\n')));
}

void FormTest::a_load_that_is_dragged_shows_what_it_will_be() {
  OpenWindow open;
  QCOMPARE(open.session.desk().open_example(chat), QString());
  open.settle();
  ChartView* view = open.card("serve.load_line")->view();
  view->grab();
  const auto place = [&](scene::Sample::Track track) {
    const auto& all = view->samples();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.track == track; });
    return QPoint(qRound(found->box.centre().x), qRound(found->box.centre().y));
  };
  const auto said = [&] { return open.window.page()->strip()->sentence(); };
  const QString now = said();
  const QPoint end = place(scene::Sample::Track::stop);
  QTest::mousePress(view, Qt::LeftButton, {}, place(scene::Sample::Track::point));
  QTest::mouseMove(view, end);
  QTRY_VERIFY_WITH_TIMEOUT(said().startsWith(QStringLiteral("With ")), 60000);
  const QString offered = said();
  QTest::mouseRelease(view, Qt::LeftButton, {}, end);
  open.settle();
  QTRY_VERIFY_WITH_TIMEOUT(!said().startsWith(QStringLiteral("With ")) && said() != now, 60000);
  QVERIFY2(offered.endsWith(glued(legible(to_qt(open.session.page().summary)))), qPrintable(offered));
}

void FormTest::the_last_note_leaves_no_remedy_under_the_space_bar() {
  OpenWindow open;
  open.go(QStringLiteral("checkpoint"));
  open.document().edit("checkpoint.restart", QStringLiteral("all"));
  open.settle();
  const std::string said = open.said();
  open.window.coach();
  open.press(Qt::Key_Return);
  open.press(Qt::Key_Escape);
  for (const int key : {Qt::Key_Space, Qt::Key_Return}) open.press(key);
  QCOMPARE(open.said(), said);
  QVERIFY(!qobject_cast<LinkButton*>(QApplication::focusWidget()));
}

void FormTest::notes_cover_no_answer_and_go_with_what_they_point_at() {
  OpenWindow open;
  open.window.coach();
  QPointer<CoachNotes> note = open.window.findChild<CoachNotes*>();
  QVERIFY(note && note->isVisible());
  const InputField* deadline = open.window.inputs()->field(QStringLiteral("goal.deadline"));
  const QRect place = note->geometry(),
              inputs(open.window.inputs()->mapTo(&open.window, QPoint()), open.window.inputs()->size());
  QVERIFY(place.top() > deadline->mapTo(&open.window, QPoint()).y() && place.right() <= inputs.right());
  open.press(Qt::Key_Home, Qt::AltModifier);
  QTRY_VERIFY(!note);
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::FormTest)
#include "form_test.moc"
