// SPDX-License-Identifier: GPL-3.0-or-later
// A search line over a list; the line keeps the focus and hands the arrow keys on.
#include "gui/panels/picker.hpp"

#include "core/inputs/list.hpp"
#include "gui/panels/slim_bar.hpp"
#include "gui/panels/words.hpp"
#include "gui/theme/icons.hpp"
#include "gui/theme/looks.hpp"

#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace llmsize::gui {

Picker::Picker(QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint),
      search_(new QLineEdit(this)),
      list_(new QTreeView(this)),
      import_(new QPushButton(tr("Import config.json…"), this)) {
  auto* rows = new QVBoxLayout(this);
  rows->addWidget(search_);
  rows->addWidget(list_);
  rows->addWidget(import_);
  search_->setPlaceholderText(tr("Search"));
  search_->setAccessibleName(tr("Search"));
  search_->addAction(icon(Icon::search), QLineEdit::LeadingPosition);
  search_->installEventFilter(this);
  import_->setFlat(true);
  found_.setSourceModel(&model_);
  found_.setFilterRole(CatalogModel::search_role);
  found_.setSortRole(CatalogModel::sort_role);
  list_->setModel(&found_);
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setAllColumnsShowFocus(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setAccessibleName(tr("Entries"));
  make_slim(*list_->verticalScrollBar());
  follow_looks(this, [this, rows] {
    const int edge = 2 * metrics().step;
    rows->setContentsMargins(edge, edge, edge, edge);
    rows->setSpacing(metrics().step);
    list_->setFont(gui::font(TextRole::label));
  });
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    // All words, in any order: "qwen 2026".
    QString all;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
      all += QStringLiteral("(?=.*%1)").arg(QRegularExpression::escape(word));
    found_.setFilterRegularExpression(
        QRegularExpression(QStringLiteral("^") + all, QRegularExpression::CaseInsensitiveOption));
    highlight_first();
  });
  connect(list_, &QTreeView::clicked, this, &Picker::take);
  connect(list_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
    if (!opening_ && now.isValid()) Q_EMIT highlighted(now.data(CatalogModel::id_role).toString());
  });
  connect(import_, &QPushButton::clicked, this, [this] {
    hide();
    Q_EMIT import_wanted();
  });
}

void Picker::open(std::string_view key, const Catalog& catalog, const QString& current, QWidget* below) {
  opening_ = true;
  taken_ = false;
  search_->clear();
  model_.list(key, catalog);
  const bool reference = find_reference(key) != nullptr;
  search_->setVisible(model_.rowCount() > 8);
  import_->setVisible(key == "model");
  list_->setHeaderHidden(!reference);
  list_->setSortingEnabled(reference && model_.columnCount() > 1);
  found_.sort(-1);
  const Metrics size = metrics();
  int width = 0;
  list_->header()->setStretchLastSection(!reference);
  for (int column = 0; column < model_.columnCount(); ++column) {
    list_->resizeColumnToContents(column);
    const int most = column == 0 ? size.px(300) : size.px(340);
    list_->setColumnWidth(column, std::min(most, list_->columnWidth(column) + size.px(8)));
    width += list_->columnWidth(column);
  }
  const int rows = std::min(model_.rowCount(), 14);
  list_->setFixedHeight(rows * size.table_row + (reference ? size.table_header : size.step));
  list_->setStyleSheet(QStringLiteral("QTreeView::item { height: %1px; }").arg(size.table_row));
  list_->setMinimumWidth(width + size.px(18));
  setFixedWidth(std::max(below->width(), width + size.px(36)));
  adjustSize();
  QPoint place = below->mapToGlobal(QPoint(0, below->height() + 2));
  if (const QScreen* screen = below->screen()) {
    const QRect room = screen->availableGeometry();
    place.setX(std::max(room.left(), std::min(place.x(), room.right() - this->width())));
    if (place.y() + height() > room.bottom())
      place.setY(std::max(room.top(), below->mapToGlobal(QPoint(0, 0)).y() - height() - 2));
  }
  move(place);
  show();
  search_->setFocus();
  if (!search_->isVisible()) setFocus();
  const int row = model_.row_of(current);
  list_->setCurrentIndex(found_.mapFromSource(model_.index(std::max(0, row), 0)));
  list_->scrollTo(list_->currentIndex(), QAbstractItemView::PositionAtCenter);
  opening_ = false;
  installEventFilter(this);
}

QString Picker::current_id() const { return list_->currentIndex().data(CatalogModel::id_role).toString(); }

void Picker::highlight_first() { list_->setCurrentIndex(found_.index(0, 0)); }

bool Picker::move_by(int rows) {
  const int row = std::clamp(list_->currentIndex().row() + rows, 0, std::max(0, found_.rowCount() - 1));
  list_->setCurrentIndex(found_.index(row, 0));
  return true;
}

void Picker::take() {
  const QString id = current_id();
  if (id.isEmpty()) return;
  taken_ = true;
  hide();
  Q_EMIT taken(id);
}

bool Picker::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || (watched != search_ && watched != this))
    return QFrame::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: take(); return true;
    case Qt::Key_Escape: hide(); return true;
    case Qt::Key_Up: return move_by(-1);
    case Qt::Key_Down: return move_by(1);
    case Qt::Key_PageUp: return move_by(-8);
    case Qt::Key_PageDown: return move_by(8);
    default: return QFrame::eventFilter(watched, event);
  }
}

void Picker::hideEvent(QHideEvent* event) {
  QFrame::hideEvent(event);
  if (!taken_) Q_EMIT dismissed();
}

void Picker::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), tokens().surface);
  painter.setPen(tokens().control);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace llmsize::gui
