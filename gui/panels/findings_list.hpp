// SPDX-License-Identifier: GPL-3.0-or-later
// What was found: three rows with icon, sentence and remedies that change the scenario; "more" shows the rest.
#pragma once

#include "core/report/charts/chart.hpp"

#include <QFrame>

class QPushButton;
class QVBoxLayout;

namespace llmsize::gui {

class FindingsList : public QFrame {
  Q_OBJECT

 public:
  explicit FindingsList(QWidget* parent = nullptr);
  void show_board(const Board& board);

 Q_SIGNALS:
  /// A remedy was chosen: changes of the scenario, and its words.
  void remedied(const llmsize::Source& changes, const QString& words);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void rebuild();

  std::vector<std::pair<FoundFinding, std::vector<Remedy>>> findings_;
  QVBoxLayout* rows_;
  bool all_ = false;
};

}  // namespace llmsize::gui
