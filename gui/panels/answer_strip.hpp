// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of a page: four or five figures, the verdict in a chip, one sentence, a button that copies it all.
#pragma once

#include "core/document/page.hpp"

#include <QFrame>

#include <array>
#include <utility>
#include <vector>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace llmsize::gui {

class FigureView;
class LinkButton;
class VerdictChip;
class Words;

class AnswerStrip : public QFrame {
  Q_OBJECT

 public:
  explicit AnswerStrip(QWidget* parent = nullptr);

  /// Figures that do not fit one row go to two or three.
  void show_page(const Page& page);
  /// What a choice that is not made yet would give, in place of the sentence, in grey; empty: the sentence again.
  /// Nothing moves.
  void set_preview(const QString& text);
  /// What the sentence says, or the preview.
  QString sentence() const;
  /// Frames the figure whose derivation is open; none for an empty name.
  void set_explained(const std::string& name);
  const std::vector<FigureView*>& figures() const { return figures_; }
  LinkButton* why() const { return why_; }

 Q_SIGNALS:
  void clicked(const llmsize::Source& source);
  void copied(const QString& text);
  /// A chart is wanted that answers what is asked of the first figure.
  void asked(const std::string& chart);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();
  void say();
  void arrange(std::size_t across);
  /// Figures of the row, from one to before another.
  std::pair<std::size_t, std::size_t> row_of(std::size_t row, std::size_t across) const;
  bool fits(std::size_t across) const;
  bool share_row(std::size_t row);

  std::vector<Figure> shown_;
  QString summary_, preview_, said_, verdict_label_;
  Page::Verdict verdict_{};
  std::array<QBoxLayout*, 3> rows_;
  int lines_ = 1;           ///< of what qualifies a figure
  std::size_t across_ = 1;  ///< figures in a row
  std::vector<FigureView*> figures_;
  VerdictChip* chip_;
  Words* sentence_;
  LinkButton* why_;
  std::string answer_;  ///< the chart that says why
  QToolButton* copy_;
  std::string explained_;
};

}  // namespace llmsize::gui
