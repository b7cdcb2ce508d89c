// SPDX-License-Identifier: Apache-2.0
// The first screen of the offload experiment: a row per memory tier.
#include "core/pages/first_lines.hpp"
#include "core/pages/offload_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

Grid tiers_grid(const std::vector<Around>& tiers, bool trains) {
  Grid grid;
  grid.header = {trains ? "Model states in" : "Weights in", "Throughput", "GPU efficiency", "Bottleneck"};
  for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
    const Around& on = tiers[tier];
    const std::string why = why_not_on(on);
    const bool runs = why.empty() && on.knows("offload.throughput");
    const bool linked = on.result("offload.limiting_link") > 0;
    Grid::Row row;
    row.dull = !runs;
    row.cells = {
        {std::string(tier_looks[tier].title)},
        {runs ? tokens_text(on.result("offload.throughput")) : "–", true},
        {runs ? share_text(on.result("offload.gpu_efficiency")) : "–", true},
        {!runs    ? why
         : linked ? on.shown("offload.limiting_link")
                  : "none: transfers overlapped"}};
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

/// "2 nodes: 314 tok/s, 15.2 kW": as many as hold the model in GPU memory.
std::string alternative(const Subject& subject, const Around& around) {
  if (!subject.offload || !subject.offload->instead) return {};
  const Around large = around.with(changes_to(around.scenario(), *subject.offload->instead));
  if (!large.knows("offload.throughput")) return {};
  return fmt::format(
      "{}, GPU memory only: {}{}", counted_text(large.input("cluster.nodes"), "node"),
      tokens_text(large.result("offload.throughput")), if_known(large, "power.it", ", {}"));
}

}  // namespace

FirstScreen offload_first(const Subject& subject, const Around& around, const std::vector<Around>& tiers) {
  FirstScreen first;
  first.headline = title(around.plan());
  const auto runs = [](const Around& on) { return why_not_on(on).empty() && on.knows("offload.throughput"); };
  const auto fastest = std::find_if(tiers.begin(), tiers.end(), runs);
  const bool trains = around.input("workload.trains") == 1;
  if (fastest == tiers.end() || obstacle(subject, tiers[1], "offload.throughput")) return first;
  const auto tier = static_cast<std::size_t>(fastest - tiers.begin());
  first.headline += fmt::format(
      ", {}: fits in {}, {}", trains ? "training" : "inference", lower_first(std::string(tier_looks[tier].title)),
      tokens_text(fastest->result("offload.throughput")));
  first.table = tiers_grid(tiers, trains);
  FirstLines lines;
  const auto slow = std::find_if(tiers.begin() + 1, tiers.end(), runs);
  const Around& on = slow == tiers.end() ? *fastest : *slow;
  lines.add(
      "Traffic", {if_known(on, "offload.read_bytes", "{} read per node and step"),
                  resident_share(on) > 0 && resident_share(on) < 1
                      ? fmt::format("{} of the weights stay in GPU memory", share_text(resident_share(on)))
                      : std::string{}});
  lines.add(
      fmt::format("For {} efficiency", share_text(on.input("goal.efficiency"))),
      {if_known(on, "offload.goal_bandwidth", "{} per node")});
  lines.add("Alternative", {alternative(subject, around)});
  first.lines = std::move(lines).take();
  return first;
}

}  // namespace llmsize
