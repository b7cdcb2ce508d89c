// SPDX-License-Identifier: GPL-3.0-or-later
// A popup to pick an entry of the catalog or a word: type to search, Enter takes, Esc leaves everything as it was.
#pragma once

#include "gui/models/catalog_model.hpp"

#include <QFrame>
#include <QSortFilterProxyModel>

class QLineEdit;
class QTreeView;
class QPushButton;

namespace llmsize::gui {

class Picker : public QFrame {
  Q_OBJECT

 public:
  explicit Picker(QWidget* parent = nullptr);

  /// Opens below a widget with what a key may be; `current` is highlighted.
  void open(std::string_view key, const Catalog& catalog, const QString& current, QWidget* below);

 Q_SIGNALS:
  /// Another entry is highlighted: for a preview of its effect.
  void highlighted(const QString& id);
  void taken(const QString& id);
  /// Closed without taking anything.
  void dismissed();
  /// The last entry of models: a config.json shall be imported.
  void import_wanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString current_id() const;
  void take();
  void highlight_first();
  bool move_by(int rows);

  CatalogModel model_;
  QSortFilterProxyModel found_;
  QLineEdit* search_;
  QTreeView* list_;
  QPushButton* import_;
  bool taken_ = false, opening_ = false;
};

}  // namespace llmsize::gui
