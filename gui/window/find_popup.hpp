// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: finds inputs, results, pages and actions by words.
#pragma once

#include "gui/models/find_model.hpp"

#include <QFrame>

class QLineEdit;
class QListView;

namespace llmsize::gui {

class FindPopup : public QFrame {
  Q_OBJECT

 public:
  explicit FindPopup(QWidget* parent);

  FindModel& model() { return model_; }
  /// Opens centred below the top of its parent, empty.
  void open();

 Q_SIGNALS:
  void chosen(llmsize::gui::FindModel::Kind kind, const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void take();

  FindModel model_;
  QLineEdit* line_;
  QListView* list_;
};

}  // namespace llmsize::gui
