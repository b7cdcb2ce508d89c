// SPDX-License-Identifier: GPL-3.0-or-later
// Why there is no answer, in a sentence above the page, with what leads out of it.
#pragma once

#include "core/view/refused.hpp"

#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace llmsize::gui {

class LinkButton;
class Words;

class ProblemLine : public QWidget {
  Q_OBJECT

 public:
  explicit ProblemLine(QWidget* parent = nullptr);

  /// Nothing takes it away. `again` offers to compute.
  void show_refusal(const Refused& refusal, bool again);

 Q_SIGNALS:
  /// The input that it speaks of.
  void field_wanted(const QString& key);
  void applied(const llmsize::Source& changes, const QString& words);
  void again_wanted();

 private:
  LinkButton* add_link();

  QHBoxLayout* row_;
  Words* words_;
  LinkButton *field_, *again_;
  std::vector<LinkButton*> remedies_;
  Refused refusal_;
};

}  // namespace llmsize::gui
