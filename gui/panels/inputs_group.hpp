// SPDX-License-Identifier: GPL-3.0-or-later
// A group of inputs: a line that opens it, the inputs asked for most, and "more".
#pragma once

#include "gui/panels/input_field.hpp"

#include <QPersistentModelIndex>
#include <QWidget>

#include <map>
#include <vector>

class QVBoxLayout;

namespace llmsize::gui {

class GroupHead;
class LinkButton;

class InputsGroup : public QWidget {
  Q_OBJECT

 public:
  InputsGroup(InputsModel& model, const QModelIndex& group, QWidget* parent = nullptr);

  QString id() const { return group_.data(InputsModel::key_role).toString(); }
  /// Its place in the model.
  int row() const { return group_.row(); }
  void set_open(bool open);
  bool is_open() const { return open_; }
  /// Only inputs with all these words, or only those that are said; nothing: the usual ones.
  void filter(const QString& words, bool only_said);
  /// Shows what the model says now, in the fields that are there.
  void refresh();
  /// Shows and hides fields: which inputs matter depends on what they say.
  void arrange();
  /// The field of an input, made if need be; nullptr for one of another group.
  InputField* field(const QModelIndex& input);
  /// What Tab goes to, in its order.
  std::vector<QWidget*> tab_stops() const;

 Q_SIGNALS:
  /// A field was made: it is the last for Tab wherever it is seen.
  void field_made();
  void refused(const QString& why);
  void pick_wanted(const QString& key, QWidget* below);
  void explain_wanted(const QString& key);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void summarize();
  bool matches(const QModelIndex& input) const;
  InputField* make(int row);

  InputsModel& model_;
  QPersistentModelIndex group_;
  GroupHead* head_;
  QWidget* body_;
  QVBoxLayout* rows_;
  LinkButton* more_;
  std::map<int, InputField*> fields_;
  QString words_;
  bool only_said_ = false, open_ = false, all_ = false;
};

}  // namespace llmsize::gui
