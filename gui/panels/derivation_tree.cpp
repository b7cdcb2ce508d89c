// SPDX-License-Identifier: GPL-3.0-or-later
// Rows are painted by a delegate: the label left, the value right, in the colour of links where it has a derivation.
#include "gui/panels/derivation_tree.hpp"

#include "gui/panels/origin_chip.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace llmsize::gui {
namespace {

/// Room for the chip at the right edge.
int chip_room() { return metrics().px(22); }

class PartDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {metrics().px(100), metrics().table_row};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Tokens& now = tokens();
    const QRect row = option.rect;
    painter->save();
    if (option.state & (QStyle::State_Selected | QStyle::State_HasFocus)) painter->fillRect(row, now.accent_soft);
    const bool link = index.data(DerivationModel::link_role).toBool();
    const QString value = index.data(DerivationModel::value_role).toString(), label = index.data().toString();
    const QFont numbers = gui::font(TextRole::label),
                words = gui::font(link ? TextRole::label_strong : TextRole::label);
    const QRect room = row.adjusted(2, 0, -chip_room() - 4, 0);
    const int wide = QFontMetrics(numbers).horizontalAdvance(value);
    QFont value_font = numbers;
    value_font.setUnderline(link && option.state & QStyle::State_MouseOver);
    painter->setFont(value_font);
    painter->setPen(link ? now.accent : now.text);
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, value);
    painter->setFont(words);
    painter->setPen(link ? now.text : now.text2);
    painter->drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(words).elidedText(label, Qt::ElideRight, room.width() - wide - 10));
    const double chip = 16 * metrics().scale;
    paint_chip(
        *painter, {row.right() - chip - 1.0, row.center().y() - chip / 2 + 0.5, chip, chip},
        index.data(DerivationModel::letter_role).toString());
    painter->restore();
  }
};

}  // namespace

DerivationTree::DerivationTree(QWidget* parent) : QTreeView(parent) {
  setItemDelegate(new PartDelegate(this));
  setHeaderHidden(true);
  setFrameShape(QFrame::NoFrame);
  setUniformRowHeights(true);
  setMouseTracking(true);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setAccessibleName(tr("Inputs of the formula"));
  const auto resized = [this] { updateGeometry(); };
  connect(this, &QTreeView::expanded, this, resized);
  connect(this, &QTreeView::collapsed, this, resized);
  follow_looks(this, [this] {
    setIndentation(metrics().px(16));
    scheduleDelayedItemsLayout();
  });
}

int DerivationTree::rows_below(const QModelIndex& parent) const {
  int rows = model() ? model()->rowCount(parent) : 0;
  for (int row = 0, own = rows; row < own; ++row)
    if (const QModelIndex child = model()->index(row, 0, parent); isExpanded(child)) rows += rows_below(child);
  return rows;
}

QSize DerivationTree::sizeHint() const { return {metrics().px(200), rows_below({}) * metrics().table_row + 2}; }

void DerivationTree::open_levels(int levels) {
  if (!model() || levels <= 0) return;
  QModelIndexList open{{}};
  for (int level = 0; level < levels; ++level) {
    QModelIndexList next;
    for (const QModelIndex& parent : open)
      for (int row = 0; row < model()->rowCount(parent); ++row) {
        const QModelIndex child = model()->index(row, 0, parent);
        if (!model()->hasChildren(child)) continue;
        model()->fetchMore(child);
        expand(child);
        next.push_back(child);
      }
    open = next;
  }
  updateGeometry();
}

void DerivationTree::setModel(QAbstractItemModel* model) {
  QTreeView::setModel(model);
  connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
    open_.clear();
    remember({}, {});
  });
}

void DerivationTree::remember(const QModelIndex& parent, const QString& path) {
  for (int row = 0; row < model()->rowCount(parent); ++row) {
    const QModelIndex child = model()->index(row, 0, parent);
    if (!isExpanded(child)) continue;
    const QString here = path + QLatin1Char('/') + child.data(DerivationModel::name_role).toString();
    open_.push_back(here);
    remember(child, here);
  }
}

void DerivationTree::open_again() {
  const auto path_of = [](QModelIndex index) {
    QString path;
    for (; index.isValid(); index = index.parent())
      path.prepend(QLatin1Char('/') + index.data(DerivationModel::name_role).toString());
    return path;
  };
  QModelIndexList open{{}};
  while (!open.isEmpty()) {
    const QModelIndex parent = open.takeLast();
    for (int row = 0; row < model()->rowCount(parent); ++row) {
      const QModelIndex child = model()->index(row, 0, parent);
      if (!open_.contains(path_of(child)) || !model()->hasChildren(child)) continue;
      model()->fetchMore(child);
      expand(child);
      open.push_back(child);
    }
  }
  updateGeometry();
}

void DerivationTree::take(const QModelIndex& index) {
  if (index.isValid())
    Q_EMIT link_taken(
        index.data(DerivationModel::name_role).toString(), index.data(DerivationModel::link_role).toBool());
}

void DerivationTree::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (opens) return take(currentIndex());
  // Alt+Left and Alt+Right go through what was looked at before, not through the tree.
  if (event->modifiers() & Qt::AltModifier) return event->ignore();
  QTreeView::keyPressEvent(event);
}

void DerivationTree::mouseMoveEvent(QMouseEvent* event) {
  QTreeView::mouseMoveEvent(event);
  const QModelIndex index = indexAt(event->pos());
  viewport()->setCursor(
      index.isValid() && event->pos().x() > visualRect(index).left() ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void DerivationTree::mouseReleaseEvent(QMouseEvent* event) {
  QTreeView::mouseReleaseEvent(event);
  const QModelIndex index = indexAt(event->pos());
  if (event->button() == Qt::LeftButton && index.isValid() && event->pos().x() > visualRect(index).left()) take(index);
}

void DerivationTree::leaveEvent(QEvent* event) {
  viewport()->unsetCursor();
  QTreeView::leaveEvent(event);
}

void DerivationTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
  if (currentIndex() == index && hasFocus()) painter->fillRect(rect, tokens().accent_soft);
  if (!model()->hasChildren(index)) return;
  const int arrow = metrics().px(12);
  painter->save();
  painter->setRenderHint(QPainter::SmoothPixmapTransform);
  painter->translate(rect.right() - indentation() / 2.0 + 1, rect.center().y() + 0.5);
  painter->rotate(isExpanded(index) ? 0 : -90);
  painter->drawPixmap(
      QPointF(-arrow / 2.0, -arrow / 2.0), pixmap(Icon::chevron, arrow, devicePixelRatioF(), tokens().text2));
  painter->restore();
}

}  // namespace llmsize::gui
