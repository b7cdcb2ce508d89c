// SPDX-License-Identifier: Apache-2.0
// Cables and transceivers of the compute fabric, the power of its switches.
#pragma once

#include "core/fabric/counts.hpp"

namespace llmsize::fabric {

inline constexpr std::string_view cable_source =
    "NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001 V11, cable and transceiver tables";

inline constexpr auto node_links = formula<"fabric.node_links", Count>(
    {.symbol = "n_nl",
     .title = "Links from nodes to leaves",
     .why = "Links of all nodes, every plane.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return choose(less(1.0, nodes(x)), planes(x) * nodes(x) * rails(x), 0.0); });
inline constexpr auto leaf_links = formula<"fabric.leaf_links", Count>(
    {.symbol = "n_ls",
     .title = "Links from leaves to spines",
     .why = "Uplinks of all leaves. In a dragonfly, links between the switches of a group.",
     .source = by_links,
     .whole = true},
    [](const auto& x) {
      const auto groups = dragonfly_groups(x);
      const auto in_group = choose(less(1.0, groups), group_switches(x), plane_leaves(x));
      const auto local = larger(1.0, groups) * in_group * (in_group - 1.0) / 2.0;
      const auto up = choose(has_spines(x), plane_leaves(x) * uplinks(x), 0.0);
      return planes(x) * choose(is_attached(Attachment::dragonfly, x) * (1.0 - is_one_switch(x)), local, up);
    });
inline constexpr auto pair_links = formula<"fabric.pair_links", Count>(
    {.symbol = "n_isl",
     .title = "Links between paired leaves",
     .why = "Links between the two leaves of a pair, every plane. 0 for other attachments.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return planes(x) * choose(is_attached(Attachment::pair, x), uplinks(x), 0.0); });
/// Links of every dragonfly group to every other one.
template <class Case>
auto global_links(const Case& x) {
  const auto groups = dragonfly_groups(x);
  const auto free = larger(0.0, switches::ports(x) - switch_endpoints(x) - (group_switches(x) - 1.0));
  return choose(less(1.0, groups), floor(group_switches(x) * free / larger(1.0, groups - 1.0)), 0.0);
}
inline constexpr auto core_links = formula<"fabric.core_links", Count>(
    {.symbol = "n_sc",
     .title = "Links from spines to core switches",
     .why = "Uplinks of all spines. In a dragonfly, links between groups.",
     .source = by_links,
     .whole = true},
    [](const auto& x) {
      const auto groups = dragonfly_groups(x);
      return spines(x) * spine_uplinks(x) + planes(x) * global_links(x) * groups * larger(0.0, groups - 1.0) / 2.0;
    });

inline constexpr auto node_cables = formula<"fabric.node_cables", Count>(
    {.symbol = "n_c,n",
     .title = "Cables from nodes to leaves",
     .why = "Links of the nodes and of the fabric managers over links per cable.",
     .source = cable_source,
     .whole = true},
    [](const auto& x) { return ceil(node_links(x) / links_per_cable(x)) + manager_links(x); });
inline constexpr auto leaf_cables = formula<"fabric.leaf_cables", Count>(
    {.symbol = "n_c,ls",
     .title = "Cables from leaves to spines",
     .why = "Their links over links per cable. In a pair, cables between the two leaves.",
     .source = cable_source,
     .whole = true},
    [](const auto& x) { return ceil((leaf_links(x) + pair_links(x)) / links_per_cable(x)); });
inline constexpr auto core_cables = formula<"fabric.core_cables", Count>(
    {.symbol = "n_c,sc",
     .title = "Cables from spines to core switches",
     .why = "Their links over links per cable.",
     .source = cable_source,
     .whole = true},
    [](const auto& x) { return ceil(core_links(x) / links_per_cable(x)); });

/// Links that a switch cage holds.
template <class Case>
auto links_per_cage(const Case& x) {
  return switches::ports(x) / switches::cages(x);
}
inline constexpr auto node_transceivers = formula<"fabric.node_transceivers", Count>(
    {.symbol = "n_t,n",
     .title = "Transceivers in nodes",
     .why = "One per cage of a node. Copper and active cables need none.",
     .source = cable_source,
     .whole = true},
    [](const auto& x) { return choose(less(1.0, nodes(x)), nodes(x) * node_cages(x), 0.0); });
inline constexpr auto switch_transceivers = formula<"fabric.switch_transceivers", Count>(
    {.symbol = "n_t,sw",
     .title = "Transceivers in switches",
     .why =
         "Switch ends of all links over links per cage, for the nodes that the fabric is built for. Paired leaves are "
         "joined by copper.",
     .source = cable_source,
     .whole = true},
    [](const auto& x) {
      const auto down = choose(less(1.0, nodes(x)), planes(x) * nodes_built(x) * rails(x), 0.0);
      return ceil((down + 2.0 * uplink_ratio(x) * (leaf_links(x) + core_links(x))) / links_per_cage(x));
    });
inline constexpr auto switch_power = formula<"fabric.switch_power", Watts>(
    {.symbol = "P_sw",
     .title = "Power per switch",
     .why = "Typical power with passive cables plus a transceiver in every cage, at most the rated power.",
     .source = "NVIDIA QM97x0 and SN5000 hardware manuals: 900 W + 64 · 18.4 W = 2080 W for SN5610"},
    [](const auto& x) {
      const auto typical = switches::power_typical(x) + switches::cages(x) * switches::plug_power(x);
      const auto most = switches::power_most(x);
      return otherwise(smaller(typical, most), otherwise(most, typical));
    });
inline constexpr auto power = formula<"fabric.power", Watts>(
    {.symbol = "P_fab",
     .title = "Compute fabric power",
     .why = "Power of all switches of the compute fabric.",
     .source = "derived: switches times power per switch"},
    [](const auto& x) { return switch_count(x) * switch_power(x); });

inline constexpr auto link_formulas = std::tie(
    node_links, leaf_links, pair_links, core_links, node_cables, leaf_cables, core_cables, node_transceivers,
    switch_transceivers, switch_power, power);

}  // namespace llmsize::fabric
