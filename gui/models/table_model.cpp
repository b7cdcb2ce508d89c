// SPDX-License-Identifier: GPL-3.0-or-later
// Rows in another order than they came in.
#include "gui/models/table_model.hpp"

#include "gui/models/text.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

namespace llmsize::gui {
namespace {

std::optional<double> number(const std::string& cell) {
  double value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return read.ec == std::errc{} && read.ptr == cell.data() + cell.size() ? std::optional(value) : std::nullopt;
}

/// Numbers before words, each among themselves; empty cells last.
bool before(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return b.empty() && !a.empty();
  const auto left = number(a), right = number(b);
  if (left && right) return *left < *right;
  if (left || right) return left.has_value();
  return a < b;
}

}  // namespace

void TableModel::set_table(Table table) {
  beginResetModel();
  table_ = std::move(table);
  for (auto& row : table_.rows) row.resize(table_.header.size());
  order_.resize(table_.rows.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  endResetModel();
}

QString TableModel::as_tsv() const {
  Table sorted{table_.header, {}};
  for (const std::size_t row : order_) sorted.rows.push_back(table_.rows[row]);
  return to_qt(as_csv(sorted, '\t'));
}

int TableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(order_.size());
}
int TableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.header.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const std::string& cell =
      table_.rows[order_[static_cast<std::size_t>(index.row())]][static_cast<std::size_t>(index.column())];
  if (role == Qt::DisplayRole) return to_qt(cell);
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (number(cell) ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0) return {};
  if (orientation == Qt::Vertical) return section + 1;
  return section < columnCount() ? QVariant(to_qt(table_.header[static_cast<std::size_t>(section)])) : QVariant();
}

void TableModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= columnCount()) return;
  Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const auto cell = [&](std::size_t row) -> const std::string& {
    return table_.rows[row][static_cast<std::size_t>(column)];
  };
  const std::vector<std::size_t> old = order_;
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return order == Qt::AscendingOrder ? before(cell(a), cell(b)) : before(cell(b), cell(a));
  });
  QModelIndexList moved;
  for (const QModelIndex& index : persistentIndexList()) {
    const auto place =
        std::find(order_.begin(), order_.end(), old[static_cast<std::size_t>(index.row())]) - order_.begin();
    moved.push_back(this->index(static_cast<int>(place), index.column()));
  }
  changePersistentIndexList(persistentIndexList(), moved);
  Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

}  // namespace llmsize::gui
