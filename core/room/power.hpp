// SPDX-License-Identifier: Apache-2.0
// Three powers of a machine: nodes, IT with network, storage and management, facility with cooling. Rated power, which
// breakers and chillers see; energy is at the average load.
#pragma once

#include "core/room/parts.hpp"

namespace llmsize::powers {

inline constexpr auto nodes = formula<"power.nodes", Watts>(
    {.symbol = "P_nodes",
     .title = "Node power (total)",
     .why = "Rated power of all nodes and spares.",
     .source = "derived: nodes times power per node"},
    [](const auto& x) { return planning::nodes(x) * node::draw(x); });
inline constexpr auto network = formula<"power.network", Watts>(
    {.symbol = "P_net",
     .title = "Network power",
     .why = "Switches of the compute, storage and management networks; a fraction of node power where they cannot be "
            "counted.",
     .source = "derived: switches times power per switch"},
    [](const auto& x) {
      const auto fast = (fabric::switch_count(x) + known(bom::storage_switches(x))) * fabric::switch_power(x);
      const auto counted =
          fast + bom::inband_switches(x) * bom::inband_power(x) + bom::oob_switches(x) * bom::oob_power(x);
      return otherwise(network_share(x) * nodes(x), otherwise(counted, usual_network_share(x) * nodes(x)));
    });
inline constexpr auto storage = formula<"power.storage", Watts>(
    {.symbol = "P_sto,all",
     .title = "Storage power",
     .why = "Appliances times their power; a fraction of node power where none is named or its power is unknown.",
     .source = "derived: appliances times power per appliance"},
    [](const auto& x) {
      return otherwise(llmsize::storage::count(x) * llmsize::storage::power(x), storage_share(x) * nodes(x));
    });
inline constexpr auto management = formula<"power.management", Watts>(
    {.symbol = "P_mgmt",
     .title = "Management power and PDU losses",
     .why = "Management servers, and PDU losses.",
     .source = "derived: sum"},
    [](const auto& x) { return bom::management_servers(x) * bom::server_power(x) + losses_share(x) * nodes(x); });
inline constexpr auto it = formula<"power.it", Watts>(
    {.symbol = "P_IT",
     .title = "IT power (all equipment)",
     .why = "Rated power of nodes, network, storage and management.",
     .source = "derived: sum"},
    [](const auto& x) { return nodes(x) + network(x) + storage(x) + management(x); });
/// PUE of a machine whose heat leaves partly in coolant.
template <class Air, class Liquid, class Case>
auto by_cooling(const Air& air, const Liquid& liquid, const Case& x) {
  return air + (liquid - air) * node::liquid_share(x);
}
inline constexpr std::string_view pue_source = "The Green Grid, White Paper 49 (PUE); planning values by climate";
inline constexpr auto annual_pue = formula<"power.annual_pue", Count>(
    {.symbol = "PUE_yr",
     .title = "Annual PUE",
     .why = "As set; else by climate, between air and liquid cooling by the heat that leaves in coolant. For energy.",
     .source = pue_source,
     .unit = Unit::ratio},
    [](const auto& x) { return otherwise(economics::pue(x), by_cooling(usual_pue(x), usual_liquid_pue(x), x)); });
inline constexpr auto pue = formula<"power.pue", Count>(
    {.symbol = "PUE_max",
     .title = "Peak PUE in use",
     .why = "Peak PUE as set, else the PUE as set, else by climate and cooling. It sizes the facility.",
     .source = pue_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto by_climate = by_cooling(usual_peak_pue(x), usual_liquid_peak_pue(x), x);
      return otherwise(peak_pue(x), otherwise(economics::pue(x), by_climate));
    });
inline constexpr auto facility = formula<"power.facility", Watts>(
    {.symbol = "P_fac,all",
     .title = "Facility power",
     .why = "IT power times peak PUE: what the utility and generators have to deliver.",
     .source = "The Green Grid, White Paper 49 (PUE)"},
    [](const auto& x) { return it(x) * pue(x); });

/// Heat capacity of air by volume and of water: joules per cubic meter and kelvin.
inline constexpr double air_heat = 1.2 * 1005, water_heat = 4.19e6;

inline constexpr auto rack = formula<"power.rack", Watts>(
    {.symbol = "P_R",
     .title = "Compute rack power",
     .why = "Rated power of a full rack of nodes.",
     .source = "derived: nodes per rack times node power"},
    [](const auto& x) { return bom::nodes_per_rack(x) * node::draw(x); });
inline constexpr auto rack_air = formula<"power.rack_air", Watts>(
    {.symbol = "P_R,air",
     .title = "Heat per rack in air",
     .why = "Rack power less what leaves in coolant.",
     .source = "derived: difference"},
    [](const auto& x) { return rack(x) * (1.0 - node::liquid_share(x)); });
inline constexpr auto airflow = formula<"power.airflow", Count>(
    {.symbol = "V_air",
     .title = "Airflow per rack (m³/s)",
     .why = "Heat in air over heat capacity and temperature rise.",
     .source = "derived: 1.2 kg/m³ and 1005 J/kg/K; NVIDIA DGX B200: 14.3 kW and 1,550 CFM are 16 K"},
    [](const auto& x) { return rack_air(x) / of<Watts>(air_heat) / room::air_difference(x); });
inline constexpr auto liquid = formula<"power.liquid", Watts>(
    {.symbol = "P_liq",
     .title = "Heat in coolant",
     .why = "Heat of all nodes that leaves in coolant.",
     .source = "derived: product"},
    [](const auto& x) { return nodes(x) * node::liquid_share(x); });
inline constexpr auto coolant_flow = formula<"power.coolant_flow", Count>(
    {.symbol = "V_liq",
     .title = "Coolant flow (l/s)",
     .why = "Heat in coolant over the heat capacity of water and its temperature rise.",
     .source = "derived: 4.19 MJ/m³/K; AMD MI355X: 1.4 kW and 2.1 l/min are 9.9 K"},
    [](const auto& x) { return liquid(x) / of<Watts>(water_heat / 1000) / room::coolant_difference(x); });
inline constexpr auto cdus = formula<"power.cdus", Count>(
    {.symbol = "n_cdu",
     .title = "Coolant distribution units",
     .why = "Heat in coolant over CDU capacity, plus one (N+1). None without liquid cooling.",
     .source = "derived: N+1",
     .whole = true},
    [](const auto& x) {
      return choose(less(0.0, node::liquid_share(x)), ceil(liquid(x) / room::cdu_capacity(x)) + 1.0, 0.0);
    });

inline constexpr auto formulas = std::tie(
    nodes, network, storage, management, it, annual_pue, pue, facility, rack, rack_air, airflow, liquid, coolant_flow,
    cdus);

}  // namespace llmsize::powers
