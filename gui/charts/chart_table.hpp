// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a chart as a table: sortable, copied as TSV.
#pragma once

#include "core/charts/chart.hpp"

#include <QTableView>

class QSortFilterProxyModel;
class QStandardItemModel;

namespace llmsize::gui {

class ChartTable : public QTableView {
  Q_OBJECT
 public:
  explicit ChartTable(QWidget* parent = nullptr);

  void show_table(const Table& table);
  /// Header and the selected rows, or all rows where none is selected, in the order shown; cells apart by tabs.
  QString as_tsv() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QStandardItemModel* model_;
  QSortFilterProxyModel* sorted_;
};

}  // namespace llmsize::gui
