// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_table.hpp"

#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace llmsize::gui {

ChartTable::ChartTable(QWidget* parent)
    : QTableView(parent), model_(new QStandardItemModel(this)), sorted_(new QSortFilterProxyModel(this)) {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(Qt::UserRole);
  setModel(sorted_);
  setSortingEnabled(true);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setAlternatingRowColors(true);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  setAccessibleName(tr("Chart data"));
  follow_looks(this, [this] {
    setFont(gui::font(TextRole::label));
    verticalHeader()->setDefaultSectionSize(metrics().table_row);
    resizeColumnsToContents();
  });
}

void ChartTable::show_table(const Table& table) {
  model_->clear();
  QStringList header;
  for (const auto& text : table.header) header << QString::fromStdString(text);
  model_->setHorizontalHeaderLabels(header);
  for (const auto& row : table.rows) {
    QList<QStandardItem*> items;
    for (const auto& cell : row) {
      auto* item = new QStandardItem(QString::fromStdString(cell));
      bool number = false;
      const double value = item->text().toDouble(&number);
      item->setData(number ? QVariant(value) : QVariant(item->text()), Qt::UserRole);
      if (number) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      items << item;
    }
    model_->appendRow(items);
  }
  sortByColumn(-1, Qt::AscendingOrder);
  resizeColumnsToContents();
  horizontalHeader()->setStretchLastSection(true);
}

QString ChartTable::as_tsv() const {
  QStringList lines, cells;
  for (int column = 0; column < sorted_->columnCount(); ++column)
    cells << sorted_->headerData(column, Qt::Horizontal).toString();
  lines << cells.join(u'\t');
  const bool some = selectionModel()->hasSelection();
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    if (some && !selectionModel()->isRowSelected(row)) continue;
    cells.clear();
    for (int column = 0; column < sorted_->columnCount(); ++column)
      cells << sorted_->index(row, column).data().toString();
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

void ChartTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy))
    QGuiApplication::clipboard()->setText(as_tsv());
  else
    QTableView::keyPressEvent(event);
}

}  // namespace llmsize::gui
