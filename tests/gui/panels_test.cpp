// SPDX-License-Identifier: GPL-3.0-or-later
// The form and the derivation, driven by keyboard and mouse without a screen.
#include "gui/models/desk.hpp"
#include "gui/panels/density_view.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/derivation_tree.hpp"
#include "gui/panels/formula_box.hpp"
#include "gui/panels/formula_view.hpp"
#include "gui/panels/inputs_group.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/origin_chip.hpp"
#include "gui/panels/value_edit.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/theme.hpp"
#include "tests/gui/said.hpp"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

namespace llmsize::gui {
class PanelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    load_fonts();
    apply_theme(*qApp, Theme::light);
    apply_font();
  }
  void init() {
    desk_ = std::make_unique<Desk>(catalog_);
    planner_ = std::make_unique<Planner>();
    QCOMPARE(desk_->open_example(QStringLiteral("gpt3-on-superpod-h100")), QString());
    planner_->follow(document());
    panel_ = std::make_unique<InputsPanel>();
    panel_->follow(document(), planner_.get());
    panel_->resize(304, 860);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    QApplication::setActiveWindow(panel_.get());
  }
  void cleanup() {
    panel_.reset();
    planner_.reset();
    desk_.reset();
  }

  void typing_edits_after_a_pause_and_is_one_step();
  void a_bare_number_keeps_its_unit();
  void a_wrong_value_stays_while_the_cursor_does();
  void what_the_planner_chose_is_ghost_text();
  void escape_brings_back_what_was_there();
  void arrow_keys_step();
  void a_label_is_dragged();
  void a_chip_resets();
  void groups_open_and_search_finds();
  void what_differs_is_filtered();
  void an_input_is_brought_into_view();
  void a_picker_takes_or_leaves();
  void a_picker_finds_words_in_any_order();
  void every_box_has_a_name();
  void the_derivation_shows_and_follows_links();
  void formulas_are_set_as_fractions();
  void labels_stay_inside_the_form_in_both_themes();

 private:
  Document* document() const { return desk_->current(); }
  InputField* field(const char* key) {
    panel_->focus_input(QString::fromLatin1(key));
    QTest::qWait(30);
    for (QWidget* each = QApplication::focusWidget(); each; each = each->parentWidget())
      if (auto* found = qobject_cast<InputField*>(each); found && found->key() == QLatin1String(key)) return found;
    return nullptr;
  }
  ValueEdit* box(const char* key) { return field(key)->findChild<ValueEdit*>(); }

  Catalog catalog_;
  std::unique_ptr<Desk> desk_;
  std::unique_ptr<Planner> planner_;
  std::unique_ptr<InputsPanel> panel_;
};

void PanelsTest::typing_edits_after_a_pause_and_is_one_step() {
  ValueEdit* edit = box("workload.tokens");
  QVERIFY(edit->hasFocus());
  QTest::keyClicks(edit, QStringLiteral("4"));
  QCOMPARE(said(*document(), "workload.tokens"), QStringLiteral("300B"));
  QTest::qWait(250);
  QTest::keyClicks(edit, QStringLiteral("50B"));
  QTest::qWait(250);
  QCOMPARE(said(*document(), "workload.tokens"), QStringLiteral("450B"));
  QTest::keyClick(edit, Qt::Key_Tab);
  QCOMPARE(edit->text(), QStringLiteral("450"));
  QCOMPARE(document()->history().count(), 1);
}

