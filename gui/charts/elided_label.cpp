// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/elided_label.hpp"

#include "gui/theme/line_breaks.hpp"
#include "gui/theme/tokens.hpp"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <cmath>

namespace llmsize::gui {

ElidedLabel::ElidedLabel(TextRole role, bool quiet, QWidget* parent) : QWidget(parent), role_(role), quiet_(quiet) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void ElidedLabel::set_text(const QString& text) {
  if (text == text_) return;
  const int before = heightForWidth(width());
  text_ = text;
  broken_ = {};
  setAccessibleName(text_);
  update();
  // Sentences change with every number in them; the layout only asks for their height.
  if (heightForWidth(width()) != before || !isVisible()) updateGeometry();
}

const QStringList& ElidedLabel::broken(int width) const {
  constexpr qsizetype most = 3;
  if (width == broken_.width && font() == broken_.font) return broken_.lines;
  const QString text = glued(text_);
  QTextLayout layout(text, gui::font(role_, font()));
  QStringList lines;
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width + 0.5);
    const bool last = lines.size() + 1 == most;
    lines << text.mid(line.textStart(), last ? -1 : line.textLength()).trimmed();
    if (last) break;
  }
  layout.endLayout();
  if (lines.isEmpty()) lines << text;
  broken_ = {width, font(), lines};
  return broken_.lines;
}

bool ElidedLabel::elided() const {
  return QFontMetricsF(gui::font(role_, font())).horizontalAdvance(broken(width()).last()) > width() + 0.5;
}

int ElidedLabel::heightForWidth(int width) const {
  return static_cast<int>(
      std::ceil(static_cast<double>(broken(width).size()) * QFontMetricsF(gui::font(role_, font())).height()));
}

QSize ElidedLabel::sizeHint() const {
  const QFontMetricsF letters(gui::font(role_, font()));
  return {static_cast<int>(std::ceil(letters.horizontalAdvance(text_))), static_cast<int>(std::ceil(letters.height()))};
}

QSize ElidedLabel::minimumSizeHint() const { return {40, sizeHint().height()}; }

bool ElidedLabel::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  if (elided())
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text_, this);
  else
    QToolTip::hideText();
  return true;
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QFont face = gui::font(role_, font());
  painter.setFont(face);
  painter.setPen(quiet_ ? tokens().text3 : tokens().text);
  const QFontMetricsF letters(face);
  const QStringList& lines = broken(width());
  double top = (height() - letters.height() * static_cast<double>(lines.size())) / 2;
  for (const QString& line : lines) {
    const bool last = &line == &lines.back();
    painter.drawText(
        QPointF(0, top + letters.ascent()), last ? letters.elidedText(line, Qt::ElideRight, width() + 0.5) : line);
    top += letters.height();
  }
}

}  // namespace llmsize::gui
