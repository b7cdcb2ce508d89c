// SPDX-License-Identifier: Apache-2.0
// Inputs of what stands beside the nodes: storage and management networks, servers, racks, cooling, facility.
#pragma once

#include "core/inputs/economics.hpp"
#include "core/inputs/fabric.hpp"
#include "core/inputs/storage.hpp"

namespace llmsize::bom {

inline constexpr auto management_nodes = input<"bom.management_nodes", Count>(
    {.symbol = "n_mgmt",
     .label = "Management and login nodes",
     .help = "Servers for cluster management, scheduling and login. Default: 7, 5 up to 16 nodes, none for one node.",
     .flags = "--management-nodes",
     .most = 1e4,
     .whole = true},
    [](const auto& x) {
      const auto nodes = (cluster::nodes(x) + cluster::spare_nodes(x)) * node::trays(x);
      return choose(less(nodes, 2.0), 0.0, choose(less(16.0, nodes), 7.0, 5.0));
    });
inline constexpr auto server_power = input<"bom.server_power", Watts>(
    {.symbol = "P_srv",
     .label = "Management server power",
     .help = "Power per management server or fabric manager",
     .most = 1e5,
     .initial = 800,
     .source = "expert judgment: two-socket server of 1U without accelerators",
     .spread = 0.25});
inline constexpr auto managers_each = input<"bom.managers_each", Count>(
    {.symbol = "n_fm,0",
     .label = "Fabric managers per fabric",
     .help =
         "Servers that manage an InfiniBand fabric (UFM): 2. Default: 0, Ethernet is managed by the cluster managers.",
     .most = 100,
     .initial = 0,
     .source = "Ethernet fabrics have no managers of their own",
     .whole = true});
inline constexpr auto inband_ports = input<"bom.inband_ports", Count>(
    {.symbol = "R_in",
     .label = "In-band switch ports for nodes",
     .help = "Ports per in-band switch that connect nodes; the others lead to spines and servers",
     .least = 1,
     .most = 1e4,
     .initial = 48,
     .source = "64-port switch (SN4600C) with 48 ports down and 16 up: eight of them for 127 nodes, as in the DGX "
               "SuperPOD H100 reference architecture",
     .whole = true});
inline constexpr auto inband_power = input<"bom.inband_power", Watts>(
    {.symbol = "P_in",
     .label = "In-band switch power",
     .help = "Power per in-band switch",
     .most = 1e5,
     .initial = 466,
     .source = "NVIDIA SN4600C: typical power"});
inline constexpr auto oob_ports = input<"bom.oob_switch_ports", Count>(
    {.symbol = "R_oob",
     .label = "Out-of-band switch ports",
     .help = "Ports per out-of-band switch",
     .least = 1,
     .most = 1e4,
     .initial = 48,
     .source = "NVIDIA SN2201: 48 ports of 1 Gb/s",
     .whole = true});
inline constexpr auto oob_fill = input<"bom.oob_fill", Count>(
    {.symbol = "f_oob",
     .label = "Out-of-band ports in use (max)",
     .help = "Fraction of out-of-band ports in use at most",
     .least = 0.1,
     .most = 1,
     .initial = 0.9,
     .source = "expert judgment: one port in ten stays free",
     .unit = Unit::ratio});
inline constexpr auto oob_least = input<"bom.oob_least", Count>(
    {.symbol = "n_oob,0",
     .label = "Out-of-band switches (min)",
     .help = "Fewest out-of-band switches. Default: 1.",
     .most = 1e3,
     .initial = 1,
     .source = "one switch connects few nodes",
     .whole = true});
inline constexpr auto oob_power = input<"bom.oob_power", Watts>(
    {.symbol = "P_oob",
     .label = "Out-of-band switch power",
     .help = "Power per out-of-band switch",
     .most = 1e5,
     .initial = 98,
     .source = "NVIDIA SN2201: typical power"});
inline constexpr auto oob_links_given = input<"bom.oob_links_given", Count>(
    {.symbol = "n_bmc,0",
     .label = "Out-of-band ports needed (set)",
     .help = "Ports needed on the out-of-band network. Default: counted.",
     .most = 1e7,
     .whole = true});
inline constexpr auto storage_links_given = input<"bom.storage_links_given", Count>(
    {.symbol = "y_0",
     .label = "Node links to storage (set)",
     .help = "Links of all nodes on the storage network. Default: storage NICs of all nodes.",
     .most = 1e7,
     .whole = true});
inline constexpr auto appliance_links_given = input<"bom.appliance_links_given", Count>(
    {.symbol = "z_0",
     .label = "Appliance links to storage (set)",
     .help = "Switch ports for all appliances. Default: appliances times their ports.",
     .most = 1e7,
     .whole = true});
inline constexpr auto storage_oversubscription = input<"bom.storage_oversubscription", Count>(
    {.symbol = "o_sto",
     .label = "Storage leaf oversubscription",
     .help = "Bandwidth to nodes over bandwidth to spines on the storage network",
     .least = 0.1,
     .most = 100,
     .initial = 4.0 / 3,
     .source = "NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001 V11: near 4:3 for nodes, 1:1 for storage",
     .unit = Unit::ratio});
inline constexpr auto inputs = std::tie(
    management_nodes, server_power, managers_each, inband_ports, inband_power, oob_ports, oob_fill, oob_least,
    oob_power, oob_links_given, storage_links_given, appliance_links_given, storage_oversubscription);

}  // namespace llmsize::bom

