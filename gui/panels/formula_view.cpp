// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the sides of an equation in lines.
#include "gui/panels/formula_view.hpp"

#include "gui/panels/formula_box.hpp"
#include "gui/theme/looks.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>

#include <algorithm>

namespace llmsize::gui {
namespace {

constexpr double line_gap = 6;

}  // namespace

FormulaView::FormulaView(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  follow_looks(this, [this] { set_type(); });
}

FormulaView::~FormulaView() = default;

void FormulaView::set_sides(const QStringList& sides, const QString& words) {
  sides_ = sides;
  setAccessibleName(words);
  set_type();
  updateGeometry();
  update();
}

/// A fraction cannot be broken: where one is wider than the panel, the letters get smaller.
void FormulaView::set_type() {
  QFont type = gui::font(TextRole::body);
  const int least = type.pixelSize() * 2 / 3;
  for (;; type.setPixelSize(type.pixelSize() - 1)) {
    pieces_.clear();
    double widest = 0;
    for (const QString& side : sides_) {
      const QString lead = pieces_.empty() ? QString() : QStringLiteral("= ");
      pieces_.push_back(boxes_of(lead + side + QLatin1Char(' '), type));
      for (const auto& box : pieces_.back()) widest = std::max(widest, box->width);
    }
    if (widest <= width() - 2.0 * metrics().step || type.pixelSize() <= least) return;
  }
}

template <class Visit>
double FormulaView::lay_out(double width, Visit visit) const {
  // A side that does not fit behind the one before begins a line; one that is longer than a line is broken between
  // words.
  const double indent = 2 * metrics().step;
  std::vector<const FormulaBox*> line;
  double top = 0, x = 0;
  const auto end_line = [&] {
    double above = 0, below = 0, at = top == 0 ? 0 : indent;
    for (const FormulaBox* box : line) {
      above = std::max(above, box->above);
      below = std::max(below, box->below);
    }
    for (const FormulaBox* box : line) {
      visit(*box, at, top + above);
      at += box->width;
    }
    if (!line.empty()) top += above + below + line_gap;
    line.clear();
    x = indent;
  };
  for (const auto& side : pieces_) {
    double whole = 0;
    for (const auto& box : side) whole += box->width;
    if (x + whole > width && x > indent) end_line();
    for (const auto& box : side) {
      if (x + box->width > width && !line.empty()) end_line();
      line.push_back(box.get());
      x += box->width;
    }
  }
  end_line();
  return std::max(0.0, top - line_gap);
}

int FormulaView::heightForWidth(int width) const {
  return static_cast<int>(lay_out(width, [](const FormulaBox&, double, double) {})) + 2;
}

QSize FormulaView::sizeHint() const {
  return {metrics().px(200), heightForWidth(std::max(width(), metrics().px(200)))};
}

void FormulaView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(tokens().text, 1));
  lay_out(width(), [&](const FormulaBox& box, double x, double base) { box.paint(painter, x, base); });
}

void FormulaView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  set_type();
  updateGeometry();
}

}  // namespace llmsize::gui
