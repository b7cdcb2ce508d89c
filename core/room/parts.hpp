// SPDX-License-Identifier: Apache-2.0
// What is bought beside nodes and their compute fabric: switches of the storage, in-band and out-of-band networks,
// servers, racks, PDUs.
#pragma once

#include "core/fabric/links.hpp"
#include "core/inputs/room.hpp"
#include "core/room/heights.hpp"

namespace llmsize::bom {

inline constexpr std::string_view superpod =
    "NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001 V11, component and cable tables";

/// Ports of a switch at the rate of the storage NICs.
template <class Case>
auto storage_switch_ports(const Case& x) {
  const auto rate = otherwise(node::storage_nic_rate(x), fabric::link_rate(x));
  const auto links = smaller(floor(switches::port_rate(x) / rate), switches::split(x));
  return otherwise(switches::port_count(x) * choose(less(links, 1.0), absent, links), switches::ports(x));
}
inline constexpr auto storage_links = formula<"bom.storage_links", Count>(
    {.symbol = "y",
     .title = "Node links to storage",
     .why = "Storage NICs of all nodes.",
     .source = "derived: nodes times NICs per node",
     .whole = true},
    [](const auto& x) { return otherwise(storage_links_given(x), planning::nodes(x) * node::storage_nics(x)); });
inline constexpr auto appliance_links = formula<"bom.appliance_links", Count>(
    {.symbol = "z",
     .title = "Appliance links to storage",
     .why = "Switch ports of all appliances with known ports. Two slower ports share one of the switch.",
     .source = "derived: appliances times ports",
     .whole = true},
    [](const auto& x) {
      const auto rate = otherwise(node::storage_nic_rate(x), fabric::link_rate(x));
      const auto slower = otherwise(smaller(1.0, storage::port_rate(x) / rate), 1.0);
      return otherwise(appliance_links_given(x), known(ceil(storage::count(x) * storage::ports(x) * slower)));
    });
/// Leaves of the storage network: so many for nodes, so many for appliances.
template <class Case>
auto storage_node_leaves(const Case& x) {
  const auto down = fabric::whole_at_most(
      storage_switch_ports(x) * storage_oversubscription(x) / (1.0 + storage_oversubscription(x)));
  return ceil(storage_links(x) / down);
}
template <class Case>
auto storage_appliance_leaves(const Case& x) {
  return ceil(appliance_links(x) / floor(storage_switch_ports(x) / 2.0));
}
/// Whether two switches connect everything: each then has half of the links.
template <class Case>
auto is_storage_pair(const Case& x) {
  return 1.0 - less(storage_switch_ports(x), storage_links(x) + appliance_links(x));
}
/// Whether there is a storage network to buy: more than one node, or appliances.
template <class Case>
auto has_storage_network(const Case& x) {
  return less(0.0, storage_links(x)) * larger(less(1.0, fabric::nodes(x)), less(0.0, appliance_links(x)));
}
inline constexpr auto storage_leaves = formula<"bom.storage_leaves", Count>(
    {.symbol = "L_sto",
     .title = "Storage network leaves",
     .why = "Leaves for nodes, and leaves for appliances; a pair where two switches connect all.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto many = storage_node_leaves(x) + storage_appliance_leaves(x);
      return choose(has_storage_network(x), choose(is_storage_pair(x), 2.0, many), 0.0);
    });
/// Uplinks of a leaf for nodes, spines that divide them, uplinks of a leaf for appliances in equal shares.
template <class Case>
auto storage_uplinks(const Case& x) {
  return fabric::whole_at_least(ceil(storage_links(x) / storage_node_leaves(x)) / storage_oversubscription(x));
}
inline constexpr auto storage_spines = formula<"bom.storage_spines", Count>(
    {.symbol = "S_sto",
     .title = "Storage network spines",
     .why = "Fewest spines that divide the uplinks of a leaf; above the ports of a spine, those of two more tiers. 0 "
            "for a pair.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto down = ceil(storage_links(x) / storage_node_leaves(x));
      const auto leaves = storage_node_leaves(x) + storage_appliance_leaves(x);
      const auto ports = storage_switch_ports(x);
      const auto links = leaves * storage_uplinks(x);
      const auto two_tiers = fabric::spines_above(storage_uplinks(x), ports - down, leaves, ports);
      const auto many = otherwise(two_tiers, ceil(links / floor(ports / 2.0)) + ceil(links / ports));
      return choose(has_storage_network(x) * (1.0 - is_storage_pair(x)), many, 0.0);
    });
inline constexpr auto storage_switches = formula<"bom.storage_switches", Count>(
    {.symbol = "n_sw,sto",
     .title = "Storage network switches",
     .why = "Leaves and spines.",
     .source = "derived: sum",
     .whole = true},
    [](const auto& x) { return storage_leaves(x) + storage_spines(x); });
inline constexpr auto storage_cables = formula<"bom.storage_cables", Count>(
    {.symbol = "n_c,sto",
     .title = "Storage network cables",
     .why = "Links of nodes and equal shares of uplinks to the spines. Cables of appliances come with them.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto spines = larger(1.0, storage_spines(x));
      const auto appliances = storage_appliance_leaves(x);
      const auto each = ceil(appliance_links(x) / larger(1.0, appliances));
      const auto of_nodes = spines * ceil(storage_uplinks(x) / spines);
      // Leaves of appliances have whole shares, as far as their ports allow.
      const auto of_appliances = smaller(spines * ceil(each / spines), storage_switch_ports(x) - each);
      const auto two_tiers = storage_node_leaves(x) * of_nodes + appliances * of_appliances;
      const auto three_tiers = 2.0 * (storage_node_leaves(x) + appliances) * storage_uplinks(x);
      const auto up = choose(less(storage_switch_ports(x), storage_leaves(x)), three_tiers, two_tiers);
      return choose(less(0.0, storage_switches(x)), storage_links(x), 0.0) +
             choose(less(0.0, storage_spines(x)), up, 0.0);
    });

inline constexpr auto inband_switches = formula<"bom.inband_switches", Count>(
    {.symbol = "n_in",
     .title = "In-band management switches",
     .why = "Pairs of leaves for two links per node, and two spines above the second pair. None for one node.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto leaves = 2.0 * ceil(fabric::nodes(x) / inband_ports(x));
      return choose(less(1.0, fabric::nodes(x)), leaves + choose(less(2.0, leaves), 2.0, 0.0), 0.0);
    });
inline constexpr auto fabric_managers = formula<"bom.fabric_managers", Count>(
    {.symbol = "n_fm",
     .title = "Fabric managers",
     .why = "Two per InfiniBand fabric: compute and storage. Ethernet needs none.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto fabrics = 1.0 + less(0.0, known(storage_switches(x)));
      const auto managed = less(0.0, fabric::manager_links(x) + managers_each(x)) * less(1.0, fabric::nodes(x));
      return choose(managed, larger(2.0, managers_each(x)) * fabrics, 0.0);
    });
inline constexpr auto management_servers = formula<"bom.management_servers", Count>(
    {.symbol = "n_srv",
     .title = "Management servers (total)",
     .why = "Management and login nodes, and fabric managers.",
     .source = superpod,
     .whole = true},
    [](const auto& x) { return management_nodes(x) + fabric_managers(x); });

/// Power that a rack may draw.
template <class Case>
auto usable_power(const Case& x) {
  return room::breaker_share(x) * economics::rack_power(x);
}
inline constexpr auto nodes_per_rack = formula<"bom.nodes_per_rack", Count>(
    {.symbol = "n_R",
     .title = "Nodes per compute rack",
     .why =
         "As set; else the least of what rack power, height and the vendor's drawings allow. A rack system is a rack.",
     .source = "derived: power and height of a rack over those of a node; vendor's drawings",
     .whole = true},
    [](const auto& x) {
      const auto by_height = floor((economics::rack_height(x) - room::kept_units(x)) / node::rack_units(x));
      const auto in_height = floor(economics::rack_height(x) / node::rack_units(x));
      const auto drawn = smaller(node::nodes_per_rack(x), otherwise(in_height, node::nodes_per_rack(x)));
      const auto placed = otherwise(drawn, by_height);
      const auto by_power = floor(usable_power(x) / node::draw(x));
      const auto most = larger(1.0, smaller(placed, otherwise(by_power, placed)));
      return choose(less(1.0, node::trays(x)), 1.0, otherwise(room::nodes_per_rack_given(x), most));
    });
inline constexpr auto compute_racks = formula<"bom.compute_racks", Count>(
    {.symbol = "n_rack,n",
     .title = "Compute racks",
     .why = "Nodes and spares over nodes per rack.",
     .source = "derived: division",
     .whole = true},
    [](const auto& x) { return ceil(planning::nodes(x) / nodes_per_rack(x)); });
/// PDUs of the racks of nodes; racks of a rack system have power shelves instead.
template <class Case>
auto compute_pdus(const Case& x) {
  return choose(less(1.0, node::trays(x)), 0.0, room::pdus_per_rack(x) * compute_racks(x));
}

inline constexpr auto oob_links = formula<"bom.oob_links", Count>(
    {.symbol = "n_bmc",
     .title = "Out-of-band ports needed",
     .why = "One port per node or tray, switch, server and appliance, and per PDU of the racks of nodes.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto all_switches = known(fabric::switch_count(x)) + known(storage_switches(x)) + inband_switches(x);
      const auto counted =
          known(fabric::nodes(x)) + all_switches + management_servers(x) + known(storage::count(x)) + compute_pdus(x);
      return otherwise(oob_links_given(x), counted);
    });
inline constexpr auto oob_switches = formula<"bom.oob_switches", Count>(
    {.symbol = "n_oob",
     .title = "Out-of-band management switches",
     .why = "Ports needed over usable ports per switch. None for one node.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto needed = larger(oob_least(x), ceil(oob_links(x) / (oob_ports(x) * oob_fill(x))));
      return choose(less(1.0, fabric::nodes(x)), needed, 0.0);
    });

inline constexpr auto network_units = formula<"bom.network_units", Count>(
    {.symbol = "U_net",
     .title = "Rack units of switches and servers",
     .why = "Switches of all networks, those of the in-band network with 2U, and servers of 1U.",
     .source = "derived: sum"},
    [](const auto& x) {
      const auto height = otherwise(switches::rack_units(x), usual_switch_units);
      return height * (known(fabric::switch_count(x)) + known(storage_switches(x))) +
             inband_units * inband_switches(x) + known(oob_switches(x)) + management_servers(x);
    });
inline constexpr auto network_racks = formula<"bom.network_racks", Count>(
    {.symbol = "n_rack,net",
     .title = "Network racks",
     .why = "Their rack units over the usable height of a network rack.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      const auto by_units = ceil(network_units(x) / (economics::rack_height(x) * room::network_fill(x)));
      const auto drawn = (known(fabric::switch_count(x)) + known(storage_switches(x))) * fabric::switch_power(x);
      const auto by_power = ceil((drawn + management_servers(x) * server_power(x)) / usable_power(x));
      return larger(by_units, otherwise(by_power, by_units));
    });
inline constexpr auto storage_racks = formula<"bom.storage_racks", Count>(
    {.symbol = "n_rack,sto",
     .title = "Storage racks",
     .why = "Appliances with a known height over those that a rack holds. A higher one takes several racks.",
     .source = "derived: division",
     .whole = true},
    [](const auto& x) {
      const auto height = economics::rack_height(x), units = storage::rack_units(x);
      const auto each = larger(1.0, floor(height / units)), racks = larger(1.0, ceil(units / height));
      return known(ceil(storage::count(x) / each) * racks);
    });
inline constexpr auto racks = formula<"bom.racks", Count>(
    {.symbol = "n_rack,all",
     .title = "Racks (all equipment)",
     .why = "Racks of nodes, of switches and servers, and of storage.",
     .source = "derived: sum",
     .whole = true},
    [](const auto& x) { return compute_racks(x) + network_racks(x) + storage_racks(x); });
inline constexpr auto pdus = formula<"bom.pdus", Count>(
    {.symbol = "n_pdu",
     .title = "PDUs",
     .why = "Per rack of nodes and per other rack. Rack systems have power shelves instead.",
     .source = superpod,
     .whole = true},
    [](const auto& x) {
      return compute_pdus(x) + room::pdus_per_other_rack(x) * (network_racks(x) + storage_racks(x));
    });

inline constexpr auto rack_weight = formula<"bom.rack_weight", Count>(
    {.symbol = "m_rack",
     .title = "Weight of a full compute rack (kg)",
     .why = "Nodes with a known weight, and the rack. The weight of a rack system includes its rack.",
     .source = "derived: sum"},
    [](const auto& x) {
      const auto empty = choose(less(1.0, node::trays(x)), 0.0, room::empty_rack_weight(x));
      return nodes_per_rack(x) * node::weight(x) + empty;
    });
inline constexpr auto floor_load = formula<"bom.floor_load", Count>(
    {.symbol = "q",
     .title = "Floor load under a compute rack (kN/m²)",
     .why = "Weight of a full rack over its footprint.",
     .source = "derived: weight times 9.81 m/s² over area"},
    [](const auto& x) { return rack_weight(x) * 9.81e-3 / room::rack_area(x); });

inline constexpr auto floor_use = formula<"bom.floor_use", Count>(
    {.symbol = "q/q_max",
     .title = "Floor load over the floor's limit",
     .why = "Above 1, a full rack is heavier than the floor carries.",
     .source = "derived: division",
     .unit = Unit::ratio},
    [](const auto& x) { return floor_load(x) / room::floor_limit(x); });

inline constexpr auto formulas = std::tie(
    storage_links, appliance_links, storage_leaves, storage_spines, storage_switches, storage_cables, inband_switches,
    fabric_managers, management_servers, nodes_per_rack, compute_racks, oob_links, oob_switches, network_units,
    network_racks, storage_racks, racks, pdus, rack_weight, floor_load, floor_use);

}  // namespace llmsize::bom
