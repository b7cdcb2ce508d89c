// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of what a number is made of: label, value, origin. As high as its rows, so that the panel scrolls as one.
#pragma once

#include "gui/models/derivation_model.hpp"

#include <QTreeView>

namespace llmsize::gui {

class DerivationTree : public QTreeView {
  Q_OBJECT

 public:
  explicit DerivationTree(QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
  /// Opens so many levels.
  void open_levels(int levels);
  /// Opens what was open before the model was reset.
  void open_again();
  void setModel(QAbstractItemModel* model) override;

 Q_SIGNALS:
  /// A value was clicked, or Enter pressed on its row.
  void link_taken(const QString& name, bool is_result);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

 private:
  void take(const QModelIndex& index);
  int rows_below(const QModelIndex& parent) const;
  void remember(const QModelIndex& parent, const QString& path);

  QStringList open_;  ///< paths of names
};

}  // namespace llmsize::gui
