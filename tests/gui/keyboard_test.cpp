// SPDX-License-Identifier: GPL-3.0-or-later
// The window by keyboard alone, and by those who do not see it.
#include "core/files/bad_input.hpp"
#include "core/inputs/value.hpp"
#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/find_popup.hpp"
#include "gui/window/message_bar.hpp"
#include "gui/window/rail.hpp"
#include "tests/gui/open_window.hpp"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSet>
#include <QTimer>

namespace llmsize::gui {
namespace {

const QString deadline = QStringLiteral("goal.deadline");

/// A number that an input takes in the unit beside its field, other than what it has; nothing typed where there is
/// none.
struct Bare {
  QString digits;
  double value;
};
Bare bare_number(const QModelIndex& input) {
  const std::string key = to_core(input.data(InputsModel::key_role).toString());
  const QString unit = input.data(InputsModel::unit_role).toString();
  for (const char* digits :
       {"64", "8", "3", "2", "1.5", "1.2", "1.1", "1", "0.5", "0.25", "0.1", "0.02", "0", "2026", "2027"}) {
    const QString text = QString::fromLatin1(digits);
    try {
      const double value = *value_of(key, to_core(unit.isEmpty() ? text : text + u' ' + unit), Giver{"test"}).number;
      if (input.data(InputsModel::number_role) != QVariant(value)) return {text, value};
    } catch (const BadInput&) {
      // Out of its bounds, or no whole number.
    }
  }
  return {};
}

/// Whether a button is one of a group of which one is chosen: Tab stops at that.
bool is_one_of_many(const QWidget& widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  return button && !button->isChecked() &&
         (button->autoExclusive() || (button->group() && button->group()->exclusive()));
}

QString called(QWidget& widget) {
  const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&widget);
  return spoken ? spoken->text(QAccessible::Name) : QString::fromLatin1(widget.metaObject()->className());
}

/// A control with what lies closely around it.
QImage with_ring(QWidget& widget) {
  constexpr int ring = 4;
  return widget.parentWidget()->grab(widget.geometry().adjusted(-ring, -ring, ring, ring)).toImage();
}

/// Where something stands on the page; of a card's head and chart where the card does.
QRect box_of(OpenWindow& open, const QWidget& widget) {
  const QWidget* stands = &widget;
  for (const ChartCard* card : open.window.page()->cards())
    if (card->isAncestorOf(&widget)) stands = card;
  return {stands->mapTo(open.window.page()->content(), QPoint()), stands->size()};
}

bool is_in(const QWidget* widget, const QWidget* panel) { return panel == widget || panel->isAncestorOf(widget); }

}  // namespace

class KeyboardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void control_and_a_number_switch_pages();
  void one_key_from_the_start_answers_each_job();
  void find_goes_to_inputs_results_pages_and_actions();
  void a_chart_is_walked_and_enlarged();
  void keys_rename_hide_explain_and_enlarge();
  void control_e_and_enter_repeat_the_last_export();
  void f6_and_tab_reach_every_panel();
  void tab_reaches_every_control_and_shows_where_it_is_data();
  void tab_reaches_every_control_and_shows_where_it_is();
  void everything_that_takes_keys_has_a_name();
  void every_field_takes_a_bare_number();
};

void KeyboardTest::control_and_a_number_switch_pages() {
  OpenWindow open;
  int number = 0;
  for (const PageKind& kind : page_kinds()) {
    // Ctrl+0 is the usual size of words: the tenth page has no key.
    if (++number > 9) break;
    open.press(Qt::Key_0 + number, Qt::ControlModifier);
    QCOMPARE(open.session.page_id(), to_qt(kind.id));
    QCOMPARE(open.session.page().id, std::string(kind.id));
    QCOMPARE(open.window.page()->cards().size(), open.session.page().charts.size());
    QVERIFY(open.window.findChild<Rail*>()->findChild<QAbstractButton*>(to_qt(kind.id))->isChecked());
  }
  QCOMPARE(number, 10);
}

