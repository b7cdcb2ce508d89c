// SPDX-License-Identifier: GPL-3.0-or-later
// One figure of the answer: label, value with unit on one line, what qualifies it. A click, Enter or Space explains it.
#pragma once

#include "core/document/page.hpp"

#include <QAbstractButton>
#include <optional>

namespace llmsize::gui {

class FigureView : public QAbstractButton {
  Q_OBJECT

 public:
  explicit FigureView(QWidget* parent = nullptr);

  void show_figure(const Figure& figure);
  const Figure& figure() const { return figure_; }
  /// Its derivation is open.
  void set_explained(bool explained);
  /// Lines for what qualifies it: two where one is too short for a figure of the strip.
  void set_lines(int lines);
  /// Whether the last painting had to shorten something.
  bool elided() const { return elided_; }

  /// The least width that shows label and value whole.
  int needed() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  /// Least widths at a base font.
  struct Measured {
    QFont base{};
    int needed = 0, qualifier = 0;
  };
  const Measured& measured() const;
  int mark_width() const;
  QStringList qualifier_in(int room) const;

  Figure figure_;
  bool explained_ = false, elided_ = false;
  int lines_ = 1;
  mutable std::optional<Measured> measured_{};  ///< of this figure
};

}  // namespace llmsize::gui
