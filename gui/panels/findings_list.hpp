// SPDX-License-Identifier: GPL-3.0-or-later
// What was found: three rows with icon, sentence and remedies that change the scenario; "more" shows the rest.
#pragma once

#include "core/document/page.hpp"

#include <QFrame>

class QVBoxLayout;

namespace llmsize::gui {

class FindingRow;
class LinkButton;

class FindingsList : public QFrame {
  Q_OBJECT

 public:
  explicit FindingsList(QWidget* parent = nullptr);
  void show_page(const Page& page);

 Q_SIGNALS:
  /// A remedy was chosen: changes of the scenario, and its words.
  void remedied(const llmsize::Source& changes, const QString& words);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void show_findings();

  std::vector<std::pair<FoundFinding, std::vector<Remedy>>> findings_;
  QVBoxLayout* rows_;
  LinkButton* more_;
  std::vector<FindingRow*> shown_{};  ///< as many as were ever needed; the rest is hidden
  bool all_ = false;
};

}  // namespace llmsize::gui
