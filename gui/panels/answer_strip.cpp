// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out figures and verdict.
#include "gui/panels/answer_strip.hpp"

#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"
#include "gui/panels/figure_view.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/verdict_chip.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/line_breaks.hpp"
#include "gui/theme/looks.hpp"

#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace llmsize::gui {

namespace {

/// Whether figures are those of the page that was shown.
bool same_labels(const std::vector<Figure>& some, const std::vector<Figure>& others) {
  return std::equal(some.begin(), some.end(), others.begin(), others.end(), [](const Figure& one, const Figure& other) {
    return one.label == other.label;
  });
}

}  // namespace

AnswerStrip::AnswerStrip(QWidget* parent)
    : QFrame(parent),
      rows_{new QHBoxLayout, new QHBoxLayout, new QHBoxLayout},
      chip_(new VerdictChip(this)),
      sentence_(new Words(TextRole::body, &Tokens::text2, Words::Lines::many, this)),
      why_(new LinkButton({}, this)),
      copy_(new QToolButton(this)) {
  auto* column = new QVBoxLayout(this);
  for (QBoxLayout* row : rows_) column->addLayout(row);
  auto* second = new QHBoxLayout;
  second->addWidget(chip_, 0, Qt::AlignVCenter);
  second->addWidget(sentence_, 1);
  second->addWidget(why_, 0, Qt::AlignVCenter);
  second->addWidget(copy_, 0, Qt::AlignVCenter);
  column->addLayout(second);
  copy_->setIcon(icon(Icon::copy));
  copy_->setAutoRaise(true);
  copy_->setToolTip(tr("Copy summary"));
  copy_->setAccessibleName(copy_->toolTip());
  connect(copy_, &QToolButton::clicked, this, [this] {
    QGuiApplication::clipboard()->setText(summary_);
    Q_EMIT copied(summary_);
  });
  why_->hide();
  connect(why_, &QAbstractButton::clicked, this, [this] { Q_EMIT asked(answer_); });
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  follow_looks(this, [this, column, second] {
    const Metrics m = metrics();
    column->setContentsMargins(m.step, m.step, m.step, 2 * m.step);
    column->setSpacing(2 * m.step + 1);
    for (QBoxLayout* row : rows_) row->setSpacing(m.px(13));
    second->setContentsMargins(m.px(12), 0, m.px(8), 0);
    second->setSpacing(m.px(10));
    copy_->setIconSize({m.px(16), m.px(16)});
    lines_ = 1;
    fit();
  });
}

void AnswerStrip::show_page(const Page& page) {
  if (!same_labels(page.figures, shown_)) lines_ = 1;
  shown_ = page.figures;
  summary_ = legible(to_qt(page.summary));
  while (figures_.size() < page.figures.size()) {
    auto* view = new FigureView(this);
    connect(view, &QAbstractButton::clicked, this, [this, view] { Q_EMIT clicked(view->figure().source); });
    figures_.push_back(view);
  }
  for (std::size_t i = 0; i < figures_.size(); ++i)
    if (i < page.figures.size()) figures_[i]->show_figure(page.figures[i]);
  verdict_ = page.verdict;
  verdict_label_ = to_qt(page.verdict_label);
  said_ = glued(legible(to_qt(page.sentence)));
  say();
  why_->set_words(legible(to_qt(page.asked.words)));
  why_->setVisible(!page.asked.words.empty());
  answer_ = page.asked.chart;
  copy_->setEnabled(!page.summary.empty());
  set_explained(explained_);
  fit();
}

void AnswerStrip::set_preview(const QString& text) {
  if (text == preview_) return;
  // As high as it was: nothing moves below.
  if (preview_.isEmpty()) sentence_->setFixedHeight(sentence_->height());
  preview_ = text;
  if (text.isEmpty()) {
    sentence_->setMinimumHeight(0);
    sentence_->setMaximumHeight(QWIDGETSIZE_MAX);
  }
  say();
}

QString AnswerStrip::sentence() const { return sentence_->text(); }

void AnswerStrip::say() {
  const bool previews = !preview_.isEmpty();
  sentence_->set_colour(previews ? &Tokens::text3 : &Tokens::text2);
  sentence_->setText(previews ? glued(preview_) : said_);
  if (previews)
    chip_->show_verdict(Page::Verdict::neutral, tr("Preview"));
  else
    chip_->show_verdict(verdict_, verdict_label_);
}

