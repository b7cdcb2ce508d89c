// SPDX-License-Identifier: Apache-2.0
// Inputs of the switches of a network and of how nodes are connected to them. One switch type stands at every level;
// where the levels differ, give the ports of the spines.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/node.hpp"

/// Keys begin with "switch", a word that C++ keeps for itself.
namespace llmsize::switches {

inline constexpr auto port_count = input<"switch.port_count", Count>(
    {.symbol = "n_port",
     .label = "Switch ports",
     .help = "Ports per switch at its fastest rate, e.g. 64",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto port_rate = input<"switch.port_rate", Bandwidth>(
    {.symbol = "W_port", .label = "Switch port rate", .help = "Fastest rate per port and direction", .most = 1e14});
inline constexpr auto split = input<"switch.split", Count>(
    {.symbol = "n_split",
     .label = "Links per switch port",
     .help = "Max slower links per port with breakout cables. Default: 1.",
     .least = 1,
     .most = 64,
     .initial = 1,
     .source = "ports without breakout are the default of data sheets",
     .whole = true});
inline constexpr auto cages = input<"switch.cages", Count>(
    {.symbol = "n_cage",
     .label = "Switch cages",
     .help = "Cages for transceivers per switch. A twin-port cage holds two ports. Default: one per port.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return port_count(x); });
inline constexpr auto power_typical = input<"switch.power_typical", Watts>(
    {.symbol = "P_sw,0",
     .label = "Switch power (typical)",
     .help = "Typical power per switch with passive cables",
     .most = 1e6});
inline constexpr auto power_most = input<"switch.power_most", Watts>(
    {.symbol = "P_sw,max", .label = "Switch power (max)", .help = "Max power per switch", .most = 1e6});
inline constexpr auto rack_units = input<"switch.rack_units", Count>(
    {.symbol = "u_sw", .label = "Switch height (rack units)", .help = "Switch height in rack units", .most = 100});
inline constexpr auto plug_power = input<"switch.plug_power", Watts>(
    {.symbol = "P_plug",
     .label = "Transceiver power",
     .help = "Power per switch transceiver: 17 W with DSP, 5 to 8.5 W linear, 0.1 W passive copper",
     .most = 1e3,
     .initial = 17,
     .source = "NVIDIA data sheet of the twin-port 800 Gb/s OSFP transceiver (MMA4Z00): 17 W at most",
     .spread = 0.1});

inline constexpr auto inputs =
    std::tie(port_count, port_rate, split, cages, power_typical, power_most, rack_units, plug_power);

inline constexpr Reference references[] = {
    {"switch.id", "Switch", "Switch, e.g. qm9700 (see llmsize catalog switches). Default: usual switch of the network.",
     "--switch", "switches"},
};

}  // namespace llmsize::switches

namespace llmsize::fabric {

/// How the NICs of a node reach the leaves, as the options of `fabric.attachment` count.
enum class Attachment { rail, tree, pair, dragonfly };

inline constexpr auto attachment_kind = input<"fabric.attachment_kind", Count>(
    {.symbol = "att",
     .label = "Attachment (number)",
     .help = "0 rail-optimized, 1 tree (all NICs of a node on one leaf), 2 pair of leaves, 3 dragonfly. Set by "
             "--attachment.",
     .most = 3,
     .whole = true});
inline constexpr auto unit_nodes = input<"fabric.unit_nodes", Count>(
    {.symbol = "n_SU",
     .label = "Scalable unit (nodes)",
     .help = "Nodes (trays of a rack system) per scalable unit. The fabric is built for whole units, e.g. 32. Default: "
             "1.",
     .flags = "--scalable-unit",
     .least = 1,
     .most = 1e5,
     .initial = 1,
     .source = "a fabric for the nodes as ordered",
     .whole = true});
inline constexpr auto planes = input<"fabric.planes", Count>(
    {.symbol = "m",
     .label = "Fabric planes",
     .help = "Disjoint fabrics, each with a link from every NIC: 2 for an 800 Gb/s NIC as 2 × 400. Default: 1.",
     .flags = "--planes",
     .least = 1,
     .most = 8,
     .initial = 1,
     .source = "one fabric",
     .whole = true});
inline constexpr auto planes_lost = input<"fabric.planes_lost", Count>(
    {.symbol = "m_0",
     .label = "Fabric planes lost",
     .help = "Planes out of service: their part of the bandwidth is missing. Default: 0.",
     .most = 7,
     .initial = 0,
     .source = "all planes work",
     .whole = true});
inline constexpr auto rails = input<"fabric.rails", Count>(
    {.symbol = "r",
     .label = "Rails",
     .help = "Links per node (tray) and plane. Default: one per compute NIC.",
     .least = 1,
     .most = 1e3,
     .whole = true},
    [](const auto& x) { return node::compute_nics(x) / node::trays(x); });
inline constexpr auto link_rate = input<"fabric.link_rate", Bandwidth>(
    {.symbol = "b",
     .label = "Link rate",
     .help = "Rate of a node's link to its leaf. Default: NIC rate over planes.",
     .most = 1e14},
    [](const auto& x) { return node::nic_rate(x) / planes(x); });
inline constexpr auto uplink_ratio = input<"fabric.uplink_ratio", Count>(
    {.symbol = "g",
     .label = "Uplink rate over link rate",
     .help = "2 where leaves have 800 Gb/s uplinks and 400 Gb/s links to nodes. Default: 1.",
     .least = 1,
     .most = 16,
     .initial = 1,
     .source = "one rate at all levels",
     .unit = Unit::ratio});
inline constexpr auto oversubscription = input<"fabric.oversubscription", Count>(
    {.symbol = "o_1",
     .label = "Leaf oversubscription",
     .help = "Bandwidth to nodes over bandwidth to spines: 1 non-blocking, 2 for 2:1. Default: 1.",
     .flags = "--oversubscription",
     .least = 0.1,
     .most = 100,
     .initial = 1,
     .source = "non-blocking: reference architectures of training clusters",
     .unit = Unit::ratio});
inline constexpr auto spine_oversubscription = input<"fabric.spine_oversubscription", Count>(
    {.symbol = "o_2",
     .label = "Spine oversubscription",
     .help = "The same between spines and core switches of three tiers. Default: 1.",
     .flags = "--spine-oversubscription",
     .least = 0.1,
     .most = 100,
     .initial = 1,
     .source = "non-blocking: reference architectures of training clusters",
     .unit = Unit::ratio});
inline constexpr auto nodes_per_leaf_given = input<"fabric.nodes_per_leaf_given", Count>(
    {.symbol = "n_l,0",
     .label = "Nodes per leaf (set)",
     .help = "Nodes (trays) per leaf, e.g. those of whole racks. Default: as many as the ports allow.",
     .flags = "--nodes-per-leaf",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto tiers_given = input<"fabric.tiers_given", Count>(
    {.symbol = "n_tier,0",
     .label = "Switch tiers (set)",
     .help = "Least number of switch tiers: 2 or 3 where growth is planned. Default: as few as connect the nodes.",
     .flags = "--tiers",
     .least = 1,
     .most = 3,
     .initial = 1,
     .source = "as few as connect the nodes",
     .whole = true});
inline constexpr auto pod_leaves = input<"fabric.pod_leaves", Count>(
    {.symbol = "L_p,0",
     .label = "Leaves per pod (set)",
     .help = "Leaves under the same spines in three tiers. Default: the leaves of a scalable unit, more if a core "
             "switch has fewer ports than pods.",
     .least = 1,
     .most = 1e5,
     .whole = true});
inline constexpr auto spines_given = input<"fabric.spines_given", Count>(
    {.symbol = "S_0",
     .label = "Spines per plane (set)",
     .help = "Spines per plane where you need more than the leaves require. Default: as few as connect the leaves.",
     .least = 1,
     .most = 1e6,
     .whole = true});
inline constexpr auto links_per_cable = input<"fabric.links_per_cable", Count>(
    {.symbol = "κ",
     .label = "Links per cable",
     .help = "2 where a cable joins twin-port cages. Default: 1.",
     .least = 1,
     .most = 8,
     .initial = 1,
     .source = "one MPO fiber per 400 Gb/s link",
     .whole = true});
inline constexpr auto manager_links = input<"fabric.manager_links", Count>(
    {.symbol = "n_UFM",
     .label = "Fabric manager links",
     .help = "Leaf ports for the InfiniBand fabric managers (UFM). Default: 0.",
     .most = 64,
     .initial = 0,
     .source = "managers on the management network",
     .whole = true});
inline constexpr auto node_cages = input<"fabric.node_cages", Count>(
    {.symbol = "n_cage,n",
     .label = "Transceiver cages per node",
     .help = "Cages of a node (tray) on the compute fabric: 4 twin-port cages in a DGX H100. Default: one per NIC.",
     .most = 1e3,
     .whole = true},
    [](const auto& x) { return rails(x); });
inline constexpr auto group_switches = input<"fabric.group_switches", Count>(
    {.symbol = "a",
     .label = "Switches per dragonfly group",
     .help = "Switches per dragonfly group, linked pairwise. Default: 32.",
     .least = 1,
     .most = 1e4,
     .initial = 32,
     .source = "HPE Slingshot in Cray EX: 32 switches, 31 local links each (glennklockwood.com, Slingshot)",
     .whole = true});
inline constexpr auto switch_endpoints = input<"fabric.switch_endpoints", Count>(
    {.symbol = "p",
     .label = "Endpoints per dragonfly switch",
     .help = "Node links per dragonfly switch. Default: 16.",
     .least = 1,
     .most = 1e4,
     .initial = 16,
     .source = "HPE Slingshot in Cray EX: 16 of 64 ports (glennklockwood.com, Slingshot)",
     .whole = true});
inline constexpr auto routing_efficiency = input<"fabric.routing_efficiency", Count>(
    {.symbol = "η_r",
     .label = "Routing efficiency",
     .help = "Fraction of the bandwidth that traffic across spines reaches: 1 with adaptive routing, 0.6 with hashed "
             "Ethernet flows. Default: 1.",
     .least = 0.1,
     .most = 1,
     .initial = 1,
     .source = "adaptive routing: InfiniBand, Spectrum-X, Slingshot",
     .unit = Unit::ratio});

inline constexpr auto scattered = input<"fabric.scattered", Count>(
    {.symbol = "sc",
     .label = "Scattered placement",
     .help = "1 if the nodes of a group are anywhere on the fabric, 0 if they are neighbors. Set by --placement.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto inputs = std::tie(
    attachment_kind, unit_nodes, planes, planes_lost, rails, link_rate, uplink_ratio, oversubscription,
    spine_oversubscription, nodes_per_leaf_given, tiers_given, pod_leaves, spines_given, links_per_cable, manager_links,
    node_cages, group_switches, switch_endpoints, routing_efficiency, scattered);

inline constexpr Option attachment_options[] = {
    {"rail", "rail-optimized: NICs of one position share leaves", {{{"fabric.attachment_kind", 0}}}},
    {"tree", "all NICs of a node on one leaf", {{{"fabric.attachment_kind", 1}}}},
    {"pair", "two linked leaves without spines", {{{"fabric.attachment_kind", 2}}}},
    {"dragonfly", "groups of switches, linked pairwise", {{{"fabric.attachment_kind", 3}}}},
};
inline constexpr Option placement_options[] = {
    {"packed", "neighboring nodes form a group, as schedulers with topology place them", {{{"fabric.scattered", 0}}}},
    {"scattered", "nodes of a group are anywhere among those of the job", {{{"fabric.scattered", 1}}}},
};
inline constexpr Choice choices[] = {
    {"fabric.placement", "Placement", "Position of the nodes of a communication group on the fabric", "--placement",
     "packed", "schedulers with topology (Slurm topology/tree)", placement_options},
    {"fabric.attachment", "Attachment", "How the NICs of a node reach the leaves", "--attachment", "rail",
     "rail-optimized: DGX SuperPOD reference architectures", attachment_options},
};

inline constexpr Reference references[] = {
    {"fabric.id", "Fabric", "Fabric of a reference architecture, e.g. superpod-h100 (see llmsize catalog fabrics)",
     "--fabric", "fabrics"},
};

}  // namespace llmsize::fabric

namespace llmsize::switches {

// Ports at the rates of a fabric.
inline constexpr auto ports = input<"switch.ports", Count>(
    {.symbol = "R",
     .label = "Leaf ports at the link rate",
     .help = "Ports per leaf at the link rate. Default: switch ports, with breakout where links are slower.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) {
      const auto links = smaller(floor(port_rate(x) / fabric::link_rate(x)), split(x));
      return port_count(x) * choose(less(links, 1.0), absent, links);
    });
inline constexpr auto spine_ports = input<"switch.spine_ports", Count>(
    {.symbol = "R_s",
     .label = "Spine ports",
     .help = "Ports per spine at the uplink rate. Default: those of a leaf.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return floor(ports(x) / fabric::uplink_ratio(x)); });
inline constexpr auto core_ports = input<"switch.core_ports", Count>(
    {.symbol = "R_c",
     .label = "Core switch ports",
     .help = "Ports per core switch at the uplink rate. Default: those of a spine.",
     .least = 1,
     .most = 1e5,
     .whole = true},
    [](const auto& x) { return spine_ports(x); });
inline constexpr auto port_inputs = std::tie(ports, spine_ports, core_ports);

}  // namespace llmsize::switches
