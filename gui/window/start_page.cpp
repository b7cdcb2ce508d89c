// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out and paints what one can begin with.
#include "gui/window/start_page.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace llmsize::gui {
namespace {

constexpr int lines_of_notes = 3;

/// A text over as many lines as it needs, or over `most`, the last of them cut with an ellipsis. How high that is; with
/// a painter it is drawn, too.
double lay_lines(const QRectF& area, const QString& text, const QFont& font, int most, QPainter* painter = nullptr) {
  QTextLayout layout(text, font);
  const QFontMetricsF letters(font);
  if (painter) painter->setFont(font);
  layout.beginLayout();
  double y = area.top();
  for (int number = 1; most == 0 || number <= most; ++number) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(area.width());
    const QString rest = text.mid(line.textStart());
    const QString shown =
        number == most ? letters.elidedText(rest, Qt::ElideRight, area.width()) : rest.left(line.textLength());
    if (painter) painter->drawText(QPointF(area.left(), y + letters.ascent()), shown.trimmed());
    y += letters.lineSpacing();
  }
  layout.endLayout();
  return y - area.top();
}

}  // namespace

StartCard::StartCard(const QString& page, const QString& title, const QString& notes, QWidget* parent)
    : QAbstractButton(parent), page_(page), notes_(notes) {
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(notes);
  setToolTip(notes);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QRectF StartCard::words(int width) const {
  const Metrics m = metrics();
  return {2.0 * m.px(12) + m.px(20), static_cast<double>(m.px(12)), width - 3.0 * m.px(12) - m.px(20), 0};
}

int StartCard::heightForWidth(int width) const {
  const Metrics m = metrics();
  const QRectF room = words(width);
  const double title = lay_lines(room, text(), gui::font(TextRole::title), 0);
  const double notes = notes_.isEmpty() ? 0 : lay_lines(room, notes_, gui::font(TextRole::label), lines_of_notes);
  return static_cast<int>(std::ceil(title + notes)) + m.px(4) + 2 * m.px(12);
}

QSize StartCard::sizeHint() const { return {metrics().px(280), heightForWidth(metrics().px(280))}; }

void StartCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void StartCard::enterEvent(QEnterEvent*) { update(); }
void StartCard::leaveEvent(QEvent*) { update(); }

void StartCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Tokens& colours = tokens();
  const Metrics m = metrics();
  const bool near = underMouse() || hasFocus();
  painter.setBrush(underMouse() ? colours.accent_soft : colours.surface);
  painter.setPen(QPen(near ? colours.accent : colours.border, hasFocus() ? 2 : 1));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), m.radius, m.radius);
  const int edge = m.px(12), side = m.px(20);
  painter.drawPixmap(edge, edge, page_pixmap(page_, side, devicePixelRatioF(), colours.accent));
  QRectF room = words(width());
  painter.setPen(colours.text);
  room.translate(0, lay_lines(room, text(), gui::font(TextRole::title), 0, &painter) + m.px(4));
  painter.setPen(colours.text2);
  lay_lines(room, notes_, gui::font(TextRole::label), lines_of_notes, &painter);
}

StartPage::StartPage(const Desk& desk, QWidget* parent)
    : QScrollArea(parent), desk_(desk), content_(new QWidget(this)), column_(new QVBoxLayout(content_)) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setWidget(content_);
  make_slim(*verticalScrollBar());
  auto* top = new QHBoxLayout;
  auto* title = new Words(TextRole::figure, &Tokens::text);
  title->setText(tr("New sizing"));
  top->addWidget(title, 1);
  auto* back = new LinkButton(tr("Back to scenario"));
  connect(back, &QAbstractButton::clicked, this, &StartPage::closed);
  top->addWidget(back);
  column_->addLayout(top);

  Section& own = add_section(tr("Your scenario"));
  const auto add = [&](const QString& icon, const QString& words, const QString& notes, auto signal) {
    auto* card = new StartCard(icon, words, notes, content_);
    connect(card, &QAbstractButton::clicked, this, signal);
    own.cards.push_back(card);
  };
  add(QStringLiteral("size"), tr("New training"), tr("Start from GPT-3 on DGX H100 within 30 days."),
      &StartPage::new_wanted);
  add(QStringLiteral("compare"), tr("Scenario sheet"),
      tr("Each row of a CSV or Excel file is a scenario: models, systems, nodes, prices."), &StartPage::open_wanted);
  add(QStringLiteral("layout"), tr("Hugging Face model"), tr("Import the config.json of a model."),
      &StartPage::model_wanted);
  recent_ = sections_.size();
  add_section(tr("Recent"));
  add_templates();
  column_->addStretch(1);
  follow_looks(this, [this] {
    const Metrics m = metrics();
    column_->setContentsMargins(m.px(24), m.px(20), m.px(24), m.px(24));
    column_->setSpacing(m.px(8));
    for (const Section& section : sections_) section.grid->setSpacing(m.gap);
    arrange();
  });
}

