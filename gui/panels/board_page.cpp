// SPDX-License-Identifier: GPL-3.0-or-later
// Places cards.
#include "gui/panels/board_page.hpp"

#include "gui/charts/chart_card.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/findings_list.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"

#include <QGridLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {
namespace {

/// Rows of all tables: a page is arranged anew when they change.
std::size_t table_rows(const Board& board) {
  std::size_t rows = 0;
  for (const Chart& chart : board.charts)
    if (const auto* table = std::get_if<Grid>(&chart.body)) rows += table->rows.size();
  return rows;
}

}  // namespace

BoardPage::BoardPage(QWidget* parent)
    : QScrollArea(parent),
      content_(new QWidget),
      problem_(new Words(TextRole::strong, &Tokens::error, Words::Lines::many, content_)),
      strip_(new AnswerStrip(content_)),
      findings_(new FindingsList(content_)),
      grid_(new QGridLayout) {
  const Metrics m = metrics();
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  make_slim(*verticalScrollBar());
  auto* column = new QVBoxLayout(content_);
  column->setContentsMargins(m.px(16), m.px(14), m.px(16), m.px(14));
  column->setSpacing(m.gap);
  column->addWidget(problem_);
  column->addWidget(strip_);
  column->addWidget(findings_);
  grid_->setSpacing(m.gap);
  column->addLayout(grid_, 1);
  // What is left over on a tall window stays below the cards.
  column->addStretch(0);
  problem_->hide();
  setWidget(content_);
  connect(strip_, &AnswerStrip::clicked, this, &BoardPage::clicked);
  connect(strip_, &AnswerStrip::copied, this, [this](const QString& text) { Q_EMIT said(tr("Copied: %1").arg(text)); });
  connect(findings_, &FindingsList::remedied, this, &BoardPage::applied);
}

std::vector<ChartCard*> BoardPage::cards() const { return {cards_.begin(), cards_.begin() + static_cast<std::ptrdiff_t>(shown_)}; }

void BoardPage::show_board(const Board& board, const QString& footer) {
  strip_->show_board(board);
  findings_->show_board(board);
  while (cards_.size() < board.charts.size()) {
    auto* card = new ChartCard(content_);
    connect(card, &ChartCard::clicked, this, &BoardPage::clicked);
    connect(card, &ChartCard::applied, this, [this](const Source& changes) { Q_EMIT applied(changes, tr("Take this layout")); });
    connect(card, &ChartCard::failed, this, &BoardPage::failed);
    connect(card, &ChartCard::exported, this, [this](const QString& path) { Q_EMIT said(tr("Written: %1").arg(path)); });
    connect(card, &ChartCard::hovered, this, [this, card](double x, bool inside) {
      // Charts of one page with the same x share the line at the cursor.
      const auto* here = std::get_if<Plot>(&card->chart().body);
      for (ChartCard* other : cards()) {
        const auto* there = std::get_if<Plot>(&other->chart().body);
        if (other != card && here && there && here->x.title == there->x.title)
          other->view()->show_crosshair(inside ? std::optional(x) : std::nullopt);
      }
    });
    cards_.push_back(card);
  }
  std::vector<bool> wide;
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    if (i < board.charts.size()) {
      cards_[i]->set_footer(footer);
      cards_[i]->show_chart(board.charts[i]);
      wide.push_back(board.charts[i].wide);
    }
    cards_[i]->setVisible(i < board.charts.size());
  }
  if (board.charts.size() != shown_ || wide != wide_ || table_rows(board) != table_rows_) arranged_ = 0;
  table_rows_ = table_rows(board);
  shown_ = board.charts.size();
  wide_ = std::move(wide);
  arrange();
}

void BoardPage::set_dimmed(bool dimmed) {
  strip_->set_dimmed(dimmed);
  for (ChartCard* card : cards_) card->set_dimmed(dimmed);
}

void BoardPage::set_problem(const QString& problem) {
  problem_->setText(problem);
  problem_->setVisible(!problem.isEmpty());
}

void BoardPage::set_explained(const std::string& name) { strip_->set_explained(name); }

int BoardPage::columns() const {
  const int room = viewport()->width() - 2 * metrics().px(16) + metrics().gap;
  return std::clamp(room / metrics().px(470), 1, 4);
}

void BoardPage::arrange() {
  const int across = columns();
  if (across == arranged_) return;
  arranged_ = across;
  while (QLayoutItem* item = grid_->takeAt(0)) delete item;
  for (int i = 0; i < 8; ++i) grid_->setColumnStretch(i, 0);
  for (int i = 0; i < 16; ++i) grid_->setRowStretch(i, 0);
  // No row has a hole: what ends a row early is stretched, and a wide card takes what is left where that is two columns at least.
  std::vector<std::vector<int>> spans(1);
  int at = 0;
  for (std::size_t i = 0; i < shown_; ++i) {
    if (at == across || (wide_[i] && across - at < std::min(2, across))) {
      spans.back().back() += across - at;
      spans.emplace_back();
      at = 0;
    }
    const int span = wide_[i] ? across - at : 1;
    spans.back().push_back(span);
    at += span;
  }
  if (!spans.back().empty()) spans.back().back() += across - at;
  std::size_t next = 0;
  for (std::size_t row = 0; row < spans.size(); ++row) {
    const std::size_t first = next;
    int column = 0;
    for (const int span : spans[row]) {
      grid_->addWidget(cards_[next++], static_cast<int>(row), column, 1, span);
      column += span;
    }
    fit_row(first, next);
    grid_->setRowStretch(static_cast<int>(row), 1);
  }
  // The first of two cards tells the main thing.
  for (int i = 0; i < across; ++i) grid_->setColumnStretch(i, across == 2 && i == 0 ? 11 : across == 2 ? 9 : 1);
}

/// Cards of a row are as high as each other; lists and bars gain nothing from more than they need.
void BoardPage::fit_row(std::size_t first, std::size_t end) {
  const int tallest = metrics().px(460);
  int highest = 0;
  for (std::size_t i = first; i < end; ++i) {
    const bool grows = std::holds_alternative<Plot>(cards_[i]->chart().body);
    int needed = metrics().card_height;
    // A table is as high as its rows: the page scrolls, not the table.
    if (const auto* table = std::get_if<Grid>(&cards_[i]->chart().body))
      needed = metrics().px(80) + metrics().table_header + static_cast<int>(table->rows.size()) * metrics().table_row;
    cards_[i]->setMinimumHeight(needed);
    highest = std::max({highest, needed, grows ? tallest : std::min(tallest, cards_[i]->sizeHint().height() * 6 / 5)});
  }
  for (std::size_t i = first; i < end; ++i) cards_[i]->setMaximumHeight(highest);
}

void BoardPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
}

}  // namespace llmsize::gui
