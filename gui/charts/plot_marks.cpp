// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_marks.hpp"

namespace llmsize::gui {

namespace {

void paint_cross(Ink& ink, QPointF at) {
  const double r = ink.px(5.5);
  for (const auto& [colour, width] : {std::pair(ink.tokens().surface, 4.5), std::pair(ink.tokens().error, 2.0)}) {
    ink.line(at + QPointF(-r, -r), at + QPointF(r, r), colour, width);
    ink.line(at + QPointF(-r, r), at + QPointF(r, -r), colour, width);
  }
}

/// One of many: it lets others be seen below.
void paint_dot(Ink& ink, QPointF at, const Plot::Series& series) {
  QColor full = colour(series.hue, ink.tokens());
  constexpr float seen_through = 0.7F;
  full.setAlphaF(seen_through);
  if (series.fades)
    ink.mark(at, ink.px(2.4), series.hue, Qt::transparent, full);
  else
    ink.mark(at, ink.px(2.6), series.hue, full, {});
}

}  // namespace

void paint_mark(Ink& ink, QPointF at, const Plot::Series& series, Plot::Mark mark) {
  const QColor full = colour(series.hue, ink.tokens()), ground = ink.tokens().surface;
  switch (mark) {
    case Plot::Mark::none: break;
    case Plot::Mark::dot: paint_dot(ink, at, series); break;
    case Plot::Mark::open: ink.mark(at, ink.px(4.2), series.hue, ground, full); break;
    case Plot::Mark::filled: ink.mark(at, ink.px(5.6), series.hue, full, ground); break;
    case Plot::Mark::cross: paint_cross(ink, at); break;
  }
}

}  // namespace llmsize::gui
