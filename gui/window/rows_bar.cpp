// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/rows_bar.hpp"

#include "core/workbook/table_book.hpp"
#include "gui/charts/ask_file.hpp"
#include "gui/charts/export.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"

#include <QDir>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <optional>

namespace llmsize::gui {

RowsBar::RowsBar(Session& session, RowsRun& rows, QString word, QWidget* parent)
    : QFrame(parent),
      session_(session),
      rows_(rows),
      word_(std::move(word)),
      progress_(new QProgressBar(this)),
      words_(new Words(TextRole::body, &Tokens::text2, Words::Lines::one, this)),
      all_(new LinkButton(tr("All rows"), this)),
      stop_(new LinkButton(tr("Stop"), this)),
      rest_(new LinkButton(tr("Answer all rows"), this)) {
  progress_->setTextVisible(false);
}

void RowsBar::say(QHBoxLayout& row, const QString& text) {
  auto* words = new Words(TextRole::label, &Tokens::text2, Words::Lines::one, this);
  words->setText(text);
  words->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  row.addWidget(words);
}

QPushButton* RowsBar::add_button(QHBoxLayout& row, const QString& words) {
  auto* button = new QPushButton(words, this);
  button->setCursor(Qt::PointingHandCursor);
  row.addWidget(button);
  buttons_.push_back(button);
  return button;
}

void RowsBar::add_tools(QHBoxLayout& row) {
  row.addWidget(words_, 1);
  for (QWidget* each : std::initializer_list<QWidget*>{all_, progress_, stop_, rest_}) row.addWidget(each);
  compare_ = add_button(row, tr("Compare"));
  export_ = add_button(row, tr("Export rows…"));
  compare_->setToolTip(tr("Open the pinned (or else the filtered) rows as scenarios and compare them"));
  connect(compare_, &QPushButton::clicked, this, &RowsBar::compare);
  connect(export_, &QPushButton::clicked, this, &RowsBar::export_rows);
}

void RowsBar::wire() {
  progress_->setAccessibleName(tr("%1 progress").arg(accessibleName()));
  connect(all_, &QAbstractButton::clicked, this, [this] { rows_.brush({}); });
  connect(stop_, &QAbstractButton::clicked, &rows_, &RowsRun::stop);
  connect(rest_, &QAbstractButton::clicked, &rows_, &RowsRun::run);
  connect(&rows_, &RowsRun::changed, this, [this] { show_rows(); });
  connect(&rows_, &RowsRun::busy_changed, this, &RowsBar::show_busy);
  connect(&rows_, &RowsRun::progress, this, [this](int done, int all) {
    progress_->setRange(0, all);
    progress_->setValue(done);
  });
  follow_looks(this, [this] { dress(); });
  show_rows();
  show_busy(rows_.is_busy());
}

void RowsBar::show_rows() {
  const AnsweredRows& table = rows_.rows();
  const StudyLook& look = rows_.look();
  words_->setText(look.kept.empty() ? QString() : tr("%1 of %2 rows").arg(look.kept.size()).arg(table.rows.size()));
  all_->setVisible(!look.kept.empty());
  compare_->setEnabled(!look.kept.empty() || !look.pinned.empty());
  export_->setEnabled(!table.rows.empty());
  rest_->setVisible(!rows_.is_busy() && look.asked > 0);
}

void RowsBar::show_busy(bool busy) {
  progress_->setVisible(busy);
  stop_->setVisible(busy);
  rest_->setVisible(!busy && rows_.look().asked > 0);
  if (busy) progress_->setRange(0, 0);
}

void RowsBar::compare() {
  std::vector<Study> chosen = rows_.chosen(most_cases);
  if (chosen.empty()) return;
  Desk& desk = session_.desk();
  const int others = desk.count();
  // A row that is this scenario has its tab.
  const Document* here = session_.document();
  const auto own = std::find_if(
      chosen.begin(), chosen.end(), [&](const Study& each) { return changes_to(here->scenario(), each.base).empty(); });
  const auto place = own == chosen.end() ? std::optional<int>() : static_cast<int>(own - chosen.begin());
  if (place) chosen.erase(own);
  desk.open_cases(chosen);
  // The first tab is what the others are compared with: one of those that were chosen for that.
  for (int i = 0; others + i < desk.count(); ++i) desk.move(others + i, i);
  if (place) desk.move(desk.index_of(here), *place);
  session_.set_page(QStringLiteral("compare"));
}

void RowsBar::export_rows() {
  const QString proposed = file_name(session_.document()->name(), word_) + QStringLiteral(".xlsx");
  const QString path = ask_file(window(), tr("Export rows"), proposed, tr("Workbook (*.xlsx);;CSV (*.csv)"));
  if (path.isEmpty()) return;
  const Table table = rows_table(rows_.rows());
  const std::string bytes = path.endsWith(u".csv", Qt::CaseInsensitive) ? as_csv(table) : as_xlsx(table);
  if (const QString reason = write_safely(path, bytes); !reason.isEmpty())
    return Q_EMIT troubled(tr("Cannot write %1: %2").arg(QDir::toNativeSeparators(path), reason));
  Q_EMIT said(tr("Saved: %1").arg(QDir::toNativeSeparators(path)));
}

void RowsBar::dress() {
  const Metrics m = metrics();
  progress_->setFixedSize(m.px(120), m.px(6));
  gui::dress(*progress_);
  for (QPushButton* button : buttons_) {
    gui::dress(*button);
    button->setFixedHeight(m.px(28));
  }
  layout()->setContentsMargins(m.px(12), m.px(8), m.px(12), m.px(8));
  layout()->setSpacing(m.px(8));
  for (auto* line : layout()->findChildren<QHBoxLayout*>()) line->setSpacing(m.px(8));
}

void RowsBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics().radius, metrics().radius);
}

}  // namespace llmsize::gui
