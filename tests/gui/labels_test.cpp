// SPDX-License-Identifier: GPL-3.0-or-later
// All words of all pages: nothing overlaps, nothing is cut, in every size, theme and type size that the app promises.
#include "core/pages/pages.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/elided_label.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/derivation_panel.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/inputs_panel.hpp"
#include "gui/panels/page_view.hpp"
#include "gui/window/rail.hpp"
#include "gui/window/top_bar.hpp"
#include "tests/gui/open_window.hpp"
#include "tests/support/fixtures.hpp"

#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QTranslator>

namespace llmsize::gui {
namespace {

const QSize sizes[] = {{1000, 640}, {1440, 900}, {1920, 1080}, {2560, 1440}};

QString told(const PaintedLabel& label) { return QStringLiteral("\"%1\" (%2)").arg(label.text, label.role); }

/// What a chart's words do to each other; nothing where all is well.
QStringList trouble_of(const ChartView& view) {
  QStringList found;
  const auto labels = view.labels();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!QRectF(view.rect()).adjusted(-1.5, -1.5, 1.5, 1.5).contains(labels[i].box))
      found << QStringLiteral("outside ") + told(labels[i]);
    if (labels[i].text.size() > 1 && labels[i].text.endsWith(u'…')) found << QStringLiteral("cut ") + told(labels[i]);
    for (std::size_t k = i + 1; k < labels.size(); ++k)
      if (labels[i].box.adjusted(0.5, 0.5, -0.5, -0.5).intersects(labels[k].box))
        found << QStringLiteral("%1 on %2").arg(told(labels[i]), told(labels[k]));
  }
  return found;
}

/// Whether a label is not wholly seen.
bool is_cut(const QLabel& label) {
  const QRect room = label.contentsRect();
  if (label.text().isEmpty() || !label.isVisible()) return false;
  if (label.wordWrap()) return label.heightForWidth(label.width()) > label.height() + 1;
  const QFontMetrics letters(label.font());
  const bool rich = Qt::mightBeRichText(label.text());
  return (!rich && letters.horizontalAdvance(label.text()) > room.width()) || letters.height() > room.height() + 3;
}

QStringList trouble_of(QWidget& widget) {
  QStringList found;
  for (const QLabel* label : widget.findChildren<QLabel*>())
    if (is_cut(*label)) found << QStringLiteral("cut \"%1\"").arg(label->text());
  return found;
}

/// Everything that is wrong with the page that is shown. `whole`: it has the room for the notes below its figures too.
QStringList trouble_of(PageView& page, bool whole) {
  QStringList found;
  page.content()->grab();
  for (const FigureView* view : page.strip()->figures())
    if (view->isVisible() && (view->width() < view->needed() || (whole && view->elided())))
      found << QStringLiteral("shortened figure \"%1\"").arg(to_qt(view->figure().label));
  found += trouble_of(*page.content());
  const auto cards = page.cards();
  std::vector<QWidget*> boxes{page.strip()};
  for (ChartCard* card : cards) {
    boxes.push_back(card);
    const QString id = to_qt(card->chart().id) + u' ';
    for (const ElidedLabel* label : card->findChildren<ElidedLabel*>())
      if (label->isVisible() && label->elided()) found << id + QStringLiteral("shortened \"%1\"").arg(label->text());
    if (card->view()->isVisible())
      for (const QString& bad : trouble_of(*card->view())) found << id + bad;
  }
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t k = i + 1; k < boxes.size(); ++k)
      if (boxes[i]->geometry().intersects(boxes[k]->geometry()))
        found << QStringLiteral("cards %1 and %2 overlap").arg(i).arg(k);
  return found;
}

/// Walks all pages in some sizes; one line for each trouble.
QStringList walk(OpenWindow& open, const std::vector<QSize>& which) {
  QStringList found;
  for (const QSize size : which) {
    open.window.resize(size);
    if (open.window.size() != size)
      found << QStringLiteral("window will not be %1×%2").arg(size.width()).arg(size.height());
    for (const PageKind& kind : page_kinds()) {
      open.go(to_qt(kind.id));
      // Layouts settle within a few turns.
      for (int turn = 0; turn < 4; ++turn) QApplication::processEvents();
      QStringList bad = trouble_of(*open.window.page(), size.width() >= metrics().px(1440)) +
                        trouble_of(*open.window.inputs()) + trouble_of(*open.window.findChild<Rail*>());
      for (const QString& line : bad)
        found << QStringLiteral("%1×%2 %3: %4").arg(size.width()).arg(size.height()).arg(to_qt(kind.id), line);
    }
  }
  return found;
}

/// A language whose words are two fifths longer and wear accents.
class Longer : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char*, const char* source, const char*, int) const override {
    const QString text = QString::fromUtf8(source);
    return text.isEmpty() ? text : text + QString((2 * text.size() + 4) / 5, QChar(u'é'));
  }
};

/// QVERIFY2 would cut a long list.
void report(const QStringList& found) {
  for (const QString& line : found) qWarning().noquote() << line;
}

}  // namespace

class LabelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void cleanup() {
    QLocale::setDefault(QLocale::c());
    prepare_app();
  }
  void words_hold_in_every_size_and_theme_data();
  void words_hold_in_every_size_and_theme();
  void words_hold_beside_a_derivation();
  void words_hold_in_large_type();
  void words_hold_in_german();
  void words_are_read_from_the_left();
  void words_hold_in_a_longer_language();
  void words_hold_in_every_scenario_data();
  void words_hold_in_every_scenario();
};

