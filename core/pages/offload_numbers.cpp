// SPDX-License-Identifier: Apache-2.0
// The tiers beside each other: nodes, rate, traffic, and the bandwidth that would hide it.
#include "core/pages/numbers.hpp"
#include "core/pages/offload_charts.hpp"
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

}  // namespace

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