/// What an architect asks, and the chart that answers it on the page that one key opens.
void KeyboardTest::one_key_from_the_start_answers_each_job() {
  struct Job {
    const char* question;
    int key;
    const char* figure;
    const char* chart;
  };
  constexpr Job jobs[] = {
      {"how many nodes for this model and deadline, and what limits", Qt::Key_1, "training.calendar_time", "size.time"},
      {"which parallel layout", Qt::Key_2, "training.step_time", "layout.front"},
      {"what if we offload", Qt::Key_3, "offload.throughput", "offload.nodes"},
      {"how many network interfaces, which fabric", Qt::Key_4, "training.flop_rate_per_gpu", "network.interfaces"},
      {"which storage bandwidth do checkpoints need", Qt::Key_6, "checkpoint.stall", "checkpoint.bandwidth"},
      {"which bandwidth do training data need", Qt::Key_7, "ingest.required_bandwidth", "data.ingest"},
      {"where is this going", Qt::Key_9, "", "trends.wall"},
  };
  for (const Job& job : jobs) {
    OpenWindow open;
    open.press(job.key, Qt::ControlModifier);
    open.finish();
    const ChartCard* card = open.card(job.chart);
    QVERIFY2(card && card->chart().empty.empty() && !data_of(card->chart()).rows.empty(), job.question);
    QVERIFY2(!*job.figure || open.figure(job.figure), job.question);
    QVERIFY2(!open.session.page().sentence.empty(), job.question);
  }
}

void KeyboardTest::find_goes_to_inputs_results_pages_and_actions() {
  OpenWindow open;
  auto* popup = open.window.findChild<FindPopup*>();
  const auto find = [&](const QString& words) {
    open.press(Qt::Key_K, Qt::ControlModifier);
    QVERIFY(popup->isVisible());
    open.type(words);
    open.press(Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    open.settle();
  };
  find(QStringLiteral("deadline"));
  QCOMPARE(qobject_cast<InputField*>(QApplication::focusWidget()->parentWidget())->key(), deadline);
  find(QStringLiteral("training.mfu"));
  QCOMPARE(open.session.derivation().explanation().id, std::string("training.mfu"));
  find(QStringLiteral("Checkpoint"));
  QCOMPARE(open.session.page_id(), QStringLiteral("checkpoint"));
  find(QStringLiteral("Duplicate"));
  QCOMPARE(open.session.desk().count(), 2);
  // Where nothing else takes the focus, it is where it was.
  FigureView* figure = open.figure(open.session.page().figures.front().source.name);
  figure->setFocus();
  find(QStringLiteral("Copy summary"));
  QVERIFY(figure->hasFocus());
  open.press(Qt::Key_K, Qt::ControlModifier);
  open.press(Qt::Key_Escape);
  QVERIFY(!popup->isVisible());
  QVERIFY(figure->hasFocus());
}

void KeyboardTest::a_chart_is_walked_and_enlarged() {
  OpenWindow open;
  open.finish();
  ChartCard* card = open.card("size.time");
  card->grab();
  card->view()->setFocus();
  QSet<QString> spoken;
  for (std::size_t step = 0; step < 3; ++step) {
    open.press(Qt::Key_Right);
    QVERIFY(card->view()->chosen());
    spoken << QAccessible::queryAccessibleInterface(card->view())->text(QAccessible::Description);
  }
  QCOMPARE(spoken.size(), 3);
  open.press(Qt::Key_Return);
  QVERIFY(open.session.derivation().is_open());
  // What has the focus first: the sample, then the derivation.
  open.press(Qt::Key_Escape);
  QVERIFY(open.session.derivation().is_open() && !card->view()->chosen());
  open.press(Qt::Key_Escape);
  QVERIFY(!open.session.derivation().is_open());
  const auto dialogs = [&] { return card->findChildren<QDialog*>().size(); };
  card->view()->setFocus();
  open.press(Qt::Key_F11);
  QCOMPARE(dialogs(), 1);
  QTest::keyClick(card->findChild<QDialog*>(), Qt::Key_Escape);
  QTRY_COMPARE(dialogs(), 0);
}

void KeyboardTest::keys_rename_hide_explain_and_enlarge() {
  OpenWindow open;
  answer_dialog([](QDialog& dialog) {
    dialog.findChild<QLineEdit*>()->setText(QStringLiteral("Proposal"));
    dialog.accept();
  });
  open.press(Qt::Key_F2);
  QCOMPARE(open.document().name(), QStringLiteral("Proposal"));

  open.press(Qt::Key_I, Qt::ControlModifier);
  QVERIFY(!open.window.inputs()->isVisible());
  open.press(Qt::Key_I, Qt::ControlModifier);
  QVERIFY(open.window.inputs()->isVisible());

  open.figure("training.calendar_time")->setFocus();
  open.press(Qt::Key_F1);
  QCOMPARE(open.session.derivation().explanation().id, std::string("training.calendar_time"));
  open.enter(deadline);
  open.press(Qt::Key_F1);
  QCOMPARE(open.session.derivation().explanation().id, to_core(deadline));
  open.session.derivation().close();

  open.finish();
  open.press(Qt::Key_F5);
  QVERIFY(open.session.planner()->is_busy());
  open.finish();

  const auto size = [] { return QApplication::font().pixelSize(); };
  const int usual = size();
  open.press(Qt::Key_Plus, Qt::ControlModifier);
  QVERIFY(size() > usual);
  open.press(Qt::Key_Minus, Qt::ControlModifier);
  open.press(Qt::Key_Minus, Qt::ControlModifier);
  QVERIFY(size() < usual);
  open.press(Qt::Key_0, Qt::ControlModifier);
  QCOMPARE(size(), usual);
}

void KeyboardTest::control_e_and_enter_repeat_the_last_export() {
  OpenWindow open;
  // The menu holds the program until it is closed: what chooses in it waits beside.
  const auto in_the_menu = [&](auto choose) {
    bool chosen = false;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &open.window, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu || !menu->activeAction()) return;
      look.stop();
      choose(*menu);
      chosen = true;
    });
    look.start(10);
    open.press(Qt::Key_E, Qt::ControlModifier);
    return chosen;
  };
  QVERIFY(in_the_menu([](QMenu& menu) {
    QVERIFY(menu.activeAction()->text().startsWith(QStringLiteral("Page")));
    menu.setActiveAction(menu.actions().front());
    QTest::keyClick(&menu, Qt::Key_Return);
  }));
  const QString copied = open.window.messages()->message();
  QVERIFY2(copied.startsWith(QStringLiteral("Copied")), qPrintable(copied));
  open.press(Qt::Key_Escape);
  QVERIFY(in_the_menu([](QMenu& menu) { QTest::keyClick(&menu, Qt::Key_Return); }));
  QCOMPARE(open.window.messages()->message(), copied);
}

