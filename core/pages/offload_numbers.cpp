// SPDX-License-Identifier: Apache-2.0
// The tiers beside each other: nodes, rate, traffic, and the bandwidth that would hide it.
#include "core/pages/numbers.hpp"
#include "core/pages/offload_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/pages/words.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

Grid::Cell tier_cell(const Around& on, ResultKey id) {
  if (!on.knows(id)) return {"–", true, {}};
  return {cell_text(on.result(id), result_row(id).about->unit), true, on.source(id)};
}

Grid::Row tier_row(const Around& on, const TierLook& look, bool trains) {
  const bool holds = why_not(on.at({})).empty();
  Grid::Row row{{{std::string(look.title), false, {}}}};
  row.dull = !holds;
  row.cells.push_back(tier_cell(on, "capacity.nodes_weights"));
  if (trains) row.cells.push_back(tier_cell(on, "capacity.nodes_states"));
  const Grid::Cell none{"–", true, {}};
  row.cells.push_back(holds ? tier_cell(on, "offload.throughput") : none);
  row.cells.push_back(holds ? tier_cell(on, "offload.gpu_efficiency") : none);
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "offload.read_bytes", "offload.write_bytes", "offload.required_bandwidth", "offload.goal_bandwidth"})
    row.cells.push_back(look.word == "gpu" ? none : tier_cell(on, id));
  const double link = on.result("offload.limiting_link");
  row.cells.push_back(
      {!holds        ? why_not(on.at({}))
       : !(link > 0) ? std::string(look.word == "gpu" ? "" : "GPUs do not wait")
                     : fmt::format("{} limit", on.shown("offload.limiting_link")),
       false,
       {}});
  return row;
}

/// "micro-batch 3, ZeRO 0, recompute none; gradients and optimizer there".
std::string settings_text(const Around& on, std::string_view tier) {
  struct State {
    WordKey key;
    std::string_view name;
  };
  constexpr State states[] = {
      {"memory.offload_parameters", "weights"},
      {"memory.offload_gradients", "gradients"},
      {"memory.offload_optimizer", "optimizer"}};
  std::vector<std::string> there;
  for (const auto& [key, name] : states)
    if (tier != "gpu" && on.word(key) == tier) there.emplace_back(name);
  return fmt::format(
      "micro-batch {}, ZeRO {}, recompute {}{}", on.shown("layout.micro_batch"), on.word("layout.zero"),
      on.word("layout.recompute"), there.empty() ? "" : fmt::format("; {} there", listed(there)));
}

}  // namespace

void add_target_layouts(const std::vector<Around>& tiers, Page& page) {
  Numbers numbers(tiers.front());
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    if (why_not(tiers[tier].at({})).empty() && tiers[tier].knows("offload.throughput"))
      numbers.say(
          std::string(tier_looks[tier].title), split_text(tiers[tier]),
          settings_text(tiers[tier], tier_looks[tier].word), tiers[tier].source("layout.tensor"));
  std::move(numbers).add_to(
      page, "offload.layouts", "The fastest layout on each",
      "Layouts with some of the states there, as the planner chose them");
}

Chart tiers_chart(const std::vector<Around>& tiers) {
  const Around& gpu = tiers.front();
  const bool trains = gpu.input("workload.trains") == 1;
  Grid grid;
  grid.header = {"", "Nodes, weights"};
  if (trains) grid.header.emplace_back("Nodes, states");
  grid.header.insert(
      grid.header.end(), {"Tokens/s", "GPUs busy", "Read", "Written", "Hides all",
                          fmt::format("For {} busy", share_text(gpu.input("goal.efficiency"))), "Limit"});
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    grid.rows.push_back(tier_row(tiers[tier], tier_looks[tier], trains));
  Chart chart{
      "offload.tiers", "The tiers in numbers",
      fmt::format(
          "Nodes that hold it; traffic of a node per {}, and the bandwidth that hides it", trains ? "step" : "pass"),
      std::move(grid)};
  chart.wide = true;
  return chart;
}

}  // namespace llmsize
