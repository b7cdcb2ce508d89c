// SPDX-License-Identifier: GPL-3.0-or-later
// The form on the left: the decisions of a page, the assumptions that move its answer most, and behind one line all
// inputs in groups; a search, and what was set.
#pragma once

#include "core/view/assumed.hpp"
#include "gui/panels/input_field.hpp"
#include "gui/panels/picker.hpp"

#include <QTimer>
#include <QWidget>

#include <vector>

class QLineEdit;
class QScrollArea;
class QVBoxLayout;

namespace llmsize::gui {

class FieldSection;
class FoldHead;
class InputsGroup;
class LeadingInputs;
class LinkButton;
class QuestionBar;

class InputsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit InputsPanel(QWidget* parent = nullptr);

  /// Shows a document and what its planner chose; both may be nullptr.
  void follow(Document* document, Planner* planner);
  InputsModel& model() { return model_; }

  /// Asks what a page asks, and puts the groups that matter to it first and open: "size", "checkpoint", …
  void set_page(const QString& page);
  /// Shows the assumptions that move the answer of the page most.
  void show_leading(const Leading& leading);
  /// The field of an input, its group opened; nullptr for no input.
  InputField* field(const QString& key);
  /// Brings an input into view and puts the cursor there.
  void focus_input(const QString& key);
  /// The same, and of an entry of the catalog or a choice the list opens.
  void choose(const QString& key);
  /// Shows the search line and puts the cursor there.
  void search();

 Q_SIGNALS:
  /// An entry is highlighted in a picker but not taken; without one the preview ends.
  void previewed(const QString& key, const QString& id);
  /// An input shall be explained.
  void explain_wanted(const QString& key);
  /// The last entry of the models was chosen: ask for a config.json.
  void import_wanted();
  /// What was typed into a field is no value, and the field was left: why.
  void refused(const QString& why);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void make_head(QVBoxLayout& column);
  void make_form();
  QWidget* end_visit();
  void go_on_in(QWidget* box);
  void ask();
  void show_parts();
  void refresh();
  void filter();
  void open_picker(const QString& key, QWidget* below);
  void order_tabs_soon();
  void order_tabs();

  InputsModel model_;
  LinkButton* differing_;
  QLineEdit* search_;
  QScrollArea* scroll_;
  QVBoxLayout* rows_ = nullptr;
  QuestionBar* question_ = nullptr;
  LeadingInputs* leading_ = nullptr;
  FoldHead* all_ = nullptr;
  QWidget* all_body_ = nullptr;
  std::vector<InputsGroup*> groups_;  ///< as they are seen
  QString page_;
  Picker* picker_;
  QString picked_key_;
  bool refreshing_ = false, ordering_ = false;
  QTimer settled_;  ///< nothing was changed for a moment: fields may come and go
};

}  // namespace llmsize::gui
