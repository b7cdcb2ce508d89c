// SPDX-License-Identifier: Apache-2.0
// The tiers beside each other: nodes, rate, traffic, and the bandwidth that would hide it.
#include "core/pages/offload_charts.hpp"
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace llmsize {
namespace {

Grid::Cell tier_cell(const Around& on, ResultKey id) {
  if (!on.knows(id)) return {"–", true, {}};
  return number_cell(on, id);
}

Grid::Row tier_row(const Around& on, const TierLook& look, bool trains) {
  const bool holds = why_not_on(on).empty();
  Grid::Row row{{{std::string(look.title), false, {}}}};
  row.dull = !holds;
  row.cells.push_back(tier_cell(on, "capacity.nodes_weights"));
  if (trains) row.cells.push_back(tier_cell(on, "capacity.nodes_states"));
  const Grid::Cell none{"–", true, {}};
  row.cells.push_back(holds ? tier_cell(on, "offload.throughput") : none);
  if (!trains) row.cells.push_back(holds && look.word != "gpu" ? tier_cell(on, "offload.streamed_throughput") : none);
  row.cells.push_back(holds ? tier_cell(on, "offload.gpu_efficiency") : none);
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "offload.read_bytes", "offload.write_bytes", "offload.required_bandwidth", "offload.goal_bandwidth"})
    row.cells.push_back(look.word == "gpu" ? none : tier_cell(on, id));
  if (trains)
    row.cells.push_back(
        look.word == "nvme"     ? tier_cell(on, "wear.drive_writes")
        : look.word == "shared" ? tier_cell(on, "wear.shared_drive_writes")
                                : none);
  const double link = on.result("offload.limiting_link");
  row.cells.push_back(
      {!holds        ? why_not_on(on)
       : !(link > 0) ? std::string(look.word == "gpu" ? "" : "no waiting")
                     : on.shown("offload.limiting_link"),
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
  if (serves(on)) {
    const double pinned = on.input("memory.resident_share");
    return fmt::format(
        "batch {}, ZeRO-{}{}", on.shown("serving.batch"), on.word("layout.zero"),
        tier != "gpu" && pinned > 0 ? fmt::format(", {} pinned", share_text(pinned)) : "");
  }
  return fmt::format(
      "micro-batch {}, ZeRO-{}, recompute {}{}", on.shown("layout.micro_batch"), on.word("layout.zero"),
      on.word("layout.recompute"), there.empty() ? "" : fmt::format("; {} offloaded", listed(there)));
}

}  // namespace

void add_path(const std::vector<Around>& tiers, Page& page) {
  Numbers numbers(tiers.back());
  for (std::size_t tier = 1; tier < tiers.size(); ++tier) {
    const Around& on = tiers[tier];
    if (!why_not_on(on).empty()) continue;
    numbers.group(std::string(tier_looks[tier].title));
    const auto hop = [&](std::string label, ResultKey id, std::string note) {
      if (on.result(id) > 0) numbers.say(std::move(label), on.shown(id), std::move(note), on.source(id));
    };
    if (tier == 3) {
      hop("Appliances", "tier.supply_read", "all nodes");
      hop("Client and storage NICs", "tier.client_read_rate", "per node");
    }
    if (tier == 2) hop("Drives", "tier.local_read_rate", "per node");
    if (tier == 1 || on.input("path.direct") == 0) {
      hop("CPU memory", "tier.dram_rate", "per GPU");
      hop("PCIe switch and host link", "tier.link_rate", "per GPU");
    }
    if (on.scenario().find("path.rate"))
      numbers.say("Offload engine limit", on.shown("path.rate"), "per GPU", on.source("path.rate"));
    hop("Effective bandwidth per GPU", read_rates[tier],
        fmt::format("engine efficiency {}", share_text(on.input("path.efficiency"))));
  }
  std::move(numbers).add_to(page, "offload.path", "Data path to a GPU", "Read bandwidth per hop");
}

void add_sharing(const std::vector<Around>& tiers, Page& page) {
  const Around &nvme = tiers[2], &shared = tiers[3];
  Numbers numbers(shared);
  const auto add = [&](const Around& on, ResultKey id, std::string note) {
    if (on.knows(id) && on.result(id) > 0)
      numbers.say(std::string(result_row(id).about->title), on.shown(id), std::move(note), on.source(id));
  };
  if (why_not_on(shared).empty()) {
    add(shared, "offload.appliances",
        fmt::format("for {} GPU efficiency, by bandwidth and capacity", share_text(shared.input("goal.efficiency"))));
    add(shared, "offload.sharing_nodes", "beyond that local drives are faster");
  }
  if (why_not_on(nvme).empty() && nvme.result("wear.drive_writes") > 0) {
    add(nvme, "wear.nvme_per_day",
        fmt::format("{} DWPD, rated for {}", nvme.shown("wear.drive_writes"), nvme.shown("node.nvme_endurance")));
    add(nvme, "wear.worn_after", fmt::format("warranty {}", nvme.shown("node.nvme_warranty")));
    add(nvme, "wear.bearable_batch", "at which drives reach their warranty period");
  }
  std::move(numbers).add_to(
      page, "offload.sharing", "Sharing and drive wear", "Appliances, nodes per appliance and drive writes");
}

void add_alternative(const Subject& subject, const Around& around, const std::vector<Around>& tiers, Page& page) {
  const auto lives = std::find_if(tiers.begin() + 1, tiers.end(), [](const Around& on) {
    return on.knows("offload.throughput") && why_not_on(on).empty();
  });
  if (!subject.offload || !subject.offload->instead || lives == tiers.end()) return;
  const Around large = around.with(changes_to(around.scenario(), *subject.offload->instead));
  const std::size_t tier =
      tiers[3].knows("offload.throughput") && why_not_on(tiers[3]).empty() ? 3 : std::size_t(lives - tiers.begin());
  const Around& small = tiers[tier];
  Numbers numbers(around);
  const auto say = [&](const Around& on, std::string label) {
    std::string note = fmt::format("{}, {} rack units", on.shown("power.it"), on.shown("economics.rack_units"));
    if (on.knows("economics.cost_per_million_tokens"))
      note += fmt::format(", {} per million tokens", on.shown("economics.cost_per_million_tokens"));
    numbers.say(
        std::move(label), tokens_text(on.result("offload.throughput")), std::move(note),
        on.source("offload.throughput"));
  };
  say(large, fmt::format("{}, GPU memory only", counted_text(large.input("cluster.nodes"), "node")));
  say(small, fmt::format(
                 "{}, {} in {}", counted_text(small.input("cluster.nodes"), "node"),
                 serves(around) ? "weights" : "states", lower_first(std::string(tier_looks[tier].title))));
  numbers.say(
      "Target rate up to", tokens_text(small.result("offload.throughput")), "the smaller cluster suffices",
      small.source("offload.throughput"));
  std::move(numbers).add_to(
      page, "offload.alternatives", "Alternative: GPU memory only", "The same model without offload");
}

void add_target_layouts(const std::vector<Around>& tiers, Page& page) {
  Numbers numbers(tiers.front());
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    if (why_not_on(tiers[tier]).empty() && tiers[tier].knows("offload.throughput"))
      numbers.say(
          std::string(tier_looks[tier].title), split_text(tiers[tier]),
          settings_text(tiers[tier], tier_looks[tier].word), tiers[tier].source("layout.tensor"));
  std::move(numbers).add_to(
      page, "offload.layouts", "Fastest layout per tier",
      serves(tiers.front()) ? "Chosen by the planner" : "Layouts with offloaded states, chosen by the planner");
}

Chart tiers_chart(const std::vector<Around>& tiers) {
  const Around& gpu = tiers.front();
  const bool trains = gpu.input("workload.trains") == 1;
  Grid grid;
  grid.header = {"", "Nodes (weights)"};
  if (trains) grid.header.emplace_back("Nodes (states)");
  grid.header.emplace_back("Throughput");
  if (!trains) grid.header.emplace_back("Throughput, all streamed");
  grid.header.insert(
      grid.header.end(), {"GPU efficiency", "Read", "Write", "For full overlap",
                          fmt::format("For {} efficiency", share_text(gpu.input("goal.efficiency")))});
  if (trains) grid.header.emplace_back("DWPD");
  grid.header.emplace_back("Bottleneck");
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    grid.rows.push_back(tier_row(tiers[tier], tier_looks[tier], trains));
  Chart chart{
      "offload.tiers", "Memory tiers",
      fmt::format("Nodes needed; traffic per node and {}; bandwidth for full overlap", trains ? "step" : "pass"),
      std::move(grid)};
  chart.wide = true;
  return chart;
}

}  // namespace llmsize