void LabelsTest::words_hold_in_every_size_and_theme_data() {
  QTest::addColumn<int>("theme");
  QTest::addRow("light") << static_cast<int>(Theme::light);
  QTest::addRow("dark") << static_cast<int>(Theme::dark);
}

void LabelsTest::words_hold_in_every_size_and_theme() {
  QFETCH(int, theme);
  prepare_app(static_cast<Theme>(theme));
  OpenWindow open;
  open.finish();
  const QStringList found = walk(open, {std::begin(sizes), std::end(sizes)});
  report(found);
  QVERIFY(found.isEmpty());
}

void LabelsTest::words_hold_beside_a_derivation() {
  prepare_app();
  OpenWindow open;
  open.finish();
  QStringList found;
  for (const QSize size : sizes) {
    open.window.resize(size);
    for (const Figure& figure : open.session.page().figures) {
      open.window.explain(figure.source);
      for (int turn = 0; turn < 4; ++turn) QApplication::processEvents();
      for (const QString& line :
           trouble_of(*open.window.page(), size.width() >= 1920) + trouble_of(*open.window.derivation()))
        found
            << QStringLiteral("%1×%2 %3: %4").arg(size.width()).arg(size.height()).arg(to_qt(figure.source.name), line);
    }
  }
  report(found);
  QVERIFY(found.isEmpty());
}

/// Half as large again: a window of 1000 would hold what one of 667 does.
void LabelsTest::words_hold_in_large_type() {
  prepare_app(Theme::light, 1.5);
  OpenWindow open;
  open.finish();
  const QStringList found = walk(open, {sizes + 1, std::end(sizes)});
  report(found);
  QVERIFY(found.isEmpty());
}

void LabelsTest::words_hold_in_german() {
  prepare_app();
  QString shown, said;
  {
    OpenWindow open;
    shown = open.shown("training.calendar_time");
    said = to_qt(open.said());
  }
  QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
  OpenWindow open;
  open.finish();
  QCOMPARE(open.shown("training.calendar_time"), shown);
  // Fields group and divide as the strip and the charts do.
  InputsModel& inputs = open.window.inputs()->model();
  const auto in_field = [&](std::string_view key) {
    return inputs.index_of(key).data(InputsModel::value_role).toString();
  };
  QCOMPARE(in_field("model.vocabulary"), QStringLiteral("50\u202f257"));
  QCOMPARE(in_field("workload.batch_tokens"), QStringLiteral("3,2"));
  QCOMPARE(to_qt(open.said()), said);
  const QStringList found = walk(open, {sizes[0], sizes[1]});
  report(found);
  QVERIFY(found.isEmpty());
}

/// All words are of languages that are: a desktop of another direction would turn their numbers around.
void LabelsTest::words_are_read_from_the_left() {
  QApplication::setLayoutDirection(Qt::RightToLeft);
  prepare_app();
  const OpenWindow open;
  QCOMPARE(open.window.layoutDirection(), Qt::LeftToRight);
}

/// Every word that can be translated, two fifths longer.
void LabelsTest::words_hold_in_a_longer_language() {
  prepare_app();
  Longer longer;
  QApplication::installTranslator(&longer);
  OpenWindow open;
  open.finish();
  QVERIFY(open.window.findChild<TopBar*>()->export_button()->text().contains(QStringLiteral("éé")));
  const QStringList found = walk(open, {sizes[0], sizes[1]});
  QApplication::removeTranslator(&longer);
  report(found);
  QVERIFY(found.isEmpty());
}

void LabelsTest::words_hold_in_every_scenario_data() {
  if (!qEnvironmentVariableIsSet("LLMSIZE_LONG")) QSKIP("for scripts/nightly");
  QTest::addColumn<QString>("file");
  for (const char* name :
       {"17b-on-one-h100", "checkpoint-storage", "ddn-bloom-176b", "finetune-llama-70b-lora", "gpt3-data-mix",
        "hpe-1008b", "offload-deck", "serve-agent", "serve-deepseek-slo", "serve-retrieval", "train-deepseek-v3",
        "train-llama-405b", "train-on-40-nodes", "train-within-budget"})
    QTest::addRow("%s", name) << QString::fromStdString(
        tests::in_tree(std::string("presets/scenarios/") + name + ".llmsize"));
}

/// Scenarios × sizes × type sizes × themes × languages.
void LabelsTest::words_hold_in_every_scenario() {
  QFETCH(QString, file);
  QStringList found;
  for (const QLocale& locale : {QLocale::c(), QLocale(QLocale::German, QLocale::Germany)})
    for (const double zoom : {1., 1.25, 1.5})
      for (const Theme theme : {Theme::light, Theme::dark}) {
        QLocale::setDefault(locale);
        prepare_app(theme, zoom);
        OpenWindow open({1440, 900}, {file});
        open.finish();
        for (const QString& line : walk(open, {zoom > 1 ? sizes + 1 : sizes, std::end(sizes)}))
          found << QStringLiteral("%1 %2 %3 %4")
                       .arg(locale.name())
                       .arg(zoom)
                       .arg(theme == Theme::dark ? QStringLiteral("dark") : QStringLiteral("light"), line);
      }
  report(found);
  QVERIFY(found.isEmpty());
}

}  // namespace llmsize::gui

QTEST_MAIN(llmsize::gui::LabelsTest)
#include "labels_test.moc"
