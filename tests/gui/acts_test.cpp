// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: what is typed is done, in one step, and says before what it will do.
#include "gui/models/text.hpp"
#include "gui/window/find_popup.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/gui/said.hpp"

#include <QLabel>
#include <QLineEdit>

namespace llmsize::gui {
namespace {

FindPopup& popup(OpenWindow& open) { return *open.window.findChild<FindPopup*>(); }

/// Types into the open line and returns what stands first: title and second line.
FindModel::Item typed(OpenWindow& open, const QString& words) {
  if (!popup(open).isVisible()) open.press(Qt::Key_K, Qt::ControlModifier);
  popup(open).findChild<QLineEdit*>()->setText(words);
  return popup(open).model().at(0);
}

/// The ids of what is found, as long as they are of a kind.
QStringList found(OpenWindow& open, FindModel::Kind kind) {
  QStringList all;
  for (int row = 0; popup(open).model().at(row).kind == kind && !popup(open).model().at(row).id.isEmpty(); ++row)
    all << popup(open).model().at(row).id;
  return all;
}

/// Types it, presses Enter and waits for the answer.
void act(OpenWindow& open, const QString& words) {
  typed(open, words);
  QTest::keyClick(popup(open).findChild<QLineEdit*>(), Qt::Key_Return);
  open.settle();
}

}  // namespace

class ActsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepare_app(); }
  void what_is_typed_says_what_it_does();
  void everything_is_found();
  void an_act_is_one_step_that_is_undone();
  void its_answer_is_shown_before_it_is_taken();
};

void ActsTest::what_is_typed_says_what_it_does() {
  OpenWindow open;
  const QString nodes = open.shown("planning.nodes").section(u' ', 0, 0);
  const std::pair<const char*, QString> all[] = {
      {"64 nodes", QStringLiteral("Nodes %1 → 64").arg(nodes)},
      {"set nodes to 64", QStringLiteral("Nodes %1 → 64").arg(nodes)},
      {"deadline 20d", QStringLiteral("Deadline 30 days → 20 days")},
      {"deadline=20", QStringLiteral("Deadline 30 days → 20 days")},
      {"20 days deadline", QStringLiteral("Deadline 30 days → 20 days")},
      {"15T tokens", QStringLiteral("Training tokens 300B → 15T")},
      {"what if fp8", QStringLiteral("Precision fp16 → fp8")},
      {"b200", QStringLiteral("System NVIDIA DGX H100 → NVIDIA DGX B200")},
      {"gb300", QStringLiteral("System NVIDIA DGX H100 → NVIDIA GB300 NVL72")},
      {"llama 405b", QStringLiteral("Model GPT-3 175B → Llama 3.1 405B")},
      {"users 5000", QStringLiteral("Users 5,000")},
      {"compare b200", QStringLiteral("Compare with System NVIDIA DGX H100 → NVIDIA DGX B200")}};
  for (const auto& [words, title] : all) {
    const FindModel::Item first = typed(open, QString::fromUtf8(words));
    QVERIFY2(first.kind == FindModel::Kind::act, words);
    QCOMPARE(QString(first.title).replace(QChar(0x00a0), u' '), title);
  }
  // As Megatron-LM calls it.
  QCOMPARE(typed(open, QStringLiteral("--global-batch-size 2048")).id, QStringLiteral("workload.global_batch"));
  // What is there already is no change, and what no input takes is none.
  QVERIFY(typed(open, QStringLiteral("30d deadline")).kind != FindModel::Kind::act);
  QVERIFY(typed(open, QStringLiteral("deadline soon")).title.isEmpty());
}

void ActsTest::everything_is_found() {
  OpenWindow open;
  const auto first = [&](const char* words) { return typed(open, QString::fromUtf8(words)); };
  // Inputs that have the words, those asked for most before all else.
  first("batch size");
  const QStringList batches = found(open, FindModel::Kind::input);
  for (const char* key : {"layout.micro_batch", "workload.global_batch", "serving.batch"})
    QVERIFY2(batches.contains(QString::fromLatin1(key)), key);
  // Why asks the figures of the page, also by a number that they do not have.
  QCOMPARE(first("why").id, QStringLiteral("planning.nodes"));
  QCOMPARE(first("why 48").kind, FindModel::Kind::figure);
  QCOMPARE(first("why mfu").id, QStringLiteral("training.mfu"));
  QCOMPARE(first("how many gpus").id, QStringLiteral("cluster.gpus"));
  QCOMPARE(first("checkpoint").kind, FindModel::Kind::page);
  QCOMPARE(first("compare").kind, FindModel::Kind::page);
  for (const char* words : {"duplicate", "help"}) QCOMPARE(first(words).kind, FindModel::Kind::action);
  // A page is listed once, though a menu shows it too.
  first("size");
  QCOMPARE(found(open, FindModel::Kind::page), QStringList(QStringLiteral("size")));
  QVERIFY(first("preemption").kind != FindModel::Kind::act);
  // Nothing found is told, with what else can be typed.
  first("nonsense words");
  QVERIFY(first("nonsense words").id.isEmpty());
  bool told = false;
  for (const QLabel* each : popup(open).findChildren<QLabel*>())
    told = told || (each->isVisible() && each->text().contains(u"64 nodes"));
  QVERIFY(told);
}

void ActsTest::an_act_is_one_step_that_is_undone() {
  OpenWindow open;
  act(open, QStringLiteral("64 nodes"));
  QCOMPARE(said(open.document(), "cluster.nodes"), QStringLiteral("64"));
  QCOMPARE(open.document().history().count(), 1);
  QVERIFY(open.shown("planning.nodes").startsWith(u"64"));
  open.press(Qt::Key_Z, Qt::ControlModifier);
  QVERIFY(!open.document().scenario().find("cluster.nodes"));
  // Users are asked about on another page, which shows them.
  act(open, QStringLiteral("users 5000"));
  QCOMPARE(open.session.page_id(), QStringLiteral("serve"));
  QCOMPARE(said(open.document(), "traffic.users"), QStringLiteral("5000"));
  // A comparison changes a copy.
  act(open, QStringLiteral("compare b200"));
  QCOMPARE(open.session.desk().count(), 2);
  QCOMPARE(open.session.page_id(), QStringLiteral("compare"));
  QCOMPARE(said(*open.session.desk().at(0), "cluster.system"), QStringLiteral("dgx-h100"));
  QCOMPARE(said(*open.session.desk().at(1), "cluster.system"), QStringLiteral("dgx-b200"));
}

void ActsTest::its_answer_is_shown_before_it_is_taken() {
  OpenWindow open;
  typed(open, QStringLiteral("64 nodes"));
  QTRY_VERIFY_WITH_TIMEOUT(popup(open).model().at(0).detail.startsWith(u"64 × DGX H100"), 60000);
  QVERIFY(!open.document().scenario().find("cluster.nodes"));
  // Users in place of the rate that a service was sized for.
  QCOMPARE(open.session.desk().open_example(QStringLiteral("serve-chat")), QString());
  open.settle();
  typed(open, QStringLiteral("users 5000"));
  QTRY_VERIFY_WITH_TIMEOUT(popup(open).model().at(0).detail.contains(u"× DGX H200"), 60000);
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::ActsTest)
#include "acts_test.moc"
