// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/plot_key.hpp"

#include "gui/charts/plot_lines.hpp"
#include "gui/charts/plot_marks.hpp"

#include <algorithm>

namespace llmsize::gui {

namespace {

constexpr double swatch = 22, gap = 6, between = 18, row = 18;

struct Entry {
  std::size_t series;
  QRectF name;  ///< right of its swatch, from the key's corner
};

/// From left to right, and on to the next row where one is full.
std::vector<Entry> entries(const Ink& ink, const Plot& plot, double width) {
  std::vector<Entry> result;
  double x = 0, y = 0;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (!is_named(plot.series[i])) continue;
    const double name = ink.size(text_of(plot.series[i].title), TextRole::series).width();
    const double whole = ink.px(swatch + gap) + name;
    if (x > 0 && x + whole > width) {
      x = 0;
      y += ink.px(row);
    }
    result.push_back({i, {x + ink.px(swatch + gap), y, name, ink.px(row)}});
    x += whole + ink.px(between);
  }
  return result;
}

void paint_swatch(Ink& ink, const Plot::Series& series, QPointF left) {
  if (series.stroke != Plot::Stroke::none) {
    ink.painter().setPen(pen_of(ink, series));
    ink.painter().drawLine(left, left + QPointF(ink.px(swatch), 0));
    return;
  }
  const auto marked = std::find_if(series.points.begin(), series.points.end(), [](const Plot::Point& point) {
    return point.mark != Plot::Mark::none;
  });
  paint_mark(ink, left + QPointF(ink.px(swatch / 2), 0), series, marked->mark);
}

}  // namespace

bool is_named(const Plot::Series& series) {
  const auto drawn = [&](const Plot::Point& point) {
    return series.stroke != Plot::Stroke::none || point.mark != Plot::Mark::none;
  };
  return !series.title.empty() && std::any_of(series.points.begin(), series.points.end(), drawn);
}

double key_height(const Ink& ink, const Plot& plot, double width) {
  const auto all = entries(ink, plot, width);
  return all.empty() ? 0 : all.back().name.bottom() + ink.px(4);
}

void paint_key(Ink& ink, const Plot& plot, QPointF at, double width) {
  for (const auto& [index, name] : entries(ink, plot, width)) {
    const Plot::Series& series = plot.series[index];
    const QRectF box = name.translated(at);
    paint_swatch(ink, series, {box.left() - ink.px(swatch + gap), box.center().y()});
    ink.text(
        box, Qt::AlignVCenter, text_of(series.title), TextRole::series, gui::ink(series.hue, ink.tokens()), "series");
  }
}

}  // namespace llmsize::gui