void PanelsTest::a_bare_number_keeps_its_unit() {
  document()->edit("goal.deadline", QStringLiteral("30d"));
  ValueEdit* edit = box("goal.deadline");
  QTest::keyClicks(edit, QStringLiteral("45"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(*document()->scenario().find("goal.deadline")->value.number, 45.0 * 86400);
  QTest::keyClicks(edit, QStringLiteral("12h"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(*document()->scenario().find("goal.deadline")->value.number, 12.0 * 3600);
}

void PanelsTest::a_wrong_value_stays_while_the_cursor_does() {
  InputField* row = field("workload.tokens");
  ValueEdit* edit = row->findChild<ValueEdit*>();
  QSignalSpy refused(panel_.get(), &InputsPanel::refused);
  const auto told = [&] {
    for (const QLabel* label : row->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(QLatin1String("175B"))) return true;
    return false;
  };
  for (const Qt::Key end : {Qt::Key_Escape, Qt::Key_Tab}) {
    edit->setFocus();
    QTest::keyClicks(edit, QStringLiteral("soon"));
    QTest::keyClick(edit, Qt::Key_Return);
    QTest::qWait(50);
    QCOMPARE(edit->text(), QStringLiteral("soon"));
    QVERIFY(document()->pending("workload.tokens"));
    QVERIFY(told());
    QTest::keyClick(edit, end);
    QTest::qWait(50);
    QVERIFY(!document()->pending("workload.tokens"));
    QVERIFY(!told());
    QCOMPARE(edit->text(), QStringLiteral("300"));
    QCOMPARE(said(*document(), "workload.tokens"), QStringLiteral("300B"));
    QCOMPARE(document()->history().count(), 0);
  }
  // Whoever leaves is told what became of it.
  QCOMPARE(refused.count(), 1);
  QVERIFY(refused.first().first().toString().contains(QLatin1String("175B")));
}

void PanelsTest::what_the_planner_chose_is_ghost_text() {
  planner_->follow(desk_->add_new());
  panel_->follow(document(), planner_.get());
  QTRY_VERIFY_WITH_TIMEOUT(!planner_->is_busy(), 200000);
  const QString chosen = editable(planner_->current()["layout.tensor"], Unit::count);
  ValueEdit* edit = box("layout.tensor");
  QTRY_COMPARE(edit->placeholderText(), QStringLiteral("auto"));
  QCOMPARE(edit->text(), chosen);
  // Emptied, the field says who fills it; a number is the user's, and none the planner's again.
  QTest::keyClick(edit, Qt::Key_Backspace);
  QCOMPARE(edit->text(), QString());
  QTest::keyClicks(edit, QStringLiteral("2"));
  QTest::keyClick(edit, Qt::Key_Return);
  QCOMPARE(said(*document(), "layout.tensor"), QStringLiteral("2"));
  QTRY_COMPARE(edit->placeholderText(), QString());
  QTest::keyClick(edit, Qt::Key_Backspace);
  QTest::keyClick(edit, Qt::Key_Return);
  QVERIFY(!document()->scenario().find("layout.tensor"));
  QTRY_COMPARE(edit->placeholderText(), QStringLiteral("auto"));
}

void PanelsTest::escape_brings_back_what_was_there() {
  ValueEdit* edit = box("workload.tokens");
  QTest::keyClicks(edit, QStringLiteral("9B"));
  QTest::qWait(250);
  QCOMPARE(said(*document(), "workload.tokens"), QStringLiteral("9B"));
  QTest::keyClick(edit, Qt::Key_Escape);
  QCOMPARE(*document()->scenario().find("workload.tokens")->value.number, 300e9);
}

void PanelsTest::arrow_keys_step() {
  ValueEdit* edit = box("workload.tokens");
  QTest::keyClick(edit, Qt::Key_Up);
  QCOMPARE(*document()->scenario().find("workload.tokens")->value.number, 301e9);
  QTest::keyClick(edit, Qt::Key_Down, Qt::ShiftModifier);
  QCOMPARE(*document()->scenario().find("workload.tokens")->value.number, 291e9);
  QTest::keyClick(box("layout.tensor"), Qt::Key_Down);
  QCOMPARE(*document()->scenario().find("layout.tensor")->value.number, 4.0);
}

void PanelsTest::a_label_is_dragged() {
  InputField* row = field("workload.tokens");
  QLabel* label = row->findChild<QLabel*>();
  QTest::mousePress(label, Qt::LeftButton, {}, QPoint(10, 8));
  QMouseEvent move(
      QEvent::MouseMove, QPointF(70, 8), label->mapToGlobal(QPointF(70, 8)), Qt::NoButton, Qt::LeftButton,
      Qt::NoModifier);
  QCoreApplication::sendEvent(label, &move);
  QTest::mouseRelease(label, Qt::LeftButton, {}, QPoint(70, 8));
  QCOMPARE(*document()->scenario().find("workload.tokens")->value.number, 310e9);
  QCOMPARE(document()->history().count(), 1);
}

void PanelsTest::a_chip_resets() {
  InputField* row = field("layout.tensor");
  auto* chip = row->findChild<OriginChip*>();
  QVERIFY(chip->accessibleName().contains(QLatin1String("you")));
  Q_EMIT chip->reset();
  QVERIFY(!document()->scenario().find("layout.tensor"));
}

void PanelsTest::groups_open_and_search_finds() {
  panel_->set_page(QStringLiteral("checkpoint"));
  int open = 0;
  for (const InputsGroup* group : panel_->findChildren<InputsGroup*>()) open += group->is_open() ? 1 : 0;
  QCOMPARE(open, InputsModel::open_groups(QStringLiteral("checkpoint")).size());
  panel_->search();
  auto* search = panel_->findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
  QVERIFY(search && search->hasFocus());
  QTest::keyClicks(search, QStringLiteral("layout micro_batch"));
  QTest::qWait(50);
  QStringList shown;
  for (const InputField* each : panel_->findChildren<InputField*>())
    if (each->isVisible()) shown.push_back(each->key());
  QVERIFY2(
      shown.contains(QStringLiteral("layout.micro_batch")) && shown.size() < 20,
      qPrintable(shown.join(QLatin1Char(' '))));
  QTest::keyClick(search, Qt::Key_Escape);
  QVERIFY(!search->isVisible());
}

void PanelsTest::what_differs_is_filtered() {
  QTest::qWait(50);
  LinkButton* differing = nullptr;
  for (LinkButton* button : panel_->findChildren<LinkButton*>(QString(), Qt::FindDirectChildrenOnly))
    if (button->isCheckable()) differing = button;
  QVERIFY(differing);
  QVERIFY2(differing->text().startsWith(QString::number(panel_->model().differing())), qPrintable(differing->text()));
  differing->click();
  int shown = 0;
  for (const InputField* each : panel_->findChildren<InputField*>())
    if (each->isVisible()) {
      QVERIFY(each->input().data(InputsModel::said_role).toBool());
      ++shown;
    }
  QCOMPARE(shown, static_cast<int>(document()->scenario().all().size()));
}

void PanelsTest::an_input_is_brought_into_view() {
  InputField* rare = field("model.pooler");
  QVERIFY(rare && rare->isVisible());
  QVERIFY(!rare->visibleRegion().isEmpty());
}

void PanelsTest::a_picker_takes_or_leaves() {
  QSignalSpy previewed(panel_.get(), &InputsPanel::previewed);
  auto* button = field("cluster.system")->findChild<PickButton*>();
  auto* picker = panel_->findChild<Picker*>();
  QTest::keyClick(button, Qt::Key_Return);
  QVERIFY(picker->isVisible());
  auto* search = picker->findChild<QLineEdit*>();
  QTest::keyClicks(search, QStringLiteral("dgx b200"));
  QCOMPARE(previewed.last().at(1).toString(), QStringLiteral("dgx-b200"));
  QTest::keyClick(search, Qt::Key_Escape);
  QVERIFY(!picker->isVisible());
  QCOMPARE(previewed.last().at(1).toString(), QString());
  QCOMPARE(said(*document(), "cluster.system"), QStringLiteral("dgx-h100"));
  QTest::keyClick(button, Qt::Key_Return);
  QTest::keyClicks(search, QStringLiteral("dgx b200"));
  QTest::keyClick(search, Qt::Key_Return);
  QCOMPARE(said(*document(), "cluster.system"), QStringLiteral("dgx-b200"));
}

void PanelsTest::a_picker_finds_words_in_any_order() {
  QTest::keyClick(field("model")->findChild<PickButton*>(), Qt::Key_Return);
  auto* picker = panel_->findChild<Picker*>();
  auto* search = picker->findChild<QLineEdit*>();
  const QAbstractItemModel* found = picker->findChild<QTreeView*>()->model();
  const int all = found->rowCount();
  QTest::keyClicks(search, QStringLiteral("2026 alibaba"));
  QVERIFY(found->rowCount() > 3 && found->rowCount() < all / 4);
  for (int row = 0; row < found->rowCount(); ++row)
    QVERIFY(found->index(row, 0).data().toString().contains(QStringLiteral("Qwen")));
  QTest::keyClicks(search, QStringLiteral(" [("));
  QCOMPARE(found->rowCount(), 0);
  QTest::keyClick(search, Qt::Key_Escape);
}

void PanelsTest::every_box_has_a_name() {
  panel_->set_page(QStringLiteral("layout"));
  QTest::qWait(50);
  for (const QWidget* each : panel_->findChildren<QWidget*>()) {
    if (each->focusPolicy() == Qt::NoFocus || !each->isVisible()) continue;
    const bool container = each->inherits("QAbstractScrollArea") || each->inherits("QScrollBar");
    if (!container) QVERIFY2(!each->accessibleName().isEmpty(), each->metaObject()->className());
  }
}

void PanelsTest::the_derivation_shows_and_follows_links() {
  Derivation derivation;
  DerivationPanel panel(derivation);
  QSignalSpy wanted(&panel, &DerivationPanel::input_wanted), closed(&panel, &DerivationPanel::closed);
  derivation.follow(planner_.get());
  panel.resize(360, 800);
  panel.show();
  QApplication::setActiveWindow(&panel);
  derivation.show({"training.total_step_time"});
  auto* tree = panel.findChild<DerivationTree*>();
  QVERIFY(tree->model()->rowCount() >= 2);
  tree->setCurrentIndex(tree->model()->index(0, 0));
  QTest::keyClick(tree, Qt::Key_Return);
  QCOMPARE(derivation.explanation().id, std::string("training.steps"));
  tree->setCurrentIndex(tree->model()->index(0, 0));
  QTest::keyClick(tree, Qt::Key_Return);
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(wanted.first().first().toString(), QStringLiteral("workload.tokens"));
  QTest::keyClick(&panel, Qt::Key_Left, Qt::AltModifier);
  QCOMPARE(derivation.explanation().id, std::string("training.total_step_time"));
  QTest::keyClick(&panel, Qt::Key_Right, Qt::AltModifier);
  QCOMPARE(derivation.explanation().id, std::string("training.steps"));
  QTest::keyClick(&panel, Qt::Key_C, Qt::ControlModifier);
  QVERIFY(QApplication::clipboard()->text().contains(QLatin1String("training.steps")));
  // What was opened stays open when an input changes.
  derivation.back();
  tree->open_levels(2);
  const int height = tree->sizeHint().height();
  document()->edit("workload.tokens", QStringLiteral("310B"));
  QCOMPARE(tree->sizeHint().height(), height);
  QTest::keyClick(&panel, Qt::Key_Escape);
  QVERIFY(!derivation.is_open());
  QCOMPARE(closed.count(), 1);
}

void PanelsTest::formulas_are_set_as_fractions() {
  const QFont font = QApplication::font();
  const auto height = [&](const QString& html) {
    double most = 0;
    for (const auto& box : boxes_of(html, font)) most = std::max(most, box->above + box->below);
    return most;
  };
  const double plain = height(QStringLiteral("a · b"));
  QVERIFY(
      height(QStringLiteral("<span class=\"frac\"><span>a</span><span class=\"under\">b<sub>i</sub></span></span>")) >
      1.8 * plain);
  QVERIFY(height(QStringLiteral("x<sub>i</sub>")) >= plain);
  QCOMPARE(boxes_of(QStringLiteral("a &lt; b"), font).size(), std::size_t{3});
  // All formulas of core are read to their end.
  for (const ResultRow& row : results()) {
    const Case plan = planner_->current();
    FormulaView view;
    view.set_sides({to_qt(explain(plan, row.about->id).html)}, QStringLiteral("x"));
    QVERIFY2(view.heightForWidth(320) > 0, row.about->id.data());
  }
}

void PanelsTest::labels_stay_inside_the_form_in_both_themes() {
  for (const Theme theme : {Theme::dark, Theme::light}) {
    apply_theme(*qApp, theme);
    QTest::qWait(50);
    QVERIFY(!panel_->grab().isNull());
    for (const InputField* each : panel_->findChildren<InputField*>())
      if (each->isVisible()) QVERIFY(each->geometry().right() <= panel_->width());
  }
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::PanelsTest)
#include "panels_test.moc"
