// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_table.hpp"

#include "gui/charts/qt_letters.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

namespace llmsize::gui {
namespace {

enum CellRole { sort_role = Qt::UserRole, exact_role };

}  // namespace

ChartTable::ChartTable(QWidget* parent)
    : QTableView(parent), model_(new QStandardItemModel(this)), sorted_(new QSortFilterProxyModel(this)) {
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(sort_role);
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

void ChartTable::show_table(const Table& shown, const Table& exact) {
  model_->clear();
  exact_header_.clear();
  for (const auto& text : exact.header) exact_header_ << QString::fromStdString(text);
  QStringList header;
  for (const auto& text : shown.header) header << text_of(text);
  model_->setHorizontalHeaderLabels(header);
  for (std::size_t row = 0; row < shown.rows.size(); ++row) {
    QList<QStandardItem*> items;
    for (std::size_t column = 0; column < shown.rows[row].size(); ++column) {
      auto* item = new QStandardItem(text_of(shown.rows[row][column]));
      const QString plain = QString::fromStdString(exact.rows[row][column]);
      bool number = false;
      const double value = plain.toDouble(&number);
      item->setData(number ? QVariant(value) : QVariant(item->text()), sort_role);
      item->setData(plain, exact_role);
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
  QStringList lines{exact_header_.join(u'\t')};
  const bool some = selectionModel()->hasSelection();
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    if (some && !selectionModel()->isRowSelected(row)) continue;
    QStringList cells;
    for (int column = 0; column < sorted_->columnCount(); ++column)
      cells << sorted_->index(row, column).data(exact_role).toString();
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
