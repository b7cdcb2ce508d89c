// SPDX-License-Identifier: GPL-3.0-or-later
// A lazy tree over explanations.
#include "gui/models/derivation_model.hpp"

#include "core/files/bad_input.hpp"
#include "gui/models/text.hpp"

namespace llmsize::gui {

struct DerivationModel::Item {
  Part part;
  Item* parent = nullptr;
  int row = 0;
  bool fetched = false;
  std::vector<std::unique_ptr<Item>> children{};

  /// A part of itself further up would be opened for ever.
  bool opens() const {
    for (const Item* above = parent; above; above = above->parent)
      if (above->part.name == part.name) return false;
    return part.opens;
  }
};

DerivationModel::DerivationModel(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Item>()) {}
DerivationModel::~DerivationModel() = default;

void DerivationModel::follow(Derivation* derivation) {
  if (derivation_) derivation_->disconnect(this);
  derivation_ = derivation;
  if (derivation) connect(derivation, &Derivation::changed, this, &DerivationModel::reset);
  reset();
}

void DerivationModel::fill(Item& item, std::vector<Part> parts) {
  for (Part& part : parts) {
    auto child = std::make_unique<Item>(Item{std::move(part), &item, static_cast<int>(item.children.size())});
    item.children.push_back(std::move(child));
  }
  item.fetched = true;
}

void DerivationModel::reset() {
  beginResetModel();
  root_ = std::make_unique<Item>();
  root_->fetched = true;
  if (derivation_ && derivation_->is_open()) {
    root_->part.name = derivation_->explanation().id;
    fill(*root_, applied_parts(derivation_->plan(), root_->part.name));
  }
  endResetModel();
}

DerivationModel::Item* DerivationModel::item_of(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Item*>(index.internalPointer()) : root_.get();
}

QModelIndex DerivationModel::index(int row, int column, const QModelIndex& parent) const {
  return hasIndex(row, column, parent)
             ? createIndex(row, column, item_of(parent)->children[static_cast<std::size_t>(row)].get())
             : QModelIndex();
}

QModelIndex DerivationModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  Item* above = item_of(child)->parent;
  return above == root_.get() ? QModelIndex() : createIndex(above->row, 0, above);
}

int DerivationModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(item_of(parent)->children.size());
}

int DerivationModel::columnCount(const QModelIndex&) const { return 1; }

bool DerivationModel::hasChildren(const QModelIndex& parent) const {
  const Item& item = *item_of(parent);
  return item.fetched ? !item.children.empty() : item.opens();
}

bool DerivationModel::canFetchMore(const QModelIndex& parent) const {
  const Item& item = *item_of(parent);
  return !item.fetched && item.opens();
}

void DerivationModel::fetchMore(const QModelIndex& parent) {
  if (!canFetchMore(parent)) return;
  Item& item = *item_of(parent);
  std::vector<Part> parts = applied_parts(derivation_->plan(), item.part.name, root_->part.name);
  if (parts.empty()) {
    item.fetched = true;
    return;
  }
  beginInsertRows(parent, 0, static_cast<int>(parts.size()) - 1);
  fill(item, std::move(parts));
  endInsertRows();
}

QVariant DerivationModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Part& part = item_of(index)->part;
  const auto input = InputKey::find(part.name);
  // An input that is derived has a formula of its own; its origin is that.
  const Origin origin =
      !input || part.opens ? Origin{Origin::Kind::derived, {}, {}, {}} : derivation_->plan().origin(*input);
  switch (role) {
    case Qt::DisplayRole: return to_qt(part.label);
    case Qt::AccessibleTextRole:
      return QStringLiteral("%1, %2").arg(to_qt(part.label), shown(part.value, part.unit, part.word).together());
    case Qt::ToolTipRole:
      return part.origin.empty() ? to_qt(part.name) : QStringLiteral("%1 · %2").arg(to_qt(part.name), words_of(origin));
    case name_role: return to_qt(part.name);
    case symbol_role: return to_qt(part.symbol);
    case value_role: return shown(part.value, part.unit, part.word).together();
    case letter_role: return input ? letter_of(origin) : QString();
    case origin_role: return input ? words_of(origin) : QString();
    case source_role: return to_qt(part.source);
    case link_role: return part.opens;
    default: return {};
  }
}

QHash<int, QByteArray> DerivationModel::roleNames() const {
  return {{name_role, "name"},     {symbol_role, "symbol"}, {value_role, "value"}, {letter_role, "letter"},
          {origin_role, "origin"}, {source_role, "source"}, {link_role, "link"},   {Qt::DisplayRole, "label"}};
}

}  // namespace llmsize::gui
