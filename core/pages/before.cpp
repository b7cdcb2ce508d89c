// SPDX-License-Identifier: Apache-2.0
// Sets a page against what it showed before a change.
#include "core/inputs/list.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// "+26", "\u22129.7 days": what a figure has become more or less; empty where it is the same or not known.
std::string change_of(const Figure& now, const Figure& before) {
  const auto id = NumberId::find(now.source.name);
  if (!id || !now.number || !before.number || *now.number == *before.number) return {};
  const Unit unit = id->result() ? result_row(*id->result()).about->unit : about_of(*id->input()).unit;
  const double more = *now.number - *before.number;
  if (unit == Unit::seconds) return signed_time(more, std::max(*now.number, *before.number));
  return fmt::format("{}{}", more < 0 ? "\u2212" : "+", pretty(std::abs(more), unit));
}

/// A line as it was: pale, without words, with the mark of what was chosen.
Plot::Series ghost_of(Plot::Series line) {
  line.title = "before";
  line.hue = Hue::waiting;
  line.stroke = Plot::Stroke::dashed;
  for (Plot::Point& point : line.points) {
    const bool chosen = point.mark == Plot::Mark::filled;
    point = {point.x, point.y};
    if (chosen) point.mark = Plot::Mark::dot;
  }
  return line;
}

void add_ghost(Chart& now, const Chart& before) {
  auto* plot = std::get_if<Plot>(&now.body);
  const auto* old = std::get_if<Plot>(&before.body);
  if (!plot || !old || plot->series.empty() || old->series.empty()) return;
  if (plot->series.front().points == old->series.front().points && plot->limits == old->limits) return;
  plot->series.push_back(ghost_of(old->series.front()));
  fit_axes(*plot);
}

}  // namespace

void set_against(Page& page, const Page& before) {
  if (page.id != before.id) return;
  for (Figure& figure : page.figures)
    for (const Figure& old : before.figures) {
      if (old.label != figure.label || old.source.name != figure.source.name) continue;
      if (const std::string change = change_of(figure, old); !change.empty())
        figure.qualifier = fmt::format("{} vs. before; {}", change, figure.qualifier);
    }
  for (Chart& chart : page.charts) {
    if (chart.id != "size.time") continue;
    for (const Chart& old : before.charts)
      if (old.id == chart.id) add_ghost(chart, old);
  }
}

}  // namespace llmsize
