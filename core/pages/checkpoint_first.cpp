// SPDX-License-Identifier: Apache-2.0
// The first screen of checkpoints: the modes side by side, then recovery and what storage has to take in.
#include "core/pages/checkpoint_charts.hpp"
#include "core/pages/first_lines.hpp"
#include "core/quantity/print.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// What storage has to take in: as much as is written on average, and as much as keeps the overhead in its limit.
double needed_bandwidth(const Around& around) {
  constexpr double day = 86400;
  return std::fmax(around.result("checkpoint.required_bandwidth"), around.result("checkpoint.bytes_per_day") / day);
}

std::string share_cell(double share) {
  const auto [number, unit] = value_and_unit(share, Unit::ratio);
  return with_unit(number, unit);
}

Grid modes_grid(const std::vector<SavingMode>& modes) {
  // Without storage to restart from, no goodput is known.
  const bool knows_goodput = std::any_of(
      modes.begin(), modes.end(), [](const SavingMode& mode) { return mode.around.knows("reliability.goodput"); });
  Grid grid;
  grid.header = {"Mode", "Stall", "Durable after", "Optimal interval", ""};
  if (knows_goodput) grid.header.insert(grid.header.end() - 1, "Goodput");
  for (const SavingMode& mode : modes) {
    if (!mode.around.knows("checkpoint.stall")) continue;
    Grid::Row row;
    row.strong = mode.own;
    row.cells = {
        {mode.title},
        {mode.around.shown("checkpoint.stall"), true},
        {mode.around.shown("checkpoint.durable_time"), true},
        {mode.around.shown("checkpoint.optimal_interval"), true}};
    if (knows_goodput) row.cells.push_back({share_cell(mode.around.result("reliability.goodput")), true});
    row.cells.push_back({mode.own ? "current" : ""});
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

/// "SuperPOD Good 22×, Better 58×": how far the guidelines for as many nodes are above what is required.
std::string guidelines_text(const Around& around) {
  const double required = needed_bandwidth(around);
  if (!(required > 0)) return {};
  std::vector<std::string> parts;
  for (const Guideline& each : guidelines_for(around))
    parts.push_back(fmt::format("{} {}×", each.title, factor_text(each.write / required)));
  return parts.empty() ? std::string{} : fmt::format("{} the required write bandwidth", listed(parts));
}

std::string checkpoint_headline(const Around& around) {
  std::string text = title(around.plan());
  if (!around.knows("checkpoint.required_bandwidth")) return text;
  text += fmt::format(": checkpoints need {}", pretty(needed_bandwidth(around), Unit::bandwidth));
  if (around.knows("tier.store_write_rate"))
    return text + fmt::format(" of {} write bandwidth", around.shown("tier.store_write_rate"));
  return text + " write bandwidth";
}

}  // namespace

FirstScreen checkpoint_first(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  FirstScreen first;
  first.headline = checkpoint_headline(around);
  if (!around.name("model").empty()) first.assumed = recipe_words(around);
  FirstLines lines;
  const double bytes = around.input("checkpoint.weight_bytes") + around.input("checkpoint.optimizer_bytes");
  const bool by_parameter = is_absent(around.input("checkpoint.size_given"));
  lines.add(
      "Checkpoint",
      {if_known(around, "checkpoint.size"),
       by_parameter && around.knows("checkpoint.parameters")
           ? fmt::format("{} × {} parameters", pretty(bytes, Unit::bytes), around.shown("checkpoint.parameters"))
           : std::string{},
       if_known(around, "checkpoint.writers", "{} writer ranks")});
  const bool is_timed =
      around.knows("tier.store_write_rate") || !is_absent(around.input("checkpoint.write_time_given"));
  if (is_timed && !obstacle(subject, around, "checkpoint.stall") && !is_unplanned(subject)) {
    first.table = modes_grid(modes);
    lines.add(
        "Interval",
        {if_known(around, "checkpoint.interval"), if_known(around, "checkpoint.interval_steps", "every {} steps")});
    lines.add("Job MTBF", {ranged(around, "reliability.job_mtbf")});
    lines.add(
        "Recovery",
        {if_known(around, "restart.time", "{} per failure: detection, restart, loading"),
         if_known(around, "restart.read_volume", "{} loaded") + if_known(around, "restart.read_time", " in {}")});
  }
  lines.add(
      "Storage", {if_known(around, "checkpoint.purchased_capacity", "{} provisioned") +
                      if_known(around, "checkpoint.kept_recent", " for {} recent checkpoints"),
                  if_known(around, "checkpoint.bytes_per_day", "{}/day written")});
  lines.add("Guidelines", {guidelines_text(around)});
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize
