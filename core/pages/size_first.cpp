// SPDX-License-Identifier: Apache-2.0
// The first screen of a training's size: nodes by confidence, then the layout and what it takes.
#include "core/pages/first_lines.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/headline.hpp"
#include "core/view/public_price.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

Grid::Cell number(double value, Unit unit) { return {is_absent(value) ? "–" : pretty(value, unit), true}; }

std::string upper(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// A row for each confidence, the one that was planned for in weight.
Grid by_confidence(const Around& around, const std::vector<CertainNodes::Sized>& sizes) {
  const bool priced = std::any_of(sizes.begin(), sizes.end(), [](const auto& each) { return !is_absent(each.price); });
  Grid grid;
  const std::string asked = around.word("goal.certainty");
  const bool surest = asked == "p90";
  grid.header = {"Confidence", "Nodes", "GPUs", "Time at P50", "Time at P80"};
  if (surest) grid.header.emplace_back("Time at P90");
  grid.header.emplace_back("IT power");
  if (priced) grid.header.emplace_back("CapEx");
  for (const CertainNodes::Sized& each : sizes) {
    Grid::Row row;
    row.strong = each.certainty == asked;
    const bool found = !is_absent(each.nodes);
    row.cells = {
        {upper(each.certainty)},
        number(each.nodes, Unit::count),
        number(each.gpus, Unit::count),
        found ? number(each.time, Unit::seconds) : Grid::Cell{"no number of nodes is enough", true},
        number(each.p80, Unit::seconds)};
    if (surest) row.cells.push_back(number(each.p90, Unit::seconds));
    row.cells.push_back(number(each.power, Unit::watts));
    if (priced) row.cells.push_back(number(each.price, Unit::money));
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

Grid by_deadline(const std::vector<CertainNodes::For>& all) {
  const bool priced = std::any_of(all.begin(), all.end(), [](const auto& each) { return !is_absent(each.price); });
  Grid grid;
  grid.header = {"Deadline", "Nodes"};
  if (priced) grid.header.emplace_back("CapEx");
  for (const CertainNodes::For& each : all) {
    Grid::Row row;
    row.cells = {{pretty(each.deadline, Unit::seconds)}, number(each.nodes, Unit::count)};
    if (priced) row.cells.push_back(number(each.price, Unit::money));
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

void add_purchase(const Around& around, FirstLines& lines) {
  lines.add(
      "Checkpoints", {if_known(around, "checkpoint.size", "{} each"),
                      if_known(around, "checkpoint.purchased_capacity", "{} storage")});
  const double racks = around.result("bom.racks");
  if (around.knows("power.it"))
    lines.add(
        "Facility",
        {is_absent(racks) ? std::string{} : counted_text(racks, "rack"), if_known(around, "power.it", "{} IT power"),
         fmt::format("{} facility power (peak PUE {})", around.shown("power.facility"), around.shown("power.pue")),
         if_known(around, "economics.energy", "{} for the run")});
  lines.add(
      "Cost", {if_known(around, "economics.capex", "{} CapEx"), public_capex_text(around),
               if_known(around, "economics.run_cost", "{} training"), if_known(around, "economics.tco", "{} TCO")});
  add_rent(around, lines);
}

}  // namespace

FirstScreen size_first(const Subject& subject, const Around& around) {
  FirstScreen first;
  first.headline = short_headline(subject, around);
  if (!around.name("model").empty()) first.assumed = recipe_words(around);
  FirstLines lines;
  if (const auto sizes = subject.certain().leading(around.word("goal.certainty")); !sizes.empty()) {
    first.table = by_confidence(around, sizes);
  } else if (tells_deadlines(subject)) {
    // What is planned without a deadline is the smallest cluster: nobody trains on it.
    first.table = by_deadline(subject.certain().by_deadline);
    lines.add("Next", {"set --deadline or --nodes for layout, power and confidence"});
    first.lines = std::move(lines).take();
    return first;
  } else if (!obstacle(subject, around, "training.calendar_time") && misfit(subject, around).empty()) {
    lines.add("Time to train", {ranged(around, "training.calendar_time")});
  }
  add_layout_and_step(subject, around, lines);
  if (!is_pending(subject, around) && !is_unplanned(subject)) add_purchase(around, lines);
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize
