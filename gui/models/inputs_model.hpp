// SPDX-License-Identifier: GPL-3.0-or-later
// All inputs of a scenario as a tree: groups, and their inputs with value, unit and origin.
#pragma once

#include "gui/models/planner.hpp"
#include "gui/models/text.hpp"

#include <QAbstractItemModel>
#include <QPointer>

#include <map>
#include <memory>
#include <vector>

namespace llmsize::gui {

class InputsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Role {
    key_role = Qt::UserRole + 1,  ///< "workload.tokens"; of a group its id: "goal"
    kind_role,                    ///< Kind
    number_role,                  ///< value in base units; invalid where absent
    value_role,                   ///< "300"; of words the word, of references the entry's name; "–"
    unit_role,                    ///< "B", "days", "GB/s"; may be empty
    edit_role,                    ///< what a field holds while it is edited
    letter_role,                  ///< Y, P, S, M, D, =, or A for what the planner chose; empty where nothing is known
    origin_role,                  ///< "data sheet dgx-h100"
    source_role,                  ///< publication or reason
    error_role,                   ///< why what is typed is no value; empty where it is one
    allowed_role,                 ///< "from 1 to 1,000,000"
    options_role,                 ///< QStringList of words, or ids of a reference
    meanings_role,                ///< QStringList beside the options: what a word stands for
    catalog_role,                 ///< of a reference: folder of the catalog
    said_role,                    ///< bool
    help_role,                    ///< one sentence
    headline_role,                ///< bool: shown without "more"
    summary_role,                 ///< of a group: what is in it, one line
    count_role,                   ///< of a group: how many of its inputs are said
    doubles_role,                 ///< bool: steps double and halve
    held_role,                    ///< bool: said, where the planner would choose it
    price_role,                   ///< what holding it costs, where `ask_price` was answered
  };
  enum class Kind { group, number, flag, choice, reference };
  Q_ENUM(Kind)

  explicit InputsModel(QObject* parent = nullptr);

  /// Shows a document and the case of its planner; both may be nullptr.
  void follow(Document* document, Planner* planner);
  Document* document() const { return document_; }
  /// Shows what nobody said as another case has it than that of the planner; nullptr: as the planner has it.
  void show_case(std::shared_ptr<const Case> shown);

  QModelIndex index_of(std::string_view key) const;
  /// How many inputs are said: "5 set by you".
  int differing() const;
  /// Groups that matter to a page stand first and open, in this order: ids for "size", "checkpoint", …
  static QStringList open_groups(const QString& page);
  /// The only page that opens the section of an input; empty where several do, or none.
  static QString page_about(std::string_view key);
  /// A number as the form shows it: one that was said as exactly as it was said.
  static Shown in_form(double value, Unit unit, bool said);
  /// Asks what it costs to hold an input: `price_role` tells it some time later.
  void ask_price(const QModelIndex& index);
  /// The text of a numeric input some steps further: one unit of the last digit that is shown of three, or doubled.
  QString stepped(const QModelIndex& index, int steps) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Edits the document; false where the text is no value and stays pending. An empty text resets.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QHash<int, QByteArray> roleNames() const override;

 private:
  struct Row {
    std::string_view key;
    Kind kind;
    bool headline;  ///< has a short option
    bool doubles;   ///< a step doubles or halves
    bool first;     ///< number with a short option in its group of core
  };
  struct Group {
    QString id, title;
    std::vector<Row> rows;
  };

  void refresh();
  const Row* row_of(const QModelIndex& index) const;
  QVariant group_data(const Group& group, int role) const;
  QVariant input_data(const Row& row, int role) const;
  const Case& current() const { return shown_ ? *shown_ : planner_->current(); }
  double number_of(const Row& row) const;
  std::string word_of(const Row& row) const;
  Origin origin_of(const Row& row) const;
  Shown shown_of(const Row& row) const;
  QString summary(const Group& group) const;
  bool is_headline(const Row& row) const;
  bool is_planned(const Row& row) const;
  bool is_of_named_entry(const Origin& origin) const;
  bool has_named_entry(const Row& row) const;
  const std::vector<bool>& behind_headlines() const;

  std::vector<Group> groups_;
  QPointer<Document> document_;
  QPointer<Planner> planner_;
  std::shared_ptr<const Case> shown_;
  std::map<std::string, QString, std::less<>> prices_;  ///< of the scenario as it is
  mutable std::vector<bool> behind_;
  mutable std::uint64_t behind_version_ = 0;
};

/// Whether an input is asked for most: `--help` lists it, or it names an entry of the catalog.
bool is_asked_for(std::string_view key);

}  // namespace llmsize::gui
