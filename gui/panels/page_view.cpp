// SPDX-License-Identifier: GPL-3.0-or-later
// Places cards.
#include "gui/panels/page_view.hpp"

#include "core/view/around.hpp"
#include "gui/charts/chart_card.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/answer_strip.hpp"
#include "gui/panels/chips_row.hpp"
#include "gui/panels/findings_list.hpp"
#include "gui/panels/problem_line.hpp"
#include "gui/panels/searched_note.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/tab_order.hpp"
#include "gui/theme/looks.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace llmsize::gui {
namespace {

/// Of the grid that cards share out: half, thirds and quarters come out nearly even.
constexpr int grid_columns = 20;

/// What lies below is older than the inputs: it shows through at 55 %, words, links and all.
class Veil : public QWidget {
 public:
  explicit Veil(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QColor ground = tokens().window;
    ground.setAlphaF(0.45f);
    QPainter(this).fillRect(rect(), ground);
  }
};

/// What undo calls a change that was made on a chart.
QString words_of_change(const Changes& said) {
  if (said.size() == 1)
    return QObject::tr("Set %1 to %2").arg(label_of(said.front().first), to_qt(said.front().second));
  const bool offer =
      std::any_of(said.begin(), said.end(), [](const auto& each) { return each.first == "cluster.system"; });
  return offer ? QObject::tr("Use this offer") : QObject::tr("Use this layout");
}

/// What mends the first error of a page.
std::optional<Remedy> first_remedy(const Page& page) {
  for (const auto& [finding, remedies] : page.findings)
    if (finding.severity == Severity::error && !remedies.empty()) return remedies.front();
  return {};
}

}  // namespace

PageView::PageView(QWidget* parent)
    : QScrollArea(parent),
      content_(new QWidget),
      veil_(new Veil(content_)),
      searched_(new SearchedNote(viewport())),
      problem_(new ProblemLine(content_)),
      strip_(new AnswerStrip(content_)),
      chips_(new ChipsRow(content_)),
      findings_(new FindingsList(content_)),
      grid_(new QGridLayout) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  make_slim(*verticalScrollBar());
  auto* column = new QVBoxLayout(content_);
  column->addWidget(problem_);
  column->addWidget(strip_);
  column->addWidget(chips_);
  column->addWidget(findings_);
  column->addLayout(grid_, 1);
  // What is left over on a tall window stays below the cards.
  column->addStretch(0);
  setWidget(content_);
  content_->installEventFilter(this);
  connect(problem_, &ProblemLine::again_wanted, this, &PageView::again_wanted);
  connect(problem_, &ProblemLine::field_wanted, this, &PageView::field_wanted);
  connect(problem_, &ProblemLine::applied, this, &PageView::applied);
  follow_looks(this, [this, column] {
    const Metrics m = metrics();
    column->setContentsMargins(m.px(16), m.px(14), m.px(16), m.px(14));
    column->setSpacing(m.gap);
    grid_->setSpacing(m.gap);
    // How high cards are is asked of them when they are dressed too.
    arranged_ = 0;
    QTimer::singleShot(0, this, [this] {
      arrange();
      fit_rows();
    });
  });
  connect(strip_, &AnswerStrip::clicked, this, &PageView::clicked);
  connect(strip_, &AnswerStrip::copied, this, [this](const QString& text) { Q_EMIT said(tr("Copied: %1").arg(text)); });
  connect(strip_, &AnswerStrip::asked, this, &PageView::go_to);
  connect(findings_, &FindingsList::remedied, this, &PageView::applied);
  connect(chips_, &ChipsRow::chosen, this, &PageView::applied);
}

void PageView::add_actions(QWidget* actions) {
  auto* column = static_cast<QVBoxLayout*>(content_->layout());
  column->insertWidget(column->indexOf(strip_) + 1, actions);
}

std::vector<ChartCard*> PageView::cards() const {
  return {cards_.begin(), cards_.begin() + static_cast<std::ptrdiff_t>(shown_)};
}

void PageView::show_page(const Page& page, const QString& footer, const QString& name) {
  strip_->show_page(page);
  chips_->show_page(page);
  findings_->show_page(page);
  while (cards_.size() < page.charts.size()) {
    auto* card = new ChartCard(content_);
    connect(card, &ChartCard::clicked, this, &PageView::clicked);
    connect(card, &ChartCard::brushed, this, &PageView::brushed);
    connect(card, &ChartCard::input_wanted, this, &PageView::input_wanted);
    connect(card, &ChartCard::remedied, this, [this](const Remedy& remedy) {
      Q_EMIT applied(remedy.apply, to_qt(remedy.label));
    });
    connect(card, &ChartCard::applied, this, [this](const Source& changes) {
      Q_EMIT applied(changes, words_of_change(changes.changes));
    });
    connect(card, &ChartCard::offered, this, &PageView::offered);
    connect(card, &ChartCard::failed, this, &PageView::failed);
    connect(card, &ChartCard::exported, this, [this](const QString& path) { Q_EMIT said(tr("Saved: %1").arg(path)); });
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
    veil_->raise();
  }
  std::vector<bool> wide;
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    if (i < page.charts.size()) {
      cards_[i]->set_footer(footer, name);
      cards_[i]->set_remedy(page.charts[i].empty.empty() ? std::nullopt : first_remedy(page));
      cards_[i]->show_chart(page.charts[i]);
      wide.push_back(page.charts[i].wide);
    }
    cards_[i]->setVisible(i < page.charts.size());
  }
  if (page.charts.size() != shown_ || wide != wide_) arranged_ = 0;
  shown_ = page.charts.size();
  wide_ = std::move(wide);
  arrange();
  fit_rows();
  // Figures, links and cards are made when a page first has them.
  order_tabs(*content_->layout());
}

