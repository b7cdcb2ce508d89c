// SPDX-License-Identifier: GPL-3.0-or-later
// A line and a list.
#include "gui/window/find_popup.hpp"

#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace llmsize::gui {
namespace {

/// Title, a quieter second line, and the kind at the end.
class FoundDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, metrics().px(42)}; }

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
    text(
        TextRole::strong, chosen ? colours.accent : colours.text, index.data(Qt::DisplayRole).toString(), Qt::AlignTop,
        m.px(80));
    text(TextRole::label, colours.text3, index.data(FindModel::detail_role).toString(), Qt::AlignBottom, m.px(80));
    text(
        TextRole::label, colours.text3, index.data(FindModel::group_role).toString(), Qt::AlignRight | Qt::AlignVCenter,
        0);
  }
};

}  // namespace

FindPopup::FindPopup(QWidget* parent) : QFrame(parent), line_(new QLineEdit(this)), list_(new QListView(this)) {
  setAutoFillBackground(true);
  auto* column = new QVBoxLayout(this);
  line_->setPlaceholderText(tr("Find input, result, page, action"));
  line_->setAccessibleName(line_->placeholderText());
  line_->setClearButtonEnabled(true);
  follow_looks(this, [this, column] {
    const Metrics m = metrics();
    column->setContentsMargins(m.px(10), m.px(10), m.px(10), m.px(10));
    column->setSpacing(m.px(8));
    line_->setMinimumHeight(m.px(30));
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
  line_->installEventFilter(this);
  connect(line_, &QLineEdit::textChanged, this, [this](const QString& words) {
    model_.find(words);
    list_->setCurrentIndex(model_.index(0, 0));
  });
  connect(list_, &QListView::clicked, this, &FindPopup::take);
  hide();
}

void FindPopup::open() {
  const Metrics m = metrics();
  line_->clear();
  model_.find({});
  list_->setCurrentIndex(model_.index(0, 0));
  const int wide = std::min(m.px(560), parentWidget()->width() - m.px(40));
  const int high = std::min(m.px(420), parentWidget()->height() - m.px(80));
  setGeometry((parentWidget()->width() - wide) / 2, m.px(40), wide, high);
  show();
  raise();
  line_->setFocus();
}

void FindPopup::take() {
  const QModelIndex index = list_->currentIndex();
  hide();
  if (index.isValid())
    Q_EMIT chosen(index.data(FindModel::kind_role).value<FindModel::Kind>(), index.data(FindModel::id_role).toString());
}

bool FindPopup::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusOut) hide();
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  const auto move = [&](int by) {
    const int row = std::clamp(list_->currentIndex().row() + by, 0, std::max(0, model_.rowCount() - 1));
    list_->setCurrentIndex(model_.index(row, 0));
    return true;
  };
  switch (key) {
    case Qt::Key_Down: return move(1);
    case Qt::Key_Up: return move(-1);
    case Qt::Key_PageDown: return move(8);
    case Qt::Key_PageUp: return move(-8);
    case Qt::Key_Return:
    case Qt::Key_Enter: take(); return true;
    case Qt::Key_Escape: hide(); return true;
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
