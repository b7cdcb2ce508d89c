// SPDX-License-Identifier: Apache-2.0
// Tells what was assumed, and how much it weighs.
#include "core/view/assumed.hpp"

#include "core/answer/answer.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/statistics.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// An input that was assumed or is uncertain.
struct Weighed {
  InputKey key;
  double share = 0;                                   ///< of the variance of the number
  std::optional<std::pair<double, double>> effect{};  ///< the number at the input's P10 and P90
};

/// The number of a page where it is a known result.
const ResultRow* number_of(const Page& page, const Case& plan) {
  const auto id = NumberId::find(page.explains);
  if (!id || !id->result()) return nullptr;
  const ResultRow& row = result_row(*id->result());
  return std::isfinite(row.value(Once(plan.values, dependents()))) ? &row : nullptr;
}

/// Inputs that were assumed, then all that move the number; the largest share first.
std::vector<Weighed> weighed(const Page& page, const Case& plan) {
  std::vector<Weighed> all;
  if (const ResultRow* row = number_of(page, plan))
    for (const Sensitivity& each : sensitivities(plan, *row))
      all.push_back({each.key, each.share, std::pair{each.low, each.high}});
  for (const auto& [finding, remedies] : page.findings) {
    if (finding.id != "input.assumed") continue;
    for (const std::string& field : finding.fields) {
      const auto key = InputKey::find(field);
      if (key && std::none_of(all.begin(), all.end(), [&](const Weighed& each) { return each.key == *key; }))
        all.push_back({*key});
    }
  }
  return all;
}

/// Whether the range of the number of a page is wide enough to speak of.
bool matters(const Page& page, const Case& plan) {
  constexpr double narrow = 1.02;
  const ResultRow* row = number_of(page, plan);
  const auto ends = row ? range(plan, *row) : std::nullopt;
  return ends && ends->second > narrow * ends->first;
}

std::string shown(const Case& plan, InputKey key) {
  const Unit unit = about_of(key).unit;
  return plan.spread(key) > 0 ? spread_text(plan[key], plan.spread(key), unit) : pretty(plan[key], unit);
}

std::string value_cell(const Case& plan, InputKey key) {
  const Unit unit = about_of(key).unit;
  const double value = plan[key], factor = std::exp(z90 * plan.spread(key));
  if (!(factor > 1)) return cell_text(value, unit);
  // Factors and efficiencies stay as they are, as everywhere beside their ranges.
  if (unit == Unit::ratio)
    return fmt::format("{} ({}–{})", pretty(value, unit), pretty(value / factor, unit), pretty(value * factor, unit));
  return ranged_text(value, std::pair{value / factor, value * factor}, unit);
}

/// "24.6–33.5 days", the lower end first whichever end of the input it belongs to.
std::string effect_cell(const Weighed& each, Unit unit) {
  if (!each.effect) return {};
  const auto [low, high] = std::minmax(each.effect->first, each.effect->second);
  return range_text(low, high, unit);
}

}  // namespace

Leading leading_assumptions(const Page& page, const Case& plan) {
  constexpr std::size_t most = 6;
  Leading leading;
  const ResultRow* row = number_of(page, plan);
  if (!row) return leading;
  leading.number = lower_first(std::string(row->about->title));
  for (const Weighed& each : weighed(page, plan)) {
    if (!each.effect || leading.inputs.size() == most) break;
    leading.inputs.push_back({each.key, effect_cell(each, row->about->unit)});
  }
  return leading;
}

std::string assumed_text(const Page& page, const Case& plan) {
  constexpr double most = 0.5;
  const std::vector<Weighed> all = weighed(page, plan);
  if (all.empty() || !matters(page, plan)) return lower_first(page.first.assumed);
  const Weighed& first = all.front();
  const std::string text = first.share > most
                               ? fmt::format(
                                     "{} {}, sets most of the range",
                                     lower_first(std::string(about_of(first.key).label)), shown(plan, first.key))
                               : fmt::format("{} uncertain inputs (--assumptions)", all.size());
  return fmt::format("{}.{}{}", text, page.first.assumed.empty() ? "" : " ", page.first.assumed);
}

Page assumptions_page(const Page& page, const Case& plan) {
  const ResultRow* row = number_of(page, plan);
  Grid grid;
  const std::string effect = row ? "Effect on " + lower_first(std::string(row->about->title)) : "Effect";
  grid.header = {"Input", "Value (P10–P90)", effect, "From"};
  for (const Weighed& each : weighed(page, plan)) {
    Grid::Row cells;
    cells.cells = {
        {std::string(about_of(each.key).label)},
        {value_cell(plan, each.key)},
        {row ? effect_cell(each, row->about->unit) : std::string{}, true},
        {text(plan.origin(each.key))}};
    grid.rows.push_back(std::move(cells));
  }
  Page made;
  made.id = page.id;
  made.title = page.first.headline.empty() ? page.title : page.first.headline;
  made.settled = page.settled;
  Chart chart{page.id + ".assumptions", "Assumptions", "Inputs that nobody stated or that are uncertain", grid};
  if (grid.rows.empty()) chart.empty = "Nothing was assumed, and nothing is uncertain.";
  made.charts.push_back(std::move(chart));
  return made;
}

}  // namespace llmsize