StartPage::Section& StartPage::add_section(const QString& title) {
  auto* heading = new Words(TextRole::label_strong, &Tokens::text2);
  heading->setText(title);
  auto* box = new QWidget(content_);
  auto* inside = new QVBoxLayout(box);
  inside->setContentsMargins(0, metrics().px(10), 0, 0);
  inside->addWidget(heading);
  auto* grid = new QGridLayout;
  inside->addLayout(grid);
  column_->addWidget(box);
  sections_.push_back({grid, {}});
  return sections_.back();
}

/// Jobs are templates whose ids begin with what one does; all others repeat what was published.
void StartPage::add_templates() {
  const std::pair<QString, QStringList> groups[] = {
      {tr("Train"), {QStringLiteral("train-"), QStringLiteral("finetune-")}},
      {tr("Serve"), {QStringLiteral("serve-")}},
      {tr("Storage"), {QStringLiteral("checkpoint-")}},
      {tr("From talks and papers"), {}}};
  std::vector<Desk::Example> left = desk_.examples();
  for (const auto& [title, verbs] : groups) {
    Section& section = add_section(title);
    for (const QString& verb : verbs.isEmpty() ? QStringList{QString()} : verbs) {
      const auto begins = [&](const Desk::Example& example) { return example.id.startsWith(verb); };
      for (const Desk::Example& example : left) {
        if (!begins(example)) continue;
        auto* card = new StartCard(example.page, example.name, example.notes, content_);
        connect(card, &QAbstractButton::clicked, this, [this, example] { Q_EMIT example_wanted(example); });
        section.cards.push_back(card);
      }
      std::erase_if(left, begins);
    }
  }
}

void StartPage::list_recent() {
  Section& section = sections_[recent_];
  for (StartCard* card : section.cards) delete card;
  section.cards.clear();
  for (const QString& path : recent_files()) {
    const QFileInfo file(path);
    auto* card = new StartCard(
        QStringLiteral("data"), file.completeBaseName(),
        tr("%1, %2").arg(
            QDir::toNativeSeparators(path), QLocale().toString(file.lastModified().date(), QLocale::ShortFormat)),
        content_);
    connect(card, &QAbstractButton::clicked, this, [this, path] { Q_EMIT file_wanted(path); });
    section.cards.push_back(card);
  }
  section.grid->parentWidget()->setVisible(!section.cards.empty());
}

/// Cards of a row are as high as the highest of them: titles are whole.
void StartPage::arrange() {
  const Metrics m = metrics();
  constexpr int most = 4;
  const int room = viewport()->width() - 2 * m.px(24);
  const int across = std::clamp(room / m.px(300), 1, most);
  const int width = (room - (across - 1) * m.gap) / across;
  for (const Section& section : sections_) {
    // What is left over is beside them: cards of all sections are as wide as each other.
    for (int column = 0; column <= most; ++column) section.grid->setColumnStretch(column, column == across ? 1 : 0);
    const int count = static_cast<int>(section.cards.size());
    for (int first = 0; first < count; first += across) {
      int height = 0;
      for (int i = first; i < std::min(count, first + across); ++i)
        height = std::max(height, section.cards[static_cast<std::size_t>(i)]->heightForWidth(width));
      for (int i = first; i < std::min(count, first + across); ++i) {
        StartCard* card = section.cards[static_cast<std::size_t>(i)];
        card->setFixedSize(width, height);
        section.grid->addWidget(card, i / across, i % across);
      }
    }
  }
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  arrange();
}

void StartPage::showEvent(QShowEvent* event) {
  list_recent();
  arrange();
  sections_.front().cards.front()->setFocus(Qt::OtherFocusReason);
  QScrollArea::showEvent(event);
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return void(Q_EMIT closed());
  QScrollArea::keyPressEvent(event);
}

}  // namespace llmsize::gui