namespace llmsize::room {

inline constexpr auto nodes_per_rack_given = input<"room.nodes_per_rack_given", Count>(
    {.symbol = "n_R,0",
     .label = "Nodes per rack (set)",
     .help = "Nodes per rack. Default: by rack power, height and the vendor's drawings.",
     .flags = "--nodes-per-rack",
     .least = 1,
     .most = 1e3,
     .whole = true});
inline constexpr auto breaker_share = input<"room.breaker_share", Count>(
    {.symbol = "f_br",
     .label = "Usable rack power fraction",
     .help = "Usable fraction of --rack-power: 0.8 where it is a breaker rating. Default: 1.",
     .least = 0.1,
     .most = 1,
     .initial = 1,
     .source = "a rack power budget is what the rack may draw",
     .unit = Unit::ratio});
inline constexpr auto kept_units = input<"room.kept_units", Count>(
    {.symbol = "U_0",
     .label = "Rack units kept free",
     .help = "Rack units for PDUs, patch panels and cables in racks of nodes",
     .most = 100,
     .initial = 6,
     .source = "expert judgment: three horizontal PDUs of 2U",
     .whole = true});
inline constexpr auto network_fill = input<"room.network_fill", Count>(
    {.symbol = "φ",
     .label = "Network rack fill",
     .help = "Usable fraction of the height of network racks: cables, airflow and reach take the rest",
     .least = 0.05,
     .most = 1,
     .initial = 0.5,
     .source = "DGX SuperPOD H100 and B200 reference architectures: 100 to 104 units in five racks",
     .unit = Unit::ratio});
inline constexpr auto pdus_per_rack = input<"room.pdus_per_rack", Count>(
    {.symbol = "n_pdu,n",
     .label = "PDUs per rack of nodes",
     .help = "Power distribution units per rack of nodes. Racks of a rack system have power shelves instead.",
     .most = 20,
     .initial = 3,
     .source = "DGX SuperPOD H100 reference architecture: 96 for 32 racks",
     .whole = true});
inline constexpr auto pdus_per_other_rack = input<"room.pdus_per_other_rack", Count>(
    {.symbol = "n_pdu,o",
     .label = "PDUs per other rack",
     .help = "Power distribution units per rack of switches, servers or appliances",
     .most = 20,
     .initial = 2,
     .source = "DGX SuperPOD H100 reference architecture: 12 for 6 racks",
     .whole = true});
inline constexpr auto air_limit = input<"room.air_limit", Watts>(
    {.symbol = "P_air",
     .label = "Air cooling limit per rack",
     .help = "Rack power that the room's air cooling removes, e.g. 40kW",
     .flags = "--air-limit",
     .least = 1,
     .most = 1e7,
     .initial = 40e3,
     .source = "expert judgment: 40 kW without rear doors; racks of four DGX H100 exceed it in published rooms",
     .spread = 0.15});
inline constexpr auto empty_rack_weight = input<"room.empty_rack_weight", Count>(
    {.symbol = "m_rack,0",
     .label = "Weight of an empty rack (kg)",
     .help = "Weight of a rack with PDUs and cables in kilograms",
     .most = 5000,
     .initial = 150,
     .source = "expert judgment: racks of 42 to 48U with PDUs and cables: 110 to 200 kg",
     .spread = 0.2});
inline constexpr auto floor_limit = input<"room.floor_limit", Count>(
    {.symbol = "q_max",
     .label = "Floor load limit (kN/m²)",
     .help = "Load that the floor carries under a rack, in kN/m²",
     .least = 0.1,
     .most = 1000,
     .initial = 12,
     .source = "expert judgment: 12 to 15 kN/m² are common, rooms for rack systems are built for 20 and more",
     .spread = 0.1});
inline constexpr auto rack_area = input<"room.rack_area", Count>(
    {.symbol = "A_rack",
     .label = "Rack footprint (m²)",
     .help = "Floor under a rack in square meters",
     .least = 0.1,
     .most = 100,
     .initial = 0.72,
     .source = "rack of 600 × 1200 mm"});
inline constexpr auto air_difference = input<"room.air_difference", Count>(
    {.symbol = "ΔT_air",
     .label = "Air temperature rise (K)",
     .help = "Temperature rise of the cooling air, in kelvin",
     .least = 1,
     .most = 60,
     .initial = 16,
     .source = "NVIDIA DGX B200: 1,550 CFM at 14.3 kW are 16 K",
     .spread = 0.15});
inline constexpr auto coolant_difference = input<"room.coolant_difference", Count>(
    {.symbol = "ΔT_liq",
     .label = "Coolant temperature rise (K)",
     .help = "Temperature rise of the coolant, in kelvin",
     .least = 1,
     .most = 60,
     .initial = 10,
     .source = "AMD MI355X: 1.4 kW at 2.1 l/min are 9.9 K",
     .spread = 0.15});
inline constexpr auto cdu_capacity = input<"room.cdu_capacity", Watts>(
    {.symbol = "P_cdu",
     .label = "CDU capacity",
     .help = "Heat that one coolant distribution unit removes, e.g. 1.3MW",
     .least = 1,
     .most = 1e9,
     .initial = 1.3e6,
     .source = "expert judgment: in-row units of 0.7, 1.3 and 2 MW"});
inline constexpr auto inputs = std::tie(
    nodes_per_rack_given, breaker_share, kept_units, network_fill, pdus_per_rack, pdus_per_other_rack, air_limit,
    empty_rack_weight, floor_limit, rack_area, air_difference, coolant_difference, cdu_capacity);

}  // namespace llmsize::room

