// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a chart as a table, with their units: sortable, copied exactly as TSV.
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

  /// `shown` is what one reads, `exact` the same cells in plain base units: by these rows are sorted and copied.
  void show_table(const Table& shown, const Table& exact);
  /// Exact header and the selected rows, or all rows where none is selected, in the order shown; exact cells apart by
  /// tabs.
  QString as_tsv() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QStandardItemModel* model_;
  QStringList exact_header_;
  QSortFilterProxyModel* sorted_;
};

}  // namespace llmsize::gui