void KeyboardTest::f6_and_tab_reach_every_panel() {
  OpenWindow open;
  open.window.explain({"training.calendar_time", {}});
  const std::vector<QWidget*> panels{
      open.window.findChild<Rail*>(), open.window.inputs(), open.window.page(), open.window.derivation()};
  std::vector<bool> reached(panels.size());
  const auto note = [&] {
    for (std::size_t i = 0; i < panels.size(); ++i)
      if (QApplication::focusWidget() && is_in(QApplication::focusWidget(), panels[i])) reached[i] = true;
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    open.press(Qt::Key_F6);
    note();
    for (std::size_t k = 0; k < panels.size(); ++k)
      if (is_in(QApplication::focusWidget(), panels[k])) order.push_back(k);
  }
  QCOMPARE(order.size(), panels.size());
  for (std::size_t i = 1; i < order.size(); ++i) QCOMPARE(order[i], (order[i - 1] + 1) % panels.size());
  QCOMPARE(reached, std::vector<bool>(panels.size(), true));

  // By Tab alone everything comes round.
  reached.assign(panels.size(), false);
  constexpr int most = 400;
  QSet<QWidget*> seen;
  int turns = 0;
  for (; turns < most; ++turns) {
    open.press(Qt::Key_Tab);
    note();
    if (seen.contains(QApplication::focusWidget())) break;
    seen.insert(QApplication::focusWidget());
  }
  QVERIFY(turns < most);
  QCOMPARE(reached, std::vector<bool>(panels.size(), true));
  QVERIFY(seen.contains(open.figure("training.calendar_time")));
  for (const ChartCard* card : open.window.page()->cards())
    QVERIFY2(seen.contains(card->view()), card->chart().id.c_str());
}

/// Each stop of Tab is seen, and comes after what is above it; in groups of which one is chosen, arrows go on.
void KeyboardTest::tab_reaches_every_control_and_shows_where_it_is_data() {
  QTest::addColumn<QString>("page");
  for (const char* page : {"size", "serve", "options", "order"}) QTest::newRow(page) << QString::fromLatin1(page);
}

