// SPDX-License-Identifier: GPL-3.0-or-later
// The entries that a reference or the words that a choice may take, with the columns that matter for picking one.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/absent.hpp"

#include <QAbstractTableModel>

#include <vector>

namespace llmsize::gui {

class CatalogModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { id_role = Qt::UserRole + 1, sort_role, search_role };

  explicit CatalogModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Lists what a reference, choice or flag may be.
  void list(std::string_view key, const Catalog& catalog);
  int row_of(const QString& id) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Cell {
    QString text;
    double value = absent;
  };
  struct Row {
    QString id;
    QString detail;
    std::vector<Cell> cells;
    QString words;  ///< all that one may search it by: id, name, vendor, family, year, …
  };
  void list_entries(const Reference& reference, const Catalog& catalog);
  QVariant alignment(int column) const;

  QStringList header_;
  std::vector<Row> rows_;
  int text_columns_ = 0;  ///< come first; numbers follow
};

/// Whether entries of a kind are compared by an input or result.
bool is_catalog_column(std::string_view key);

}  // namespace llmsize::gui
