// SPDX-License-Identifier: GPL-3.0-or-later
// What a number is made of, down to its origins: parts are explained when they are opened.
#pragma once

#include "gui/models/derivation.hpp"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace llmsize::gui {

class DerivationModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    name_role = Qt::UserRole + 1,  ///< id of a result or key of an input
    symbol_role,                   ///< "t_step"
    value_role,                    ///< "21.8 s"
    letter_role,                   ///< of the origin's chip; empty for results
    origin_role,                   ///< "data sheet h100-sxm5-80gb"
    source_role,                   ///< publication or reason
    link_role,                     ///< bool: a result or derived input, with a derivation of its own
  };

  explicit DerivationModel(QObject* parent = nullptr);
  ~DerivationModel() override;

  /// The parts of what a derivation shows; follows it. nullptr: none.
  void follow(Derivation* derivation);

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;

 private:
  struct Item;
  void reset();
  static void fill(Item& item, std::vector<Part> parts);
  Item* item_of(const QModelIndex& index) const;

  QPointer<Derivation> derivation_;
  std::unique_ptr<Item> root_;
};

}  // namespace llmsize::gui
