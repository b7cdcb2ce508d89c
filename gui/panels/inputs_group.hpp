// SPDX-License-Identifier: GPL-3.0-or-later
// A group of inputs: a line that opens it, the inputs asked for most, and "more".
#pragma once

#include "gui/panels/field_section.hpp"

#include <QPersistentModelIndex>

#include <map>

class QVBoxLayout;

namespace llmsize::gui {

class FoldHead;
class LinkButton;

class InputsGroup : public FieldSection {
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
  /// Leaves out inputs that stand elsewhere in the form, but not from what is searched for.
  void leave_out(const QStringList& keys);
  void refresh() override;
  /// Shows and hides fields: which inputs matter depends on what they say.
  void arrange();
  /// The field of an input, made if need be; nullptr for one of another group.
  InputField* field(const QModelIndex& input);
  std::vector<QWidget*> tab_stops() const override;

 private:
  void summarize();
  bool matches(const QModelIndex& input) const;
  InputField* make(int row);

  QPersistentModelIndex group_;
  FoldHead* head_;
  QWidget* body_;
  QVBoxLayout* rows_;
  LinkButton* more_;
  std::map<int, InputField*> fields_;
  QString words_;
  QStringList left_out_;
  bool only_said_ = false, open_ = false, all_ = false;
};

}  // namespace llmsize::gui
