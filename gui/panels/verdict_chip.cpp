// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a verdict.
#include "gui/panels/verdict_chip.hpp"

#include "gui/theme/icons.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QPainter>

namespace llmsize::gui {
namespace {

struct Look {
  Icon icon;
  QColor ink, ground;
};

Look look_of(Page::Verdict verdict) {
  const Tokens& colours = tokens();
  switch (verdict) {
    case Page::Verdict::good: return {Icon::check, colours.good, colours.good_soft};
    case Page::Verdict::just: return {Icon::warning, colours.limit, colours.limit_soft};
    case Page::Verdict::bad: return {Icon::error, colours.error, colours.error_soft};
    case Page::Verdict::incomplete:
    case Page::Verdict::neutral: break;
  }
  return {Icon::info, colours.text2, colours.sunken};
}

}  // namespace

VerdictChip::VerdictChip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void VerdictChip::show_verdict(Page::Verdict verdict, const QString& words) {
  if (verdict == verdict_ && words == words_) return;
  const QSize before = sizeHint();
  verdict_ = verdict;
  words_ = words;
  setAccessibleName(words);
  if (sizeHint() != before) updateGeometry();
  update();
}

QSize VerdictChip::sizeHint() const {
  const Metrics m = metrics();
  const QFontMetrics text(gui::font(TextRole::label_strong));
  return {text.horizontalAdvance(words_) + m.px(40), text.height() + m.px(9)};
}

void VerdictChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Metrics m = metrics();
  const Look look = look_of(verdict_);
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.ground);
  painter.drawRoundedRect(rect(), height() / 2.0, height() / 2.0);
  const int side = m.px(16);
  painter.drawPixmap(m.px(8), (height() - side) / 2, pixmap(look.icon, side, devicePixelRatioF(), look.ink));
  painter.setPen(look.ink);
  painter.setFont(gui::font(TextRole::label_strong));
  painter.drawText(QRect(m.px(28), 0, width() - m.px(28), height()), Qt::AlignVCenter, words_);
}

}  // namespace llmsize::gui