void PageView::go_to(const std::string& chart) {
  for (ChartCard* card : cards()) {
    if (card->chart().id != chart) continue;
    ensureWidgetVisible(card, 0, metrics().gap);
    return card->view()->setFocus(Qt::OtherFocusReason);
  }
}

void PageView::set_dimmed(bool dimmed) {
  veil_->raise();
  veil_->setVisible(dimmed);
  searched_->set_awaited(dimmed);
  // The way out stays plain.
  problem_->raise();
}

bool PageView::is_dimmed() const { return veil_->isVisibleTo(content_); }

void PageView::set_problem(const Refused& problem, bool again) { problem_->show_refusal(problem, again); }

bool PageView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == content_ && event->type() == QEvent::Resize) veil_->setGeometry(content_->rect());
  return QScrollArea::eventFilter(watched, event);
}

void PageView::set_searched(const QString& what) { searched_->set_words(what); }

void PageView::set_explained(const std::string& name) { strip_->set_explained(name); }

int PageView::columns() const {
  const int room = viewport()->width() - 2 * metrics().px(16) + metrics().gap;
  return std::clamp(room / metrics().px(470), 1, 4);
}

void PageView::arrange() {
  const int across = columns();
  if (across == arranged_) return;
  arranged_ = across;
  while (QLayoutItem* item = grid_->takeAt(0)) delete item;
  for (int i = 0; i < 16; ++i) grid_->setRowStretch(i, 0);
  rows_.clear();
  for (std::size_t first = 0; first < shown_;) {
    const std::size_t end = end_of_row(first, across);
    const std::vector<int> shares = shares_of_row(first, end, across);
    const int row = static_cast<int>(rows_.size());
    int column = 0;
    for (std::size_t i = first; i < end; ++i) {
      grid_->addWidget(cards_[i], row, column, 1, shares[i - first]);
      column += shares[i - first];
    }
    grid_->setRowStretch(row, 1);
    rows_.emplace_back(first, shares);
    first = end;
  }
  for (int i = 0; i < grid_columns; ++i) grid_->setColumnStretch(i, 1);
}

/// A wide card takes what is left of a row where that is two cards at least; else it begins the next one.
std::size_t PageView::end_of_row(std::size_t first, int across) const {
  std::size_t end = first;
  for (int left = across; end < shown_ && left > 0; ++end) {
    if (wide_[end] && end > first && left < 2) break;
    left = wide_[end] ? 0 : left - 1;
  }
  return end;
}

/// How many columns of the grid each card of a row takes; together they take all, so that no row has a hole.
std::vector<int> PageView::shares_of_row(std::size_t first, std::size_t end, int across) const {
  const int cards = static_cast<int>(end - first);
  const bool ends_wide = wide_[end - 1] && cards > 1;
  std::vector<int> shares(end - first, grid_columns / (ends_wide ? across : cards));
  // What is left over goes to the wide card, else to the first, which tells the main thing.
  int& larger = ends_wide ? shares.back() : shares.front();
  larger += grid_columns - std::accumulate(shares.begin(), shares.end(), 0);
  if (cards == 2 && !ends_wide) shares = {11, 9};
  return shares;
}

void PageView::fit_rows() {
  for (const auto& [first, shares] : rows_) fit_row(first, shares);
}

/// Cards of a row are as high as each other; lists and bars gain nothing from more than they need.
void PageView::fit_row(std::size_t first, const std::vector<int>& shares) {
  const int tallest = metrics().px(460), gap = metrics().gap;
  const int whole = viewport()->width() - 2 * metrics().px(16) + gap;
  int highest = 0;
  for (std::size_t i = first; i < first + shares.size(); ++i) {
    const auto& body = cards_[i]->chart().body;
    const int wished = cards_[i]->needed_height(whole * shares[i - first] / grid_columns - gap);
    int needed = metrics().card_height;
    // A table is as high as its rows: the page scrolls, not the table.
    if (std::holds_alternative<Grid>(body)) needed = wished;
    const bool is_drawn_whole = std::holds_alternative<Stack>(body) || std::holds_alternative<Elevation>(body) ||
                                std::holds_alternative<Networks>(body);
    if (is_drawn_whole) needed = std::max(needed, wished);
    cards_[i]->setMinimumHeight(needed);
    highest =
        std::max({highest, needed, std::holds_alternative<Plot>(body) ? tallest : std::min(tallest, wished * 6 / 5)});
  }
  for (std::size_t i = first; i < first + shares.size(); ++i) {
    // A plot beside a long table stays as high as it is drawn best.
    const bool stays = highest > tallest && std::holds_alternative<Plot>(cards_[i]->chart().body);
    if (stays) cards_[i]->setMinimumHeight(tallest);
    cards_[i]->setMaximumHeight(stays ? tallest : highest);
    grid_->setAlignment(cards_[i], stays ? Qt::AlignTop : Qt::Alignment());
  }
}

void PageView::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
  // Words of tables are broken anew.
  fit_rows();
}

}  // namespace llmsize::gui
