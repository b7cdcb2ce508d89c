// SPDX-License-Identifier: GPL-3.0-or-later
// The theme's promises and what charts do: legible words at every size, exports that open again, mouse and keys.
#include "core/tables/data.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/charts/chart_table.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/theme.hpp"
#include "gui/theme/tokens.hpp"
#include "tests/gui/made_up_charts.hpp"

#include <QClipboard>
#include <QFontMetricsF>
#include <QRawFont>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <array>

using namespace llmsize;
using namespace llmsize::gui;

Q_DECLARE_METATYPE(llmsize::Source)

namespace {

QString words(const PaintedLabel& label) {
  const QRectF& box = label.box;
  return QStringLiteral("%1 \"%2\" %3,%4 %5×%6")
      .arg(label.role, label.text)
      .arg(box.x())
      .arg(box.y())
      .arg(box.width())
      .arg(box.height());
}

void show(QWidget& widget, QSize size) {
  widget.resize(size);
  widget.show();
  widget.grab();
}

Source sent(QSignalSpy& spy) { return spy.takeFirst().at(0).value<Source>(); }

void turn_wheel(ChartView& view, QPointF at, int turns) {
  QWheelEvent event(
      at, view.mapToGlobal(at), {}, {0, 120 * turns}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&view, &event);
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void letters_reach_their_contrast();
  void marks_reach_their_contrast();
  void tokens_follow_the_palette();
  void figures_are_of_one_width();
  void glyphs_are_there();
  void icons_have_ink();
  void words_neither_touch_nor_leave_the_chart();
  void words_stay_apart_in_large_letters();
  void names_without_room_go_to_a_key();
  void columns_that_say_nothing_go_first();
  void what_is_compared_keeps_its_columns();
  void zoom_keeps_the_cursor_on_logarithmic_axes();
  void drag_pans_and_double_click_resets();
  void the_point_of_a_track_is_dragged_along_it();
  void the_page_scrolls_where_a_chart_has_no_focus();
  void a_click_on_a_bar_explains_it();
  void a_click_on_a_rack_explains_what_it_holds();
  void the_cursor_reads_all_lines();
  void keys_walk_and_enter_explains();
  void enter_applies_a_row();
  void cards_show_table_and_empty_state();
  void tables_read_as_the_chart_and_copy_exactly();
  void empty_cells_are_not_read_out();
  void copies_are_tab_separated();
  void exports_open_again();
  void exports_tell_what_went_wrong();
};

void ChartsTest::initTestCase() {
  apply_font();
  apply_theme(*qApp, Theme::light);
  qRegisterMetaType<llmsize::Source>();
}

void ChartsTest::letters_reach_their_contrast() {
  for (const Tokens* set : {&light_tokens(), &dark_tokens()}) {
    for (const QColor& ground : {set->window, set->surface, set->sunken})
      for (const QColor& letters :
           {set->text, set->text2, set->text3, set->accent, set->gpu, set->cpu, set->nvme, set->error, set->good})
        QVERIFY2(contrast(letters, ground) >= 4.5, qPrintable(letters.name() + u' ' + ground.name()));
    const std::array<std::pair<QColor, QColor>, 7> pairs{
        {{set->shared, set->surface},
         {set->limit, set->surface},
         {set->accent, set->accent_soft},
         {set->on_accent, set->accent},
         {set->limit, set->limit_soft},
         {set->error, set->error_soft},
         {set->good, set->good_soft}}};
    for (const auto& [letters, ground] : pairs)
      QVERIFY2(contrast(letters, ground) >= 4.5, qPrintable(letters.name() + u' ' + ground.name()));
    for (const scene::Colour& ground :
         {scene::colour(Hue::gpu), scene::colour(Hue::cpu), scene::colour(Hue::nvme), scene::colour(Hue::shared),
          scene::tint(Hue::gpu), scene::tint(Hue::nvme)})
      QVERIFY2(contrast(colour_of(scene::text_on(ground), *set), colour_of(ground, *set)) >= 4.4, ground.name.c_str());
  }
}

void ChartsTest::marks_reach_their_contrast() {
  for (const Tokens* set : {&light_tokens(), &dark_tokens()}) {
    QVERIFY(contrast(set->waiting, set->surface) >= 3);
    QVERIFY(contrast(set->control, set->surface) >= 3);
    for (const Hue hue :
         {Hue::gpu, Hue::cpu, Hue::nvme, Hue::network, Hue::shared, Hue::waiting, Hue::limit, Hue::error}) {
      QVERIFY(contrast(colour_of(scene::colour(hue), *set), set->surface) >= 3);
      QVERIFY(contrast(colour_of(scene::ink(hue), *set), set->surface) >= 4.5);
      QVERIFY(colour_of(scene::tint(hue), *set) != colour_of(scene::colour(hue), *set));
    }
  }
}

void ChartsTest::tokens_follow_the_palette() {
  apply_theme(*qApp, Theme::dark);
  QVERIFY(tokens().dark);
  QCOMPARE(QApplication::palette().color(QPalette::Window), dark_tokens().window);
  apply_theme(*qApp, Theme::light);
  QVERIFY(!tokens().dark);
}

void ChartsTest::figures_are_of_one_width() {
  QVERIFY2(font_trouble().isEmpty(), qPrintable(font_trouble()));
  for (const TextRole role : {TextRole::figure, TextRole::title, TextRole::body, TextRole::strong, TextRole::tick}) {
    const QFontMetricsF letters(gui::font(role));
    for (const QChar digit : QStringLiteral("123456789"))
      QCOMPARE(letters.horizontalAdvance(QString(4, digit)), letters.horizontalAdvance(QStringLiteral("0000")));
  }
}

void ChartsTest::glyphs_are_there() {
  for (const TextRole role : {TextRole::body, TextRole::unit, TextRole::strong}) {
    const QRawFont raw = QRawFont::fromFont(gui::font(role));
    QCOMPARE(raw.familyName(), QStringLiteral("llmsize Sans"));
    for (const QChar letter : QStringLiteral("aZ09Ψηασµ×÷−±≥≤≈√²³·–—…→←↑↓’°äéß\u202f\u00a0"))
      QVERIFY2(raw.supportsCharacter(letter), qPrintable(QString(letter)));
  }
}

void ChartsTest::icons_have_ink() {
  for (int i = 0; i <= static_cast<int>(Icon::logo); ++i) {
    const QImage image = pixmap(static_cast<Icon>(i), 20, 2, Qt::black).toImage();
    QCOMPARE(image.width(), 40);
    int inked = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) inked += qAlpha(image.pixel(x, y)) > 100;
    QVERIFY2(inked > 8, qPrintable(QString::number(i)));
  }
  QVERIFY(!app_icon().isNull());
}

