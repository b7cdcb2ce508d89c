// SPDX-License-Identifier: GPL-3.0-or-later
// A label in a role and a colour of the theme. One line ends in an ellipsis and tells the rest in its tooltip; several
// lines wrap.
#pragma once

#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QHash>
#include <QLabel>

namespace llmsize::gui {

class Words : public QLabel {
  Q_OBJECT

 public:
  enum class Lines { one, many };
  Words(TextRole role, QColor Tokens::*colour, Lines lines = Lines::one, QWidget* parent = nullptr);

  /// Another colour of the theme.
  void set_colour(QColor Tokens::*colour);
  QSize minimumSizeHint() const override;
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void dress();
  bool is_cut() const;

  TextRole role_;
  QColor Tokens::*colour_;
  Lines lines_;
  struct Heights {
    QString text{};
    QFont font{};
    QMargins margins{};
    QHash<int, int> by_width{};
  };
  mutable Heights heights_;  ///< a layout asks for them again and again
};

}  // namespace llmsize::gui
