// SPDX-License-Identifier: GPL-3.0-or-later
// Each entry is completed alone: its columns are inputs and results like any other.
#include "gui/models/catalog_model.hpp"

#include "core/registry/registry.hpp"
#include "core/scenario/case.hpp"
#include "gui/models/text.hpp"

#include <algorithm>

namespace llmsize::gui {
namespace {

/// What one compares entries of a kind by: inputs or results.
struct Columns {
  std::string_view kind;
  std::vector<std::pair<std::string_view, const char*>> columns;
};

const std::vector<std::pair<std::string_view, const char*>>& columns_of(std::string_view kind) {
  static const std::vector<Columns> all{
      {"models",
       {{"model.parameters", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Parameters")},
        {"model.layers", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Layers")},
        {"model.hidden", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Hidden")},
        {"model.max_sequence", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Context")}}},
      {"systems",
       {{"node.gpus", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "GPUs")},
        {"accelerator.memory_label", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "GPU memory")},
        {"node.compute_nics", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "NICs")},
        {"node.power", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Power")}}},
      {"accelerators",
       {{"accelerator.peak_bf16", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "BF16, dense")},
        {"accelerator.memory_label", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Memory")},
        {"accelerator.memory_bandwidth", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Bandwidth")},
        {"accelerator.power", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Power")}}},
      {"networks",
       {{"network.rate", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Rate")},
        {"network.latency", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Latency")},
        {"network.efficiency", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Efficiency")}}},
      {"storage",
       {{"storage.read", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Read")},
        {"storage.write", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Write")},
        {"storage.capacity", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Capacity")}}},
      {"datasets",
       {{"data.tokens", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Tokens")},
        {"data.raw_bytes_per_token", QT_TRANSLATE_NOOP("llmsize::gui::CatalogModel", "Per token")}}}};
  static const std::vector<std::pair<std::string_view, const char*>> none;
  const auto found = std::find_if(all.begin(), all.end(), [&](const Columns& each) { return each.kind == kind; });
  return found == all.end() ? none : found->columns;
}

}  // namespace

bool is_catalog_column(std::string_view key) {
  for (const Reference* reference : references())
    for (const auto& column : columns_of(reference->kind))
      if (column.first == key) return true;
  return false;
}

void CatalogModel::list(std::string_view key, const Catalog& catalog) {
  beginResetModel();
  header_.clear();
  rows_.clear();
  if (const Reference* reference = find_reference(key)) {
    list_entries(*reference, catalog);
  } else if (const Choice* choice = find_choice(key)) {
    header_ = {tr("Word"), tr("Meaning")};
    for (const Option& option : choice->options)
      rows_.push_back({to_qt(option.word), to_qt(option.meaning), {{to_qt(option.word)}, {to_qt(option.meaning)}}});
  } else {
    header_ = {tr("Word")};
    rows_ = {{QStringLiteral("yes"), {}, {{tr("yes")}}}, {QStringLiteral("no"), {}, {{tr("no")}}}};
  }
  endResetModel();
}

void CatalogModel::list_entries(const Reference& reference, const Catalog& catalog) {
  const auto& columns = columns_of(reference.kind);
  header_ = {tr("Name")};
  for (const auto& column : columns) header_.push_back(tr(column.second));
  for (const std::string_view id : catalog.ids(reference.kind)) {
    try {
      const Entry& entry = catalog.entry(reference.kind, id);
      Row row{to_qt(id), to_qt(entry.notes), {{to_qt(entry.name)}}};
      Scenario alone;
      alone.set(reference.key, id, Giver{"catalog"});
      const Case completed = complete(alone, catalog);
      for (const auto& column : columns) {
        const ResultRow* result = find_result(column.first);
        const auto input = InputKey::find(column.first);
        const double value = result  ? result->value(Once(completed.values, dependents()))
                             : input ? completed[*input]
                                     : absent;
        const Unit unit = result ? result->about->unit : input ? about_of(*input).unit : Unit::count;
        row.cells.push_back({shown(value, unit).together(), value});
      }
      rows_.push_back(std::move(row));
    } catch (const BadInput& error) {
      // An entry of the user's own that is wrong stays in view with what is wrong.
      rows_.push_back({to_qt(id), to_qt(error.what()), {{to_qt(id)}}});
      rows_.back().cells.resize(columns.size() + 1);
    }
  }
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
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (index.column() == 0 || header_.size() == 2 ? Qt::AlignLeft : Qt::AlignRight));
    case id_role: return row.id;
    case sort_role: return is_absent(cell.value) ? QVariant(cell.text) : QVariant(cell.value);
    default: return {};
  }
}

QVariant CatalogModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Vertical || section < 0 || section >= header_.size()) return {};
  if (role == Qt::DisplayRole) return header_[section];
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == 0 || header_.size() == 2 ? Qt::AlignLeft : Qt::AlignRight));
  return {};
}

}  // namespace llmsize::gui
