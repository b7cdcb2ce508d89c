// SPDX-License-Identifier: GPL-3.0-or-later
// What if: changes with what each does, in a row of buttons that make them.
#pragma once

#include "core/document/page.hpp"

#include <QWidget>

#include <vector>

class QHBoxLayout;

namespace llmsize::gui {

class LinkButton;
class Words;

class ChipsRow : public QWidget {
  Q_OBJECT

 public:
  explicit ChipsRow(QWidget* parent = nullptr);

  /// One row of as many as find room, as high with what changes do as before it is known; hidden where there are none.
  void show_page(const Page& page);

 Q_SIGNALS:
  void chosen(const llmsize::Source& changes, const QString& words);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  std::vector<Remedy> shown_;
  QHBoxLayout* row_;
  Words* head_;
  std::vector<LinkButton*> chips_{};
};

}  // namespace llmsize::gui