void AnswerStrip::set_explained(const std::string& name) {
  explained_ = name;
  for (FigureView* view : figures_) view->set_explained(!name.empty() && view->figure().source.name == name);
}

void AnswerStrip::fit() {
  std::size_t across = shown_.size();
  for (std::size_t rows = 2; rows <= rows_.size() && !fits(across); ++rows) across = (shown_.size() + rows - 1) / rows;
  arrange(std::max<std::size_t>(1, across));
  // Once there are two lines they stay until the room or the page is another one: nothing jumps while an input is
  // dragged.
  for (std::size_t row = 0; row < rows_.size(); ++row)
    if (!share_row(row)) lines_ = 2;
  for (FigureView* view : figures_) view->set_lines(lines_);
}

std::pair<std::size_t, std::size_t> AnswerStrip::row_of(std::size_t row, std::size_t across) const {
  return {std::min(row * across, shown_.size()), std::min((row + 1) * across, shown_.size())};
}

bool AnswerStrip::fits(std::size_t across) const {
  for (std::size_t row = 0; row * across < shown_.size(); ++row) {
    const auto [first, end] = row_of(row, across);
    int needed = 2 * metrics().step;
    for (std::size_t i = first; i < end; ++i) needed += figures_[i]->needed() + (i > first ? rows_[0]->spacing() : 0);
    if (needed > width()) return false;
  }
  return true;
}

void AnswerStrip::arrange(std::size_t across) {
  int placed = 0;
  for (const QBoxLayout* row : rows_) placed += row->count();
  for (std::size_t i = 0; i < figures_.size(); ++i) figures_[i]->setVisible(i < shown_.size());
  if (across == across_ && placed == static_cast<int>(figures_.size())) return;
  across_ = across;
  for (QBoxLayout* row : rows_)
    while (QLayoutItem* item = row->takeAt(0)) delete item;
  for (std::size_t i = 0; i < figures_.size(); ++i)
    rows_[std::min(i / across, rows_.size() - 1)]->addWidget(figures_[i], 1);
}

/// What is left over goes to the notes below the figures, short ones first, so that few are cut. In further rows
/// figures stand below those of the first. Whether none is cut.
bool AnswerStrip::share_row(std::size_t number) {
  QBoxLayout& row = *rows_[number];
  const auto [first, end] = row_of(number, across_);
  int left = width() - 2 * metrics().step;
  std::vector<std::pair<int, std::size_t>> notes;  // how much wider than the figure, and whose
  notes.reserve(end - first);
  for (std::size_t i = first; i < end; ++i) {
    left -= figures_[i]->needed() + (i > first ? row.spacing() : 0);
    notes.emplace_back(figures_[i]->sizeHint().width() - figures_[i]->needed(), i - first);
  }
  std::sort(notes.begin(), notes.end());
  bool whole = true;
  std::vector<int> widths(notes.size());
  for (std::size_t k = 0; k < notes.size(); ++k) {
    const auto& [note, place] = notes[k];
    const int more = std::max(0, std::min(note, left / static_cast<int>(notes.size() - k)));
    widths[place] = figures_[first + place]->needed() + more;
    whole = whole && more >= note;
    left -= more;
  }
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const int stretch = widths[i] + std::max(0, left) / static_cast<int>(widths.size());
    if (row.stretch(static_cast<int>(i)) != stretch) row.setStretch(static_cast<int>(i), stretch);
  }
  return whole;
}

void AnswerStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Metrics m = metrics();
  painter.setPen(tokens().border);
  painter.setBrush(tokens().surface);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m.radius, m.radius);
  int bottom = 0;
  for (std::size_t i = 0; i < figures_.size(); ++i) {
    if (!figures_[i]->isVisible()) continue;
    const QRect where = figures_[i]->geometry();
    bottom = std::max(bottom, where.bottom());
    if (i % across_ == 0) continue;
    const int between = where.left() - rows_[0]->spacing() / 2;
    painter.drawLine(between, where.top() + m.px(10), between, where.bottom() - m.px(8));
  }
  painter.drawLine(1, bottom + m.step + 1, width() - 2, bottom + m.step + 1);
}

void AnswerStrip::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  lines_ = 1;
  fit();
}

}  // namespace llmsize::gui
