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
  if (serves(on)) {
    const double pinned = on.input("memory.pinned_share");
    return fmt::format(
        "batch {}, ZeRO {}{}", on.shown("serving.batch"), on.word("layout.zero"),
        tier != "gpu" && pinned > 0 ? fmt::format(", {} pinned", share_text(pinned)) : "");
  }
  return fmt::format(
      "micro-batch {}, ZeRO {}, recompute {}{}", on.shown("layout.micro_batch"), on.word("layout.zero"),
      on.word("layout.recompute"), there.empty() ? "" : fmt::format("; {} there", listed(there)));
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
      hop("Appliances", "tier.supply_read", "for all nodes");
      hop("Client and storage NICs", "tier.client_read_rate", "a node");
    }
    if (tier == 2) hop("Drives", "tier.local_read_rate", "a node");
    if (tier == 1 || on.input("path.direct") == 0) {
      hop("CPU memory", "tier.dram_rate", "a GPU");
      hop("Uplinks and host link", "tier.link_rate", "a GPU");
    }
    if (on.scenario().find("path.rate"))
      numbers.say("Engine at most", on.shown("path.rate"), "a GPU", on.source("path.rate"));
    hop("Reaches a GPU", read_rates[tier], fmt::format("engine {}", share_text(on.input("path.efficiency"))));
  }
  std::move(numbers).add_to(page, "offload.path", "The path to a GPU, hop by hop", "Read rates");
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
        fmt::format("for {} busy, by rate and by capacity", share_text(shared.input("goal.efficiency"))));
    add(shared, "offload.sharing_nodes", "before their own drives are faster");
  }
  if (why_not_on(nvme).empty() && nvme.result("wear.drive_writes") > 0) {
    add(nvme, "wear.nvme_per_day",
        fmt::format(
            "{} drive writes a day, rated for {}", nvme.shown("wear.drive_writes"), nvme.shown("node.nvme_endurance")));
    add(nvme, "wear.worn_after", fmt::format("warranty {}", nvme.shown("node.nvme_warranty")));
    add(nvme, "wear.bearable_batch", "at which drives last their warranty");
  }
  std::move(numbers).add_to(
      page, "offload.sharing", "Sharing and wear", "Appliances, nodes that share them, and drives");
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
    std::string note = fmt::format("{}, {} rack units", on.shown("economics.power"), on.shown("economics.rack_units"));
    if (on.knows("economics.cost_per_million_tokens"))
      note += fmt::format(", {} per million tokens", on.shown("economics.cost_per_million_tokens"));
    numbers.say(
        std::move(label), tokens_text(on.result("offload.throughput")), std::move(note),
        on.source("offload.throughput"));
  };
  say(large, fmt::format("{} in GPU memory", counted_text(large.input("cluster.nodes"), "node")));
  say(small, fmt::format(
                 "{}, {} on {}", counted_text(small.input("cluster.nodes"), "node"),
                 serves(around) ? "weights" : "states", lower_first(std::string(tier_looks[tier].title))));
  numbers.say(
      "Below", tokens_text(small.result("offload.throughput")), "the small machine is enough",
      small.source("offload.throughput"));
  std::move(numbers).add_to(page, "offload.alternatives", "More nodes instead", "The same model in GPU memory alone");
}

void add_target_layouts(const std::vector<Around>& tiers, Page& page) {
  Numbers numbers(tiers.front());
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    if (why_not_on(tiers[tier]).empty() && tiers[tier].knows("offload.throughput"))
      numbers.say(
          std::string(tier_looks[tier].title), split_text(tiers[tier]),
          settings_text(tiers[tier], tier_looks[tier].word), tiers[tier].source("layout.tensor"));
  std::move(numbers).add_to(
      page, "offload.layouts", "The fastest layout on each",
      serves(tiers.front()) ? "As the planner chose them"
                            : "Layouts with some of the states there, as the planner chose them");
}

Chart tiers_chart(const std::vector<Around>& tiers) {
  const Around& gpu = tiers.front();
  const bool trains = gpu.input("workload.trains") == 1;
  Grid grid;
  grid.header = {"", "Nodes, weights"};
  if (trains) grid.header.emplace_back("Nodes, states");
  grid.header.emplace_back("Tokens/s");
  if (!trains) grid.header.emplace_back("Streamed");
  grid.header.insert(
      grid.header.end(), {"GPUs busy", "Read", "Written", "Hides all",
                          fmt::format("For {} busy", share_text(gpu.input("goal.efficiency")))});
  if (trains) grid.header.emplace_back("Drive writes/day");
  grid.header.emplace_back("Limit");
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
