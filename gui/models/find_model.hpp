// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be found by words: what they would change, figures, inputs, results, pages, actions, terms.
#pragma once

#include "core/document/page.hpp"
#include "gui/models/acts.hpp"

#include <QAbstractListModel>
#include <QString>

#include <memory>
#include <vector>

namespace llmsize::gui {

class FindModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum class Kind { act, figure, input, result, page, action, term };
  Q_ENUM(Kind)
  enum Role {
    kind_role = Qt::UserRole + 1,
    id_role,      ///< key, id of a result, id of a page, name of an action
    detail_role,  ///< second line: help, why, question, shortcut; of an act the answer that it gives, once that is
                  ///< known
    group_role,   ///< "Input", "Result", "Page", "Action"
  };
  struct Item {
    Kind kind{};
    QString id{};
    QString title{};
    QString detail{};
    QStringList names{};  ///< more that it is found by: options, symbols
    Source source{};      ///< of an act what it changes, of a figure where it comes from
    bool apart = false;   ///< of an act: in a copy that is compared
  };

  /// Holds all inputs and results of core.
  explicit FindModel(QObject* parent = nullptr);

  /// Pages and actions come from the window.
  void set_pages(const std::vector<Item>& pages);
  void set_actions(const std::vector<Item>& actions);
  /// The words of the glossary; what is typed may change the scenario from now on. Both have to outlive this.
  void follow(const InputsModel& inputs, const Catalog& catalog);
  /// What the page shows now: its id and its figures.
  void set_page(const Page& page);

  /// Keeps what all words stand in, best first: what they change, things of that very name, titles that begin with them
  /// before others. "why 48" keeps figures and results, "compare b200" changes a copy. Nothing typed: pages and
  /// actions.
  void find(const QString& words);
  /// What was found at a row; an empty one where there is none.
  Item at(int row) const;
  /// The answer that an act gives.
  void set_answer(const Source& act, const QString& answer);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QHash<int, QByteArray> roleNames() const override;

 private:
  struct Known {
    Item item;
    Called called;
    int later;  ///< halves of a fit that it comes after others
  };
  static std::vector<Known> known(const std::vector<Item>& items);
  void add_acts(const QString& typed, bool apart);
  void add_terms(const Catalog& catalog);

  std::vector<Known> core_, pages_, actions_, figures_, terms_;
  std::unique_ptr<const Acts> acts_;
  QString page_;
  std::vector<Item> found_;
  QString words_;
};

}  // namespace llmsize::gui
