// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: what is typed changes the scenario or finds inputs, results, pages, actions and terms.
#pragma once

#include "gui/models/find_model.hpp"

#include <QFrame>
#include <QPointer>

class QLineEdit;
class QListView;

namespace llmsize::gui {

class Words;

class FindPopup : public QFrame {
  Q_OBJECT

 public:
  explicit FindPopup(QWidget* parent);

  FindModel& model() { return model_; }
  /// The answer that an act would give, shown with it.
  void show_answer(const Source& act, const QString& answer) { model_.set_answer(act, answer); }
  /// Opens centred below the top of its parent, empty. The focus returns to where it was.
  void open();

 Q_SIGNALS:
  void chosen(const llmsize::gui::FindModel::Item& item);
  /// Another row is looked at, or none any more: an item without an id.
  void highlighted(const llmsize::gui::FindModel::Item& item);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void take();
  void leave();
  void look_at(int row);

  FindModel model_;
  QLineEdit* line_;
  QListView* list_;
  Words* nothing_;
  QPointer<QWidget> before_{};  ///< had the focus
};

}  // namespace llmsize::gui
