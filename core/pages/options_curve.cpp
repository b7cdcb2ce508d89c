// SPDX-License-Identifier: Apache-2.0
// What more confidence takes, system by system.
#include "core/pages/options.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace llmsize {
namespace {

/// The rows of each system by a number, in the order of the table.
std::vector<Plot::Series> system_lines(
    const OfferSet& offers, ResultKey y_id, const std::function<double(const AnsweredRow&)>& x) {
  std::vector<Plot::Series> lines;
  const Amount y = offers.amount(y_id);
  for (const AnsweredRow& row : offers.table.rows) {
    if (is_absent(x(row)) || is_absent(y.of(row))) continue;
    const std::string system = offers.system(row);
    auto line =
        std::find_if(lines.begin(), lines.end(), [&](const Plot::Series& each) { return each.title == system; });
    if (line == lines.end()) line = lines.insert(lines.end(), study_series(system, lines.size()));
    Plot::Point point{x(row), y.of(row)};
    point.mark = &row == offers.best ? Plot::Mark::filled : Plot::Mark::open;
    point.source = source_in(row, y);
    point.apply.changes = offers.changes(row);
    if (&row == offers.best) point.callout = offers.offer(row);
    line->points.push_back(std::move(point));
  }
  for (Plot::Series& line : lines)
    std::sort(line.points.begin(), line.points.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
  return lines;
}

/// What more confidence takes on the proposed system, else on the first: "P80 instead of P50 takes 1.5× the power".
std::string confidence_title(
    const OfferSet& offers, std::string_view taken, const std::function<double(const AnsweredRow&)>& x) {
  const AnsweredRow *low = nullptr, *high = nullptr;
  const std::string system = offers.best ? input_word(*offers.best, "cluster.system") : offers.own;
  for (const AnsweredRow& row : offers.table.rows) {
    const double chance = number_in(row, "goal.chance");
    if (input_word(row, "cluster.system") != system || is_absent(x(row)) || is_absent(chance) || !holds(row)) continue;
    if (!low || chance < number_in(*low, "goal.chance")) low = &row;
    if (!high || chance > number_in(*high, "goal.chance")) high = &row;
  }
  if (!low || low == high) return fmt::format("On-time chance vs. {}", taken);
  return fmt::format(
      "{}: {} instead of {} on time takes {}× the {}", offers.system(*low), share_text(number_in(*high, "goal.chance")),
      share_text(number_in(*low, "goal.chance")), factor_text(x(*high) / x(*low)), taken);
}

/// Which service has the most for what it takes: "2 × DGX B300: highest goodput per IT power".
std::string yield_title(
    const OfferSet& offers, std::string_view taken, const std::function<double(const AnsweredRow&)>& x) {
  const AnsweredRow* best = nullptr;
  const auto yield = [&](const AnsweredRow& row) { return number_in(row, "serving.rate_at_limit") / x(row); };
  for (const AnsweredRow& row : offers.table.rows)
    if (holds(row) && !is_absent(yield(row)) && (!best || yield(row) > yield(*best))) best = &row;
  return best ? fmt::format("{}: highest goodput per {}", offers.offer(*best), taken)
              : fmt::format("Goodput vs. {}", taken);
}

/// Chance or rate of every offer over what it takes.
Chart curve(
    const OfferSet& offers, std::string view, std::string_view taken, Unit unit,
    const std::function<double(const AnsweredRow&)>& x) {
  const bool chances = offers.asked == Asked::training && !is_absent(offers.deadline);
  const ResultKey y = chances                           ? ResultKey("goal.chance")
                      : offers.asked == Asked::training ? ResultKey("training.calendar_time")
                                                        : ResultKey("serving.rate_at_limit");
  const std::string what(chances ? "On-time chance" : result_row(y).about->title);
  Chart chart{
      "options.curve", fmt::format("{} vs. {}", what, taken), fmt::format("{} vs. {}, a line per system", what, taken),
      Plot{}};
  if (chances) chart.title = confidence_title(offers, taken, x);
  if (offers.asked != Asked::training) chart.title = yield_title(offers, taken, x);
  chart.view = std::move(view);
  Plot plot;
  plot.series = system_lines(offers, y, x);
  if (plot.series.empty()) chart.empty = "No offer has a known result.";
  double low = absent, high = absent, top = absent, bottom = absent;
  for (const Plot::Series& line : plot.series)
    for (const Plot::Point& point : line.points) {
      if (!(low <= point.x)) low = point.x;
      if (!(high >= point.x)) high = point.x;
      if (!(top >= point.y)) top = point.y;
      if (!(bottom <= point.y)) bottom = point.y;
    }
  const double room = 0.08 * (high > low ? high - low : high);
  plot.x = with_ticks({std::string(taken), unit, false, std::max(0.0, low - room), high + room});
  plot.y = with_ticks({lower_first(what), result_row(y).about->unit, false, 0, chances ? 1 : 1.1 * top});
  if (chances)
    plot.limits = {{"confidence", offers.surely.chance, false, Hue::limit, share_text(offers.surely.chance)}};
  chart.body = std::move(plot);
  return chart;
}

}  // namespace

/// Against the price where any is known, and against power, which every offer takes; nodes of different systems are
/// not alike.
Chart confidence_chart(const OfferSet& offers) {
  Chart power = curve(
      offers, "Power", "IT power", Unit::watts, [](const AnsweredRow& row) { return number_in(row, "power.it"); });
  const auto priced = std::count_if(offers.table.rows.begin(), offers.table.rows.end(), [](const AnsweredRow& row) {
    return !is_absent(compared_capex(row));
  });
  if (priced < 2) {
    power.view.clear();
    return power;
  }
  Chart price = curve(offers, "CapEx", "CapEx", Unit::money, compared_capex);
  const bool all = priced == static_cast<std::ptrdiff_t>(offers.table.rows.size());
  if (!all) price.subtitle += "; systems without a price are left out";
  Chart& first = all ? price : power;
  first.views.push_back(all ? power : price);
  return first;
}

}  // namespace llmsize
