// SPDX-License-Identifier: GPL-3.0-or-later
// A box of a formula: letters, boxes side by side, or a fraction.
#pragma once

#include <QFont>
#include <QString>

#include <memory>
#include <vector>

class QPainter;

namespace llmsize::gui {

struct FormulaBox {
  double width = 0, above = 0, below = 0;  ///< of the base line

  FormulaBox() = default;
  FormulaBox(const FormulaBox&) = delete;
  FormulaBox& operator=(const FormulaBox&) = delete;
  virtual ~FormulaBox() = default;
  virtual void paint(QPainter& painter, double x, double base) const = 0;
};
using Boxes = std::vector<std::unique_ptr<FormulaBox>>;

/// Boxes of an HTML formula in a font, cut at the spaces where a line may end.
Boxes boxes_of(const QString& html, const QFont& font);

}  // namespace llmsize::gui
