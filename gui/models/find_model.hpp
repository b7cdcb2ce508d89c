// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be found by words: inputs, results, pages, actions.
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <vector>

namespace llmsize::gui {

class FindModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum class Kind { input, result, page, action };
  Q_ENUM(Kind)
  enum Role {
    kind_role = Qt::UserRole + 1,
    id_role,      ///< key, id of a result, id of a page, name of an action
    detail_role,  ///< second line: help, why, question, shortcut
    group_role,   ///< "Input", "Result", "Page", "Action"
  };
  struct Item {
    Kind kind;
    QString id;
    QString title;
    QString detail;
    QString words{};  ///< more that it is found by: options, symbols
  };

  /// Holds all inputs and results of core.
  explicit FindModel(QObject* parent = nullptr);

  /// Pages and actions come from the window.
  void set_pages(std::vector<Item> pages);
  void set_actions(std::vector<Item> actions);
  /// Keeps what all words stand in, best first: titles that begin with them before others. Nothing typed: pages and
  /// actions.
  void find(const QString& words);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;

 private:
  std::vector<Item> core_, pages_, actions_;
  std::vector<Item> found_;
  QString words_;
};

}  // namespace llmsize::gui