/// Keys begin with "power", which is a function of formulas.
namespace llmsize::powers {

inline constexpr auto network_share = input<"power.network_share", Count>(
    {.symbol = "f_net",
     .label = "Network power over node power",
     .help = "Power of all switches over node power, in place of counted ones. Default: counted.",
     .most = 1,
     .unit = Unit::ratio});
inline constexpr auto usual_network_share = input<"power.usual_network_share", Count>(
    {.symbol = "f_net,0",
     .label = "Network power over node power (no fabric known)",
     .help = "The same where switches cannot be counted",
     .most = 1,
     .initial = 0.07,
     .source = "DGX SuperPOD H100, 127 nodes: 6 to 8%",
     .spread = 0.15,
     .unit = Unit::ratio});
inline constexpr auto storage_share = input<"power.storage_share", Count>(
    {.symbol = "f_sto",
     .label = "Storage power over node power (no storage named)",
     .help = "Power of the storage over that of the nodes where none is named or its power is unknown",
     .most = 1,
     .initial = 0.02,
     .source = "expert judgment: 1 to 5%",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto losses_share = input<"power.losses_share", Count>(
    {.symbol = "f_pdu",
     .label = "PDU losses and unlisted equipment",
     .help = "Losses of PDUs and power of equipment that no line lists, over node power",
     .most = 1,
     .initial = 0.02,
     .source = "expert judgment: with network and storage nodes draw nine tenths of the IT power of published units",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto peak_pue = input<"power.peak_pue", Count>(
    {.symbol = "PUE_max,0",
     .label = "Peak PUE",
     .help = "PUE at full load on the hottest day. It sizes the facility. Default: --pue, else by --climate.",
     .flags = "--peak-pue",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto usual_pue = input<"power.usual_pue", Count>(
    {.symbol = "PUE_0",
     .label = "Annual PUE with air cooling",
     .help = "Annual PUE of air-cooled equipment without --pue. Set by --climate.",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto usual_liquid_pue = input<"power.usual_liquid_pue", Count>(
    {.symbol = "PUE_liq",
     .label = "Annual PUE with liquid cooling",
     .help = "Annual PUE of liquid-cooled equipment without --pue. Set by --climate.",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto usual_peak_pue = input<"power.usual_peak_pue", Count>(
    {.symbol = "PUE_0,max",
     .label = "Peak PUE with air cooling",
     .help = "Peak PUE of air-cooled equipment without --pue. Set by --climate.",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto usual_liquid_peak_pue = input<"power.usual_liquid_peak_pue", Count>(
    {.symbol = "PUE_liq,max",
     .label = "Peak PUE with liquid cooling",
     .help = "Peak PUE of liquid-cooled equipment without --pue. Set by --climate.",
     .least = 1,
     .most = 5,
     .unit = Unit::ratio});
inline constexpr auto inputs = std::tie(
    network_share, usual_network_share, storage_share, losses_share, peak_pue, usual_pue, usual_liquid_pue,
    usual_peak_pue, usual_liquid_peak_pue);

inline constexpr Option climate_options[] = {
    {"cool",
     "free cooling most of the year: annual PUE 1.20 with air, 1.08 with liquid; at peak 1.30 and 1.12",
     {{{"power.usual_pue", 1.20},
       {"power.usual_liquid_pue", 1.08},
       {"power.usual_peak_pue", 1.30},
       {"power.usual_liquid_peak_pue", 1.12}}}},
    {"temperate",
     "chilled water in summer: annual PUE 1.35 with air, 1.18 with liquid; at peak 1.45 and 1.25",
     {{{"power.usual_pue", 1.35},
       {"power.usual_liquid_pue", 1.18},
       {"power.usual_peak_pue", 1.45},
       {"power.usual_liquid_peak_pue", 1.25}}}},
    {"hot",
     "hot and humid: annual PUE 1.55 with air, 1.25 with liquid; at peak 1.80 and 1.35",
     {{{"power.usual_pue", 1.55},
       {"power.usual_liquid_pue", 1.25},
       {"power.usual_peak_pue", 1.80},
       {"power.usual_liquid_peak_pue", 1.35}}}},
};
inline constexpr Choice choices[] = {
    {"power.climate", "Climate", "Climate of the site. It sets the PUE without --pue.", "--climate", "temperate",
     "expert judgment: planning values; Uptime Institute 2025 reports 1.54 on average, new large sites up to 1.3",
     climate_options},
};

}  // namespace llmsize::powers