namespace {

/// Nothing where all words stand apart and inside.
QString trouble(const ChartView& view) {
  const auto labels = view.labels();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!QRectF(view.rect()).adjusted(-1.5, -1.5, 1.5, 1.5).contains(labels[i].box))
      return QStringLiteral("outside: ") + words(labels[i]);
    for (std::size_t k = i + 1; k < labels.size(); ++k)
      if (labels[i].box.adjusted(0.5, 0.5, -0.5, -0.5).intersects(labels[k].box))
        return QStringLiteral("overlap: ") + words(labels[i]) + QStringLiteral(" and ") + words(labels[k]);
  }
  return {};
}

}  // namespace

void ChartsTest::words_neither_touch_nor_leave_the_chart() {
  QStringList found;
  for (const Chart& chart : made_up_charts())
    for (const QSize size :
         {QSize(340, 220), QSize(400, 260), QSize(430, 336), QSize(520, 336), QSize(620, 400), QSize(720, 460)}) {
      ChartCard card;
      card.show_chart(chart);
      show(card, size);
      if (const QString bad = trouble(*card.view()); !bad.isEmpty() && chart.empty.empty())
        found << QStringLiteral("%1 at %2×%3: ").arg(text_of(chart.id)).arg(size.width()).arg(size.height()) + bad;
      QVERIFY(!chart.empty.empty() || !card.view()->labels().empty());
    }
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

void ChartsTest::words_stay_apart_in_large_letters() {
  apply_font(1.5);
  QStringList found;
  for (const Chart& chart : made_up_charts()) {
    ChartCard card;
    card.show_chart(chart);
    show(card, {720, 460});
    if (const QString bad = trouble(*card.view()); !bad.isEmpty() && chart.empty.empty())
      found << text_of(chart.id) + u' ' + bad;
  }
  apply_font();
  QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
}

/// Lines that lie on each other have no room for their names beside them.
void ChartsTest::names_without_room_go_to_a_key() {
  Plot plot{{"nodes", Unit::count, false, 0, 10, {}}, {"rate", Unit::count, false, 0, 10, {}}, {}};
  for (const char* name : {"InfiniBand NDR", "InfiniBand HDR", "Slingshot 11", "RoCEv2 400GbE", "InfiniBand XDR"}) {
    Plot::Series line{name, Hue::gpu, Plot::Stroke::solid, false, false, {}};
    for (int x = 1; x < 10; ++x) line.points.push_back({.x = double(x), .y = 5 + 0.01 * double(plot.series.size())});
    plot.series.push_back(line);
  }
  ChartCard card;
  card.show_chart({"made.up", "Five fabrics", "Rate against nodes", plot});
  show(card, {520, 336});
  QStringList names;
  double lowest = 0;
  for (const PaintedLabel& label : card.view()->labels())
    if (label.role == QStringLiteral("series")) {
      names << label.text;
      lowest = std::max(lowest, label.box.bottom());
    }
  QCOMPARE(names.size(), 5);
  QCOMPARE(trouble(*card.view()), QString());
  // Above everything that is drawn.
  for (const scene::Sample& sample : card.view()->samples()) QVERIFY(sample.box.top > lowest);
}

void ChartsTest::columns_that_say_nothing_go_first() {
  Grid grid{{"#", "TP", "Context", "Recompute", "Memory", "Verdict"}, {}};
  for (const char* row : {"1", "2", "3"})
    grid.rows.push_back(
        {{{row, true},
          {row, true},
          {"1", true},
          {"none"},
          {std::string(row) + "8.9 GB", true},
          {std::string("fits, 9") + row + " % full"}}});
  ChartCard card;
  card.show_chart({"made.up", "Ranked", "Layouts", grid});
  show(card, {300, 260});
  QStringList heads;
  for (const PaintedLabel& label : card.view()->labels())
    if (label.role == QStringLiteral("header")) heads << label.text;
  QVERIFY2(
      heads.contains(QStringLiteral("Memory")) && heads.contains(QStringLiteral("Verdict")),
      qPrintable(heads.join(u' ')));
  QVERIFY(!heads.contains(QStringLiteral("Recompute")));
}

void ChartsTest::what_is_compared_keeps_its_columns() {
  Grid grid{{"", "GPT-3 175B on a 128-node DGX H100 SuperPOD", "Megatron-LM 1008B on 384 DGX A100"}, {}};
  for (const char* row : {"Peak GPU memory", "Tokens per second"})
    grid.rows.push_back({{{row}, {"174.6B", true}, {"1.008T (+477 %)", true}}});
  ChartCard card;
  card.show_chart({"made.up", "Compared", "Two scenarios", grid});
  show(card, {420, 260});
  QStringList texts;
  for (const PaintedLabel& label : card.view()->labels()) texts << label.text;
  QVERIFY2(
      texts.contains(QStringLiteral("174.6B")) && texts.join(u' ').contains(QStringLiteral("1.008T")),
      qPrintable(texts.join(u' ')));
  QVERIFY2(texts.join(u' ').contains(QStringLiteral("Tokens per second")), qPrintable(texts.join(u' ')));
}

void ChartsTest::zoom_keeps_the_cursor_on_logarithmic_axes() {
  ChartView view;
  view.show_chart(made_up_chart("size.time"));
  show(view, {520, 300});
  const auto find = [&](const char* what) {
    for (const scene::Sample& sample : view.samples())
      if (sample.source.changes.size() == 1 && sample.source.changes[0].second == what)
        return to_qt(sample.box.centre());
    return QPointF();
  };
  const QPointF before = find("64");
  QVERIFY(!before.isNull());
  turn_wheel(view, before, 3);
  QVERIFY(view.zoomed());
  view.grab();
  QVERIFY((find("64") - before).manhattanLength() < 2);
  QVERIFY(find("14").isNull());
  view.reset_zoom();
  view.grab();
  QVERIFY(!view.zoomed());
  QVERIFY((find("64") - before).manhattanLength() < 0.01);
  turn_wheel(view, before, -3);
  QVERIFY(!view.zoomed());
}

void ChartsTest::drag_pans_and_double_click_resets() {
  ChartView view;
  view.show_chart(made_up_chart("offload.nodes"));
  show(view, {520, 300});
  const QPoint middle = view.rect().center();
  turn_wheel(view, middle, 4);
  const scene::Window before = view.window_in_view();
  QTest::mousePress(&view, Qt::LeftButton, {}, middle);
  QTest::mouseMove(&view, middle + QPoint(40, 0));
  QTest::mouseRelease(&view, Qt::LeftButton, {}, middle + QPoint(40, 0));
  QVERIFY(view.window_in_view().left < before.left);
  QCOMPARE(view.window_in_view().right - view.window_in_view().left, before.right - before.left);
  QTest::mouseDClick(&view, Qt::LeftButton, {}, middle);
  QVERIFY(!view.zoomed());
}

void ChartsTest::the_point_of_a_track_is_dragged_along_it() {
  Plot plot;
  plot.x = {"time per token", Unit::count, false, 0, 10, {}};
  plot.y = {"tokens/s", Unit::count, false, 0, 10, {}};
  Plot::Series line{"line", Hue::gpu, Plot::Stroke::solid, false, false, {}};
  for (const double at : {1.0, 5.0, 9.0}) {
    Plot::Point stop{at, at};
    stop.mark = Plot::Mark::open;
    stop.source = {"serving.throughput", {{"serving.concurrency", std::to_string(static_cast<int>(at))}}};
    line.points.push_back(stop);
  }
  Plot::Point here{3, 3};
  here.mark = Plot::Mark::filled;
  plot.series = {line, {"here", Hue::gpu, Plot::Stroke::none, false, false, {here}}};
  plot.track = 0;
  ChartView view;
  view.show_chart({"c", "Chart", "", plot});
  show(view, {600, 400});
  QSignalSpy applied(&view, &ChartView::applied), clicked(&view, &ChartView::clicked),
      offered(&view, &ChartView::offered);
  const auto at = [&](std::size_t sample) { return to_qt(view.samples()[sample].box.centre()).toPoint(); };
  QTest::mousePress(&view, Qt::LeftButton, {}, at(3));
  QTest::mouseMove(&view, at(2) - QPoint(20, 0));
  QTest::mouseMove(&view, at(2) - QPoint(10, 0));
  QCOMPARE(offered.size(), 1);
  QCOMPARE(sent(offered).changes.front().second, std::string("9"));
  QTest::mouseRelease(&view, Qt::LeftButton, {}, at(2) - QPoint(20, 0));
  QVERIFY(sent(offered).changes.empty());
  QCOMPARE(applied.size(), 1);
  QCOMPARE(sent(applied).changes.front().second, std::string("9"));
  QTest::mouseClick(&view, Qt::LeftButton, {}, at(1));
  QCOMPARE(applied.size(), 0);
  QCOMPARE(clicked.size(), 1);
}

void ChartsTest::the_page_scrolls_where_a_chart_has_no_focus() {
  ChartView view;
  view.show_chart(made_up_chart("size.time"));
  show(view, {520, 300});
  view.clearFocus();
  QWheelEvent event(
      {100, 100}, view.mapToGlobal(QPointF(100, 100)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
      false);
  QCoreApplication::sendEvent(&view, &event);
  QVERIFY(!view.zoomed());
  QVERIFY(!event.isAccepted());
}

void ChartsTest::a_click_on_a_bar_explains_it() {
  ChartCard card;
  card.show_chart(made_up_chart("serving.load"));
  show(card, {430, 260});
  QSignalSpy clicked(&card, &ChartCard::clicked);
  QTest::mouseClick(card.view(), Qt::LeftButton, {}, to_qt(card.view()->samples().front().box.centre()).toPoint());
  QCOMPARE(clicked.size(), 1);
  QCOMPARE(sent(clicked).name, std::string("load.direct"));
  QTest::mouseClick(card.view(), Qt::LeftButton, {}, to_qt(card.view()->samples().back().box.centre()).toPoint());
  QCOMPARE(clicked.size(), 0);
}

void ChartsTest::a_click_on_a_rack_explains_what_it_holds() {
  const Source nodes{"planning.nodes", {}}, power{"power.rack", {}};
  const Elevation elevation{
      .height = 42,
      .racks = {
          {.title = "R1–R8",
           .racks = 8,
           .items = {{.title = "DGX H100", .count = 4, .units = 8, .shown = "4 × DGX H100", .source = nodes}},
           .power = 40.8e3,
           .shown = "40.8 kW",
           .source = power}}};
  ChartCard card;
  card.show_chart({"order.racks", "8 racks", "Elevation", elevation});
  show(card, {430, 360});
  QSignalSpy clicked(&card, &ChartCard::clicked);
  for (const scene::Sample& sample : card.view()->samples())
    QTest::mouseClick(card.view(), Qt::LeftButton, {}, to_qt(sample.box.centre()).toPoint());
  QCOMPARE(clicked.size(), 2);
  QCOMPARE(clicked[0].front().value<Source>().name, nodes.name);
  QCOMPARE(clicked[1].front().value<Source>().name, power.name);
  QVERIFY(card.view()->accessibleDescription().contains(QStringLiteral("40.8 kW")));
}

void ChartsTest::the_cursor_reads_all_lines() {
  const Chart chart = made_up_chart("checkpoint.interval");
  const Plot& plot = std::get<Plot>(chart.body);
  const auto axes = laid_out(chart, {0, 0, 520, 300}, QtLetters(screen_style())).axes;
  QVERIFY(axes);
  const auto readings = readings_at(plot, *axes, axes->frame.centre());
  QVERIFY(readings);
  QCOMPARE(readings->values.size(), std::size_t{3});
  QCOMPARE(readings->values[0].series, std::string("Direct"));
  QVERIFY2(readings->values[0].value.ends_with("%"), readings->values[0].value.c_str());
  QVERIFY(!readings_at(plot, *axes, {0, 0}));
  ChartView view;
  view.show_chart(made_up_chart("size.time"));
  show(view, {520, 300});
  QSignalSpy hovered(&view, &ChartView::hovered);
  QTest::mouseMove(&view, {260, 150});
  QTest::mouseMove(&view, {270, 150});
  QVERIFY(!hovered.isEmpty());
}

void ChartsTest::keys_walk_and_enter_explains() {
  ChartView view;
  view.show_chart(made_up_chart("size.time"));
  show(view, {520, 300});
  QSignalSpy clicked(&view, &ChartView::clicked);
  QCOMPARE(view.accessibleName(), QStringLiteral("48 nodes finish 5.4 days before the deadline"));
  QVERIFY(view.accessibleDescription().contains(QStringLiteral("Smallest")));
  for (int i = 0; i < 3; ++i) QTest::keyClick(&view, Qt::Key_Right);
  QCOMPARE(view.chosen(), std::optional<std::size_t>(2));
  QVERIFY2(view.accessibleDescription().contains(QStringLiteral("24")), qPrintable(view.accessibleDescription()));
  QTest::keyClick(&view, Qt::Key_Return);
  QCOMPARE(clicked.size(), 1);
  const Source source = sent(clicked);
  QCOMPARE(source.name, std::string("training.total_step_time"));
  QCOMPARE(source.changes.front().second, std::string("24"));
  QTest::keyClick(&view, Qt::Key_Left);
  QCOMPARE(view.chosen(), std::optional<std::size_t>(1));
  QTest::keyClick(&view, Qt::Key_Escape);
  QVERIFY(!view.chosen());
}

void ChartsTest::enter_applies_a_row() {
  ChartView view;
  view.show_chart(made_up_chart("layout.ranked"));
  show(view, {620, 160});
  QSignalSpy applied(&view, &ChartView::applied);
  QTest::keyClick(&view, Qt::Key_Down);
  for (int i = 0; i < 5; ++i) QTest::keyClick(&view, Qt::Key_Down);
  view.grab();
  QVERIFY(QRectF(view.rect()).contains(to_qt(view.samples()[*view.chosen()].box.centre())));
  QTest::keyClick(&view, Qt::Key_Return);
  QCOMPARE(applied.size(), 1);
  QCOMPARE(sent(applied).changes.at(1).second, std::string("16"));
}

void ChartsTest::cards_show_table_and_empty_state() {
  ChartCard card;
  card.show_chart(made_up_chart("size.twice"));
  show(card, {430, 300});
  QVERIFY(card.minimumHeight() >= 220);
  card.set_table_shown(true);
  QVERIFY(card.table_shown());
  QVERIFY(!card.view()->isVisible());
  card.set_table_shown(false);
  QVERIFY(card.view()->isVisible());
  card.show_chart(made_up_chart("layout.none"));
  QVERIFY(!card.view()->isVisible());
}

void ChartsTest::empty_cells_are_not_read_out() {
  Grid grid{{"", "Count", "Spare", ""}, {}};
  grid.rows.push_back({.cells = {{"Nodes"}, {}, {}, {}}});
  grid.rows.push_back({.cells = {{"DGX H100"}, {"49 nodes"}, {}, {"for the job"}}});
  const Chart chart{"order.rows", "Order", "Rows", grid};
  const auto read = [&](std::size_t row) {
    return scene::words_of(chart, {.box = {}, .row = row, .mark = scene::Sample::whole_row});
  };
  QCOMPARE(read(0), std::string("Nodes"));
  QCOMPARE(read(1), std::string("DGX H100, Count 49 nodes, for the job"));
}

void ChartsTest::tables_read_as_the_chart_and_copy_exactly() {
  Plot plot;
  plot.x = {"nodes", Unit::count, false, 1, 100, {}};
  plot.y = {"time to train", Unit::seconds, false, 0, 5e6, {}};
  plot.series.push_back({"one", Hue::gpu, Plot::Stroke::solid, false, false, {{48, 2476224.617100369}}});
  ChartCard card;
  card.show_chart({"made.up", "Time", "Time to train vs. nodes", plot});
  card.set_table_shown(true);
  const auto* table = card.findChild<ChartTable*>();
  const QAbstractItemModel& cells = *table->model();
  QCOMPARE(cells.headerData(2, Qt::Horizontal).toString(), QStringLiteral("time to train"));
  QCOMPARE(cells.index(0, 2).data().toString(), QStringLiteral("28.7 days"));
  QVERIFY(table->as_tsv().contains(u"time to train [s]"));
  QVERIFY(table->as_tsv().contains(u"2476224.617100369"));
}

void ChartsTest::copies_are_tab_separated() {
  ChartCard card;
  const Chart chart = made_up_chart("size.twice");
  card.show_chart(chart);
  card.copy_data();
  const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
  QCOMPARE(static_cast<std::size_t>(lines.size()), data_of(chart).rows.size() + 1);
  QCOMPARE(static_cast<std::size_t>(lines.front().count(u'\t') + 1), data_of(chart).header.size());
  card.copy_image();
  QVERIFY(!QGuiApplication::clipboard()->image().isNull());
}

void ChartsTest::exports_open_again() {
  QTemporaryDir folder;
  for (const Chart& chart : made_up_charts()) {
    const QString stem = folder.filePath(file_name(QStringLiteral("GPT-3 on DGX H100"), text_of(chart.id)));
    QVERIFY(stem.endsWith(QStringLiteral("gpt-3-on-dgx-h100-") + text_of(chart.id).replace(u'.', u'-')));
    const ExportOptions options{
        .size = QSize(640, 400), .scale = 3, .footer = footer_of(QStringLiteral("GPT-3 on DGX H100"))};
    for (const auto* ending : {".png", ".svg", ".pdf", ".csv"})
      QCOMPARE(export_chart(chart, stem + QLatin1String(ending), options), QString());
    const QImage image(stem + QStringLiteral(".png"));
    QCOMPARE(image.size(), QSize(1920, 1200));
    QCOMPARE(image.pixelColor(2, 2), light_tokens().surface);
    QVERIFY(QSvgRenderer(stem + QStringLiteral(".svg")).isValid());
    QFile pdf(stem + QStringLiteral(".pdf")), csv(stem + QStringLiteral(".csv"));
    QVERIFY(pdf.open(QIODevice::ReadOnly) && csv.open(QIODevice::ReadOnly));
    QVERIFY(pdf.read(5) == "%PDF-");
    QCOMPARE(csv.readAll().toStdString(), as_csv(data_of(chart)));
  }
  const Chart bars = made_up_chart("serving.load");
  QVERIFY(as_csv(data_of(bars)).find("6.4") != std::string::npos);
}

void ChartsTest::exports_tell_what_went_wrong() {
  const Chart chart = made_up_chart("serving.load");
  QVERIFY(export_chart(chart, QStringLiteral("/nowhere/at/all.png")).contains(QStringLiteral("/nowhere/at/all.png")));
  QVERIFY(export_chart(chart, QStringLiteral("chart.doc")).contains(QStringLiteral(".svg")));
}

QTEST_MAIN(ChartsTest)
#include "charts_test.moc"