void KeyboardTest::tab_reaches_every_control_and_shows_where_it_is() {
  QFETCH(const QString, page);
  QApplication::setCursorFlashTime(0);
  OpenWindow open;
  if (page == u"options") QCOMPARE(open.session.options().ask({}), QString());
  open.go(page);
  QSet<QWidget*> missed;
  for (QWidget* each : open.window.findChildren<QWidget*>())
    if (each->isVisible() && each->isEnabled() && each->focusPolicy() & Qt::TabFocus && !each->focusProxy() &&
        !is_one_of_many(*each))
      missed << each;
  QStringList wrong;
  QSet<QWidget*> seen;
  std::vector<QWidget*> on_page;
  QImage with;
  for (QWidget* last = nullptr;;) {
    open.press(Qt::Key_Tab);
    QWidget* now = QApplication::focusWidget();
    if (last && with_ring(*last) == with) wrong << QStringLiteral("no focus seen: ") + called(*last);
    if (!now || seen.contains(now)) break;
    seen << now;
    missed.remove(now);
    if (now->visibleRegion().isEmpty()) wrong << QStringLiteral("out of sight: ") + called(*now);
    if (open.window.page()->content()->isAncestorOf(now)) on_page.push_back(now);
    with = with_ring(*now);
    last = now;
  }
  for (QWidget* each : missed) wrong << QStringLiteral("not reached: ") + called(*each);
  for (std::size_t i = 1; i < on_page.size(); ++i)
    if (box_of(open, *on_page[i]).bottom() < box_of(open, *on_page[i - 1]).top())
      wrong << QStringLiteral("%1 after %2").arg(called(*on_page[i]), called(*on_page[i - 1]));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

void KeyboardTest::everything_that_takes_keys_has_a_name() {
  OpenWindow open;
  open.window.explain({"training.calendar_time", {}});
  open.press(Qt::Key_F, Qt::ControlModifier);
  QSet<QString> nameless;
  for (const PageKind& kind : page_kinds()) {
    open.go(to_qt(kind.id));
    for (QWidget* widget : open.window.findChildren<QWidget*>()) {
      if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
      QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
      if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty())
        nameless << QStringLiteral("%1 in %2")
                        .arg(QString::fromLatin1(widget->metaObject()->className()))
                        .arg(QString::fromLatin1(widget->parentWidget()->metaObject()->className()));
    }
    for (const ChartCard* card : open.window.page()->cards()) {
      QCOMPARE(card->accessibleName(), to_qt(card->chart().title));
      QVERIFY(!card->accessibleDescription().isEmpty());
    }
  }
  const QStringList list = nameless.values();
  QVERIFY2(list.isEmpty(), qPrintable(list.join(u'\n')));
}

/// As it was given, where it was typed, and after both: whoever gave a value, a number without a unit replaces it.
void KeyboardTest::every_field_takes_a_bare_number() {
  OpenWindow open;
  open.finish();
  InputsModel& model = open.window.inputs()->model();
  const std::string before = open.said();
  QStringList wrong;
  QSet<QString> origins;
  for (int group = 0; group < model.rowCount(); ++group)
    for (int row = 0; row < model.rowCount(model.index(group, 0)); ++row) {
      const QModelIndex input = model.index(row, 0, model.index(group, 0));
      if (input.data(InputsModel::kind_role).value<InputsModel::Kind>() != InputsModel::Kind::number) continue;
      const QString key = input.data(InputsModel::key_role).toString();
      for (const Qt::Key end : {Qt::Key_Return, Qt::Key_Tab}) {
        origins << input.data(InputsModel::letter_role).toString();
        const Bare bare = bare_number(input);
        open.enter(key);
        open.type(bare.digits);
        open.press(end);
        const Scenario::Said* said = open.document().scenario().find(to_core(key));
        if (bare.digits.isEmpty() || !said || said->value.number != bare.value)
          wrong << QStringLiteral("%1: %2 %3").arg(key, bare.digits, input.data(InputsModel::unit_role).toString());
      }
      while (open.document().history().canUndo()) open.document().history().undo();
      if (open.said() != before || !open.document().all_pending().empty()) wrong << key + QStringLiteral(" stays");
    }
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
  // Among them are those that the planner chose, that a sheet, a preset or a default gave, and that nothing gave.
  for (const char* letter : {"A", "S", "P", "D", "Y", ""})
    QVERIFY2(origins.contains(QString::fromLatin1(letter)), letter);
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::KeyboardTest)
#include "keyboard_test.moc"
