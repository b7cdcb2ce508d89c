// SPDX-License-Identifier: GPL-3.0-or-later
// A line and a list; where nothing is found, what else can be typed.
#include "gui/window/find_popup.hpp"

#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/dress.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace llmsize::gui {
namespace {

int row_height() { return metrics().px(42); }

/// Title, a quieter second line, and the kind at the end.
class FoundDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, row_height()}; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Metrics m = metrics();
    const Tokens& colours = tokens();
    const bool chosen = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, chosen ? colours.accent_soft : colours.surface);
    const QRect inner = option.rect.adjusted(m.px(14), m.px(4), -m.px(14), -m.px(4));
    const auto text = [&](TextRole role, const QColor& ink, const QString& words, Qt::Alignment where, int less) {
      painter->setFont(gui::font(role));
      painter->setPen(ink);
      const QRect room = inner.adjusted(0, 0, -less, 0);
      painter->drawText(
          room, static_cast<int>(where), painter->fontMetrics().elidedText(words, Qt::ElideRight, room.width()));
    };
    const int end = m.px(90);
    text(
        TextRole::strong, chosen ? colours.accent : colours.text, index.data(Qt::DisplayRole).toString(), Qt::AlignTop,
        end);
    text(TextRole::label, colours.text3, index.data(FindModel::detail_role).toString(), Qt::AlignBottom, end);
    const QString group = index.data(FindModel::group_role).toString();
    text(
        TextRole::label, chosen ? colours.accent : colours.text3,
        chosen ? FindPopup::tr("%1, Enter").arg(group) : group, Qt::AlignRight | Qt::AlignVCenter, 0);
  }
};

}  // namespace

FindPopup::FindPopup(QWidget* parent)
    : QFrame(parent),
      line_(new QLineEdit(this)),
      list_(new QListView(this)),
      nothing_(new Words(TextRole::body, &Tokens::text2, Words::Lines::many, this)) {
  setAutoFillBackground(true);
  auto* column = new QVBoxLayout(this);
  line_->setPlaceholderText(tr("Change or find: 64 nodes, deadline 20d, b200, why 48, mfu"));
  line_->setAccessibleName(tr("Change or find anything"));
  line_->setClearButtonEnabled(true);
  follow_looks(this, [this, column] {
    const Metrics m = metrics();
    column->setContentsMargins(m.px(10), m.px(10), m.px(10), m.px(10));
    column->setSpacing(m.px(8));
    line_->setFixedHeight(m.px(32));
    dress(*line_);
    list_->doItemsLayout();
  });
  list_->setModel(&model_);
  list_->setItemDelegate(new FoundDelegate(list_));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setUniformItemSizes(true);
  list_->setAccessibleName(tr("Search results"));
  column->addWidget(line_);
  column->addWidget(list_);
  column->addWidget(nothing_);
  column->setAlignment(nothing_, Qt::AlignTop);
  make_slim(*list_->verticalScrollBar());
  nothing_->setText(
      tr("Nothing found. Type an input and its value (64 nodes, deadline 20d, users 5000), a system or model (b200), a "
         "word of a choice (fp8), why and a figure (why 48), or words of a page, result or menu."));
  line_->installEventFilter(this);
  connect(line_, &QLineEdit::textChanged, this, [this](const QString& words) {
    model_.find(words);
    look_at(0);
  });
  connect(list_, &QListView::clicked, this, &FindPopup::take);
  hide();
}

void FindPopup::open() {
  if (!isVisible()) before_ = window()->focusWidget();
  const Metrics m = metrics();
  line_->clear();
  model_.find({});
  const int wide = std::min(m.px(620), parentWidget()->width() - m.px(40));
  move((parentWidget()->width() - wide) / 2, m.px(40));
  setFixedWidth(wide);
  show();
  raise();
  line_->setFocus();
  look_at(0);
}

void FindPopup::look_at(int row) {
  constexpr int most_rows = 9;
  const int rows = std::min(most_rows, model_.rowCount());
  list_->setVisible(rows > 0);
  list_->setFixedHeight(std::min(rows * row_height(), parentWidget()->height() - metrics().px(160)));
  nothing_->setVisible(rows == 0);
  adjustSize();
  list_->setCurrentIndex(model_.index(row, 0));
  Q_EMIT highlighted(model_.at(row));
}

void FindPopup::take() {
  const QModelIndex index = list_->currentIndex();
  const FindModel::Item item = model_.at(index.row());
  leave();
  if (index.isValid()) Q_EMIT chosen(item);
}

void FindPopup::leave() {
  hide();
  if (before_ && before_->isVisible()) before_->setFocus(Qt::OtherFocusReason);
}

void FindPopup::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  Q_EMIT highlighted({});
}

bool FindPopup::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const auto move = [&](int by) {
    look_at(std::clamp(list_->currentIndex().row() + by, 0, std::max(0, model_.rowCount() - 1)));
    return true;
  };
  switch (key) {
    case Qt::Key_Down: return move(1);
    case Qt::Key_Up: return move(-1);
    case Qt::Key_PageDown: return move(8);
    case Qt::Key_PageUp: return move(-8);
    case Qt::Key_Return:
    case Qt::Key_Enter: take(); return true;
    case Qt::Key_Escape: leave(); return true;
    default: return QFrame::eventFilter(watched, event);
  }
}

void FindPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(tokens().control);
  painter.setBrush(tokens().surface);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace llmsize::gui
