// SPDX-License-Identifier: GPL-3.0-or-later
// A list of words to choose from, in a box like those of the form's pickers.
#pragma once

#include <QComboBox>

namespace llmsize::gui {

class ChoiceBox : public QComboBox {
  Q_OBJECT

 public:
  /// `searched`: one types any part of an entry to find it.
  explicit ChoiceBox(bool searched, QWidget* parent = nullptr);
  explicit ChoiceBox(QWidget* parent = nullptr) : ChoiceBox(false, parent) {}

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void dress();
  QRect room() const;
};

}  // namespace llmsize::gui
