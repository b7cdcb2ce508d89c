// SPDX-License-Identifier: GPL-3.0-or-later
// A table of core as an item model that sorts numbers as numbers.
#pragma once

#include "core/tables/data.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace llmsize::gui {

class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit TableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void set_table(Table table);
  const Table& table() const { return table_; }
  /// The rows in the order shown, header first, cells apart by tabs: for the clipboard.
  QString as_tsv() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  Table table_;
  std::vector<std::size_t> order_;
};

}  // namespace llmsize::gui
