// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_card.hpp"

#include "core/charts/shown_table.hpp"
#include "core/tables/data.hpp"
#include "core/view/asked_input.hpp"
#include "core/view/words.hpp"
#include "gui/charts/ask_file.hpp"
#include "gui/charts/chart_table.hpp"
#include "gui/charts/elided_label.hpp"
#include "gui/charts/view_switch.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QClipboard>
#include <QDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStackedLayout>
#include <QToolButton>

#include <algorithm>

namespace llmsize::gui {

namespace {

QToolButton* tool(Icon which, const QString& name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(icon(which));
  button->setAutoRaise(true);
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}

/// The subtitle, and where rows can be made the scenario's, how.
QString shown_subtitle(const Chart& chart) {
  const Grid* grid = std::get_if<Grid>(&chart.body);
  const bool applies = grid && std::any_of(grid->rows.begin(), grid->rows.end(), [](const Grid::Row& row) {
                         return !row.apply.changes.empty();
                       });
  QString subtitle = text_of(chart.subtitle);
  if (!applies) return subtitle;
  const QString enter = grid->enter.empty() ? QObject::tr("Enter selects the row") : text_of(grid->enter);
  return QStringLiteral("%1; %2").arg(subtitle, enter);
}

}  // namespace

ChartCard::ChartCard(QWidget* parent)
    : QFrame(parent),
      title_(new ElidedLabel(TextRole::title, false, this)),
      subtitle_(new ElidedLabel(TextRole::label, true, this)),
      switch_(new ViewSwitch(this)),
      table_button_(tool(Icon::table, tr("Table"), this)),
      menu_button_(tool(Icon::more, tr("More"), this)),
      stack_(new QStackedLayout),
      view_(new ChartView(this)),
      table_(new ChartTable(this)),
      void_(new QWidget(this)),
      empty_(new QLabel(void_)),
      way_(new QPushButton(void_)) {
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(switch_);
  head->addWidget(table_button_);
  head->addWidget(menu_button_);
  stack_->addWidget(view_);
  stack_->addWidget(table_);
  stack_->addWidget(void_);
  auto* middle = new QVBoxLayout(void_);
  middle->addStretch(1);
  middle->addWidget(empty_);
  middle->addWidget(way_, 0, Qt::AlignHCenter);
  middle->addStretch(1);
  way_->setCursor(Qt::PointingHandCursor);
  connect(way_, &QPushButton::clicked, this, [this] {
    if (const std::string_view key = asked_input(this->chart().empty); !key.empty())
      Q_EMIT input_wanted(to_qt(key));
    else if (remedy_)
      Q_EMIT remedied(*remedy_);
  });
  auto* all = new QVBoxLayout(this);
  all->addLayout(head);
  all->addWidget(subtitle_);
  all->addSpacerItem(air_ = new QSpacerItem(0, 0));
  all->addLayout(stack_, 1);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  table_button_->setCheckable(true);
  make_menu();
  connect(table_button_, &QToolButton::toggled, this, &ChartCard::set_table_shown);
  connect(switch_, &ViewSwitch::chosen, this, &ChartCard::choose_view);
  connect(view_, &ChartView::clicked, this, &ChartCard::clicked);
  connect(view_, &ChartView::applied, this, &ChartCard::applied);
  connect(view_, &ChartView::offered, this, &ChartCard::offered);
  connect(view_, &ChartView::hovered, this, &ChartCard::hovered);
  connect(view_, &ChartView::brushed, this, &ChartCard::brushed);
  connect(view_, &ChartView::zoom_changed, reset_, &QAction::setEnabled);
  follow_looks(this, [this] { restyle(); });
}

int ChartCard::needed_height(int width) const {
  const QMargins edge = layout()->contentsMargins();
  const int inside = width - edge.left() - edge.right(), apart = layout()->spacing();
  int tools = table_button_->width() + menu_button_->width() + 2 * apart;
  if (!whole_.views.empty()) tools += switch_->sizeHint().width() + apart;
  const int head = std::max(title_->heightForWidth(inside - tools), table_button_->height()) +
                   subtitle_->heightForWidth(inside) + air_->sizeHint().height() + 3 * apart;
  return edge.top() + head + view_->needed_height(inside) + edge.bottom();
}

void ChartCard::make_menu() {
  auto* menu = new QMenu(menu_button_);
  menu->addAction(tr("Copy image"), this, &ChartCard::copy_image);
  menu->addAction(tr("Copy data"), this, &ChartCard::copy_data);
  menu->addAction(tr("Export…"), this, &ChartCard::export_as);
  menu->addAction(tr("Enlarge\tF11"), this, &ChartCard::open_large);
  reset_ = menu->addAction(tr("Reset zoom"), view_, &ChartView::reset_zoom);
  reset_->setEnabled(false);
  menu_button_->setMenu(menu);
  menu_button_->setPopupMode(QToolButton::InstantPopup);
  menu_button_->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
}

void ChartCard::show_chart(const Chart& chart) {
  if (chart == whole_) return;
  whole_ = chart;
  std::vector<std::string> names;
  if (!chart.views.empty()) names.push_back(chart.view);
  for (const Chart& view : chart.views) names.push_back(view.view);
  switch_->show_views(names, view_of(whole_, chosen_[chart.id]).view);
  show_view();
}

void ChartCard::set_remedy(const std::optional<Remedy>& remedy) {
  remedy_ = remedy;
  show_way_out();
}

void ChartCard::show_way_out() {
  const std::string_view key = asked_input(chart().empty);
  if (!key.empty()) way_->setText(tr("Set %1…").arg(to_qt(lower_first(to_core(label_of(key))))));
  if (key.empty() && remedy_) way_->setText(text_of(remedy_->label));
  way_->setVisible(!key.empty() || remedy_);
}

void ChartCard::choose_view(const std::string& view) {
  chosen_[whole_.id] = view;
  switch_->choose(view);
  show_view();
}

void ChartCard::show_view() {
  const Chart& chart = view_of(whole_, chosen_[whole_.id]);
  title_->set_text(text_of(chart.title));
  subtitle_->set_text(shown_subtitle(chart));
  setAccessibleName(text_of(chart.title));
  setAccessibleDescription(text_of(chart.subtitle) + QStringLiteral(". ") + text_of(scene::extremes(chart)));
  empty_->setText(text_of(chart.empty));
  view_->show_chart(chart);
  show_way_out();
  set_table_shown(table_shown());
}

bool ChartCard::table_shown() const { return table_button_->isChecked(); }

void ChartCard::set_table_shown(bool shown) {
  const QSignalBlocker quiet(table_button_);
  table_button_->setChecked(shown);
  table_button_->setEnabled(chart().empty.empty());
  if (!chart().empty.empty()) {
    stack_->setCurrentWidget(void_);
    return;
  }
  if (shown) table_->show_table(shown_of(chart()), data_of(chart()));
  stack_->setCurrentWidget(shown ? static_cast<QWidget*>(table_) : view_);
}

void ChartCard::copy_image() { QGuiApplication::clipboard()->setImage(picture(chart(), {.footer = footer_})); }

void ChartCard::copy_data() {
  table_->show_table(shown_of(chart()), data_of(chart()));
  QGuiApplication::clipboard()->setText(table_->as_tsv());
}

void ChartCard::export_as() {
  const QString kinds = tr("PNG image (*.png);;SVG image (*.svg);;PDF document (*.pdf);;CSV data (*.csv)");
  const QString path =
      ask_file(this, tr("Export chart"), file_name(name_, text_of(chart().id)) + QStringLiteral(".png"), kinds);
  if (path.isEmpty()) return;
  const QString trouble = export_chart(chart(), path, {.footer = footer_});
  if (trouble.isEmpty())
    Q_EMIT exported(path);
  else
    Q_EMIT failed(trouble);
}

void ChartCard::open_large() {
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(text_of(chart().title));
  dialog->resize(1200, 760);
  auto* large = new ChartCard(dialog);
  large->set_footer(footer_, name_);
  large->chosen_ = chosen_;
  large->show_chart(whole_);
  large->set_table_shown(table_shown());
  connect(large, &ChartCard::clicked, this, &ChartCard::clicked);
  connect(large, &ChartCard::applied, this, &ChartCard::applied);
  connect(large, &ChartCard::brushed, this, &ChartCard::brushed);
  connect(large, &ChartCard::failed, this, &ChartCard::failed);
  connect(large, &ChartCard::exported, this, &ChartCard::exported);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(large);
  large->view_->setFocus();
  dialog->show();
}

void ChartCard::restyle() {
  const Metrics lengths = metrics();
  setMinimumHeight(lengths.card_height);
  layout()->setContentsMargins(lengths.padding, lengths.px(10), lengths.px(12), lengths.px(10));
  layout()->setSpacing(lengths.px(2));
  air_->changeSize(0, lengths.px(6), QSizePolicy::Minimum, QSizePolicy::Fixed);
  dress(*way_);
  way_->setFixedHeight(lengths.px(28));
  QPalette quiet;
  quiet.setColor(QPalette::WindowText, tokens().text2);
  empty_->setPalette(quiet);
  for (QToolButton* button : {table_button_, menu_button_}) {
    button->setIconSize({lengths.px(16), lengths.px(16)});
    button->setFixedSize(lengths.px(24), lengths.px(24));
  }
}

void ChartCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().border, 1));
  painter.setBrush(tokens().surface);
  const double radius = metrics(font()).radius;
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void ChartCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_F11) {
    QFrame::keyPressEvent(event);
    return;
  }
  if (auto* dialog = qobject_cast<QDialog*>(window()); dialog && parentWidget() == dialog)
    dialog->close();
  else
    open_large();
}

}  // namespace llmsize::gui
