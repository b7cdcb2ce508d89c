// SPDX-License-Identifier: Apache-2.0
// The networks of an order in tiers: counts of switches and links, bandwidth of each tier.
#include "core/inputs/fabric.hpp"
#include "core/pages/order.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize {
namespace {

std::string in_all(double links, double rate) {
  return is_absent(rate) ? std::string{} : pretty(links * rate, Unit::bandwidth);
}

Networks::Links links_of(double count, std::string_view what, double rate, double groups) {
  const std::string links = counted_text(count, "link");
  return {
      .title = what.empty() ? links : fmt::format("{} {}", links, what),
      .count = count,
      .note = in_all(count, rate),
      .groups = groups};
}

Networks::Tier tier_of(const Around& around, NumberId id, std::string_view one, std::string note, Hue hue, Fill fill) {
  const double count = around.number(id);
  return {
      .title = counted_text(count, one),
      .count = count,
      .note = std::move(note),
      .hue = hue,
      .fill = fill,
      .source = around.source(id)};
}

/// Nodes, or the trays of rack systems, each with its links.
Networks::Tier nodes_tier(const Around& around, ResultKey links, double rate) {
  const double trays = around.input("node.trays"), nodes = around.result("fabric.nodes");
  const double each = around.result(links) / nodes;
  std::string note;
  if (each > 0 && std::floor(each) == each)
    note = fmt::format(
        "{} each{}", counted_text(each, "link"),
        is_absent(rate) ? std::string{} : fmt::format(" of {}", pretty(rate, Unit::bandwidth)));
  if (trays > 1) note = fmt::format("in {}, {}", counted_text(around.result("planning.nodes"), "rack system"), note);
  return tier_of(around, "fabric.nodes", trays > 1 ? "tray" : "node", std::move(note), Hue::gpu, Fill::solid);
}

/// "64 links down", of several switches "64 links down, 32 up each".
std::string switch_note(double switches, double down, double up, std::string_view way = "up") {
  std::string note = fmt::format("{} down", counted_text(down, "link"));
  if (up > 0) note += fmt::format(", {} {}", pretty(up, Unit::count), way);
  return note + (switches > 1 ? " each" : "");
}

bool is_attached(const Around& around, fabric::Attachment kind) {
  return around.input("fabric.attachment_kind") == double(kind);
}

/// Bandwidth to nodes over that to spines, as the links are counted.
double oversubscription_of(const Around& around) {
  return around.result("fabric.downlinks") / (around.result("fabric.uplinks") * around.input("fabric.uplink_ratio"));
}

std::string ratio_words(double ratio) {
  return ratio <= 1 ? std::string("non-blocking") : fmt::format("oversubscribed {}:1", pretty(ratio, Unit::ratio));
}

void add_spines(const Around& around, double rate, Networks::Fabric& network) {
  const double planes = around.input("fabric.planes"), spines = around.result("fabric.spines");
  const double links = around.result("fabric.leaf_links"), cores = around.result("fabric.cores");
  network.links.push_back(links_of(links, {}, rate, planes * around.result("fabric.pods")));
  network.links.back().source = around.source("fabric.leaf_links");
  network.tiers.push_back(tier_of(
      around, "fabric.spines", "spine switch",
      switch_note(spines, links / spines, around.result("fabric.spine_uplinks")), Hue::network, Fill::tint));
  if (!(cores > 0)) return;
  const double up = around.result("fabric.core_links");
  network.links.push_back(links_of(up, {}, rate, planes));
  network.links.back().source = around.source("fabric.core_links");
  network.tiers.push_back(
      tier_of(around, "fabric.cores", "core switch", switch_note(cores, up / cores, 0), Hue::network, Fill::hatch));
}

/// Links between paired leaves, or within and between the groups of a dragonfly.
void add_across(const Around& around, double rate, Networks::Fabric& network) {
  const auto add = [&](ResultKey id, std::string_view what) {
    const double links = around.result(id);
    if (!(links > 0)) return;
    network.across.push_back(links_of(links, what, rate, 1));
    network.across.back().source = around.source(id);
  };
  if (is_attached(around, fabric::Attachment::pair)) add("fabric.pair_links", "between the two leaves");
  if (!is_attached(around, fabric::Attachment::dragonfly)) return;
  add("fabric.core_links", "between groups");
  add("fabric.leaf_links", "within groups");
}

Networks::Fabric compute_network(const Around& around) {
  const double rate = around.input("fabric.link_rate"), up = rate * around.input("fabric.uplink_ratio");
  const double planes = around.input("fabric.planes");
  const bool dragonfly = is_attached(around, fabric::Attachment::dragonfly);
  Networks::Fabric network{.title = "Compute fabric", .note = {}, .tiers = {}, .links = {}};
  network.tiers.push_back(nodes_tier(around, "fabric.node_links", rate));
  network.links.push_back(
      links_of(around.result("fabric.node_links"), {}, rate, dragonfly ? 1e9 : around.result("fabric.leaf_groups")));
  network.links.back().source = around.source("fabric.node_links");
  network.tiers.push_back(tier_of(
      around, "fabric.leaves", dragonfly ? "switch" : "leaf switch",
      switch_note(
          around.result("fabric.leaves"), around.result("fabric.downlinks"), around.result("fabric.uplinks"),
          is_attached(around, fabric::Attachment::pair) ? "across" : "up"),
      Hue::network, Fill::solid));
  if (around.result("fabric.spines") > 0) {
    network.note = ratio_words(oversubscription_of(around));
    add_spines(around, up, network);
  }
  add_across(around, up, network);
  if (planes > 1) network.note += fmt::format("{}{}", network.note.empty() ? "" : ", ", counted_text(planes, "plane"));
  if (const double pods = around.result("fabric.pods"); pods > 1 && around.result("fabric.cores") > 0)
    network.note += fmt::format("{}{}", network.note.empty() ? "" : ", ", counted_text(pods, "pod"));
  return network;
}

Networks::Fabric storage_network(const Around& around) {
  const double own = around.input("node.storage_nic_rate");
  const double rate = is_absent(own) ? around.input("fabric.link_rate") : own;
  Networks::Fabric network{.title = "Storage network", .note = {}, .tiers = {}, .links = {}};
  Networks::Tier nodes = nodes_tier(around, "bom.storage_links", rate);
  const double appliances = around.input("storage.count"), links = around.result("bom.appliance_links");
  if (appliances > 0 && links > 0) {
    nodes.title += fmt::format(" and {}", counted_text(appliances, "appliance"));
    nodes.note += fmt::format("{}{} of appliances", nodes.note.empty() ? "" : "; ", counted_text(links, "link"));
  }
  network.tiers.push_back(std::move(nodes));
  network.links.push_back(links_of(around.result("bom.storage_links"), "of nodes", rate, 1));
  network.links.back().source = around.source("bom.storage_links");
  network.tiers.push_back(tier_of(around, "bom.storage_leaves", "leaf switch", {}, Hue::shared, Fill::solid));
  if (around.result("bom.storage_spines") > 0) {
    // Each link of these networks is a cable.
    const double up = around.result("bom.storage_cables") - around.result("bom.storage_links");
    network.links.push_back(links_of(up, {}, rate, 1));
    network.tiers.push_back(tier_of(around, "bom.storage_spines", "spine switch", {}, Hue::shared, Fill::tint));
  }
  return network;
}

/// "16 leaf and 7 spine switches connect 49 nodes".
std::string topology_title(const Around& around) {
  std::vector<std::string> parts;
  const auto add = [&](ResultKey id, std::string_view name) {
    if (const double count = around.result(id); count > 0)
      parts.push_back(fmt::format("{} {}", pretty(count, Unit::count), name));
  };
  add("fabric.leaves", "leaf");
  add("fabric.spines", "spine");
  add("fabric.cores", "core");
  const double all = around.result("fabric.switches");
  return fmt::format(
      "{} {} {}", listed(parts), all == 1 ? "switch connects" : "switches connect",
      counted_text(around.result("planning.nodes"), "node"));
}

}  // namespace

Chart topology_chart(const Subject& subject, const Around& around) {
  Chart chart{"order.topology", "Topology", "Switches and links by tier", Networks{}};
  chart.wide = true;
  chart.empty = misfit(subject, around);
  if (chart.empty.empty() && around.result("fabric.nodes") == 1) chart.empty = "One node needs no switches.";
  if (chart.empty.empty() && !around.knows("fabric.switches")) {
    const std::string needs = around.needs("fabric.switches");
    chart.empty = needs.empty() ? "These switches do not connect these nodes." : missing_sentence(needs);
  }
  if (!chart.empty.empty()) return chart;
  Networks networks{.fabrics = {compute_network(around)}};
  if (around.result("bom.storage_switches") > 0) networks.fabrics.push_back(storage_network(around));
  chart.title = topology_title(around);
  if (const std::string name = around.name("switch.id"); !name.empty()) chart.subtitle += ", " + name;
  chart.body = std::move(networks);
  return chart;
}

}  // namespace llmsize
