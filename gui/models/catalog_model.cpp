// SPDX-License-Identifier: GPL-3.0-or-later
// Each entry is completed alone: its columns are inputs and results like any other.
#include "gui/models/catalog_model.hpp"

#include "core/view/entry_columns.hpp"
#include "gui/models/entry_order.hpp"
#include "gui/models/text.hpp"

#include <algorithm>

namespace llmsize::gui {

bool is_catalog_column(std::string_view key) {
  for (const Reference* reference : references())
    for (const EntryColumn& column : entry_columns(reference->kind))
      if (column.number && column.number->text() == key) return true;
  return false;
}

void CatalogModel::list(std::string_view key, const Catalog& catalog) {
  beginResetModel();
  header_.clear();
  rows_.clear();
  text_columns_ = 2;
  if (const Reference* reference = find_reference(key)) {
    list_entries(*reference, catalog);
  } else if (const Choice* choice = find_choice(key)) {
    header_ = {tr("Word"), tr("Meaning")};
    for (const Option& option : choice->options)
      rows_.push_back(
          {to_qt(option.word),
           to_qt(option.meaning),
           {{to_qt(option.word)}, {to_qt(option.meaning)}},
           to_qt(option.word) + u' ' + to_qt(option.meaning)});
  } else {
    header_ = {tr("Word")};
    rows_ = {{QStringLiteral("yes"), {}, {{tr("yes")}}, tr("yes")}, {QStringLiteral("no"), {}, {{tr("no")}}, tr("no")}};
  }
  endResetModel();
}

void CatalogModel::list_entries(const Reference& reference, const Catalog& catalog) {
  const auto& columns = entry_columns(reference.kind);
  header_ = {tr("Name")};
  for (const EntryColumn& column : columns) header_.push_back(to_qt(column.header));
  const auto number = std::find_if(columns.begin(), columns.end(), [](const auto& each) { return each.number; });
  text_columns_ = 1 + static_cast<int>(number - columns.begin());
  for (const std::string_view id : entries_in_order(reference.kind, catalog)) {
    try {
      const Entry& entry = catalog.entry(reference.kind, id);
      Row row{to_qt(id), to_qt(entry.notes), {{to_qt(entry.name)}}, to_qt(id) + u' ' + to_qt(entry.name)};
      for (const auto& [word, text] : entry.words) row.words += u' ' + to_qt(text);
      for (const EntryCell& cell : entry_cells(catalog, reference.kind, id)) {
        const QString text = is_absent(cell.value) ? to_qt(cell.word) : shown(cell.value, cell.unit).together();
        row.cells.push_back({text, cell.value});
        row.words += u' ' + text;
      }
      rows_.push_back(std::move(row));
    } catch (const BadInput& error) {
      // An entry of the user's own that is wrong stays in view with what is wrong.
      rows_.push_back({to_qt(id), to_qt(error.what()), {{to_qt(id)}}, to_qt(id)});
      rows_.back().cells.resize(columns.size() + 1);
    }
  }
}

QVariant CatalogModel::alignment(int column) const {
  return QVariant(Qt::AlignVCenter | (column < text_columns_ ? Qt::AlignLeft : Qt::AlignRight));
}

int CatalogModel::row_of(const QString& id) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.id == id; });
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int CatalogModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int CatalogModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(header_.size());
}

QVariant CatalogModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const Cell& cell = row.cells[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return row.detail.isEmpty() ? row.id : QStringLiteral("%1\n%2").arg(row.id, row.detail);
    case Qt::TextAlignmentRole: return alignment(index.column());
    case id_role: return row.id;
    case search_role: return row.words;
    case sort_role: return is_absent(cell.value) ? QVariant(cell.text) : QVariant(cell.value);
    default: return {};
  }
}

QVariant CatalogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= header_.size()) return {};
  if (role == Qt::DisplayRole) return header_[section];
  if (role == Qt::TextAlignmentRole) return alignment(section);
  return {};
}

}  // namespace llmsize::gui
