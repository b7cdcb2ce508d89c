// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of the machine room.
#pragma once

#include "core/room/power.hpp"

namespace llmsize::room {

inline constexpr auto too_hot = finding<"bom.node_too_hot">(
    {.severity = Severity::error,
     .sentence = "A node draws {node.draw}, a rack has {economics.rack_power}.",
     .remedy = "Use racks with more power (--rack-power).",
     .brief = "node power above rack power",
     .check = "Node power in a rack"},
    [](const auto& x) { return breaker_share(x) * economics::rack_power(x) - node::draw(x); });
inline constexpr auto too_high = finding<"bom.node_too_high">(
    {.severity = Severity::error,
     .sentence = "A node takes {node.rack_units} rack units, a rack has {economics.rack_height}.",
     .remedy = "Use higher racks (--rack-height).",
     .brief = "node higher than the rack",
     .check = "Rack height"},
    [](const auto& x) {
      return choose(less(1.0, node::trays(x)), 0.0, economics::rack_height(x) - node::rack_units(x));
    });
/// As many as are set: those that are counted fit.
inline constexpr auto too_many_nodes = finding<"bom.node_too_high">(
    {.severity = Severity::error,
     .sentence = "{bom.nodes_per_rack} nodes of {node.rack_units} rack units each are higher than a rack of "
                 "{economics.rack_height}.",
     .remedy = "Use fewer nodes per rack or higher racks (--nodes-per-rack, --rack-height).",
     .brief = "nodes higher than the rack",
     .check = "Rack height"},
    [](const auto& x) {
      const auto left = economics::rack_height(x) - bom::nodes_per_rack(x) * node::rack_units(x);
      return choose(less(1.0, bom::nodes_per_rack(x)) * (1.0 - less(1.0, node::trays(x))), left, 0.0);
    });
inline constexpr auto above_rack_power = finding<"bom.rack_power">(
    {.severity = Severity::warning,
     .sentence = "A rack of {bom.nodes_per_rack} nodes draws {power.rack}, its budget is {economics.rack_power}.",
     .remedy = "Use fewer nodes per rack (--nodes-per-rack) or racks with more power (--rack-power).",
     .brief = "rack power exceeded",
     .check = "Rack power"},
    [](const auto& x) {
      const auto margin = breaker_share(x) * economics::rack_power(x) - powers::rack(x);
      return choose(less(1.0, bom::nodes_per_rack(x)), margin, of<Watts>(0));
    });
inline constexpr auto above_air_limit = finding<"bom.air_limit">(
    {.severity = Severity::info,
     .sentence = "A rack of nodes gives {power.rack_air} to the air, above the {room.air_limit} of usual air cooling.",
     .remedy = "Confirm the cooling of the room: rear-door heat exchangers, containment, or fewer nodes per rack "
               "(--nodes-per-rack, --air-limit).",
     .brief = "air cooling limit exceeded",
     .check = "Air cooling"},
    [](const auto& x) { return air_limit(x) - powers::rack_air(x); });
inline constexpr auto unknown_power = finding<"bom.unknown_power">(
    {.severity = Severity::info,
     .sentence = "The power of the switches is not known. Network power is {power.usual_network_share} of node power.",
     .remedy = "Give the power per switch (--switch.power_most).",
     .brief = "unknown switch power"},
    [](const auto& x) {
      const auto is_known = less(of<Watts>(0), known(fabric::switch_power(x)));
      return choose(less(0.0, known(fabric::switch_count(x))), is_known - 0.5, 0.0);
    });
inline constexpr auto heavy = finding<"bom.floor_load">(
    {.severity = Severity::info,
     .sentence = "A full rack weighs {bom.rack_weight} kg, {bom.floor_load} kN/m² under it. Floors of "
                 "{room.floor_limit} kN/m² are common.",
     .remedy = "Confirm the floor and the route of delivery (room.floor_limit).",
     .brief = "floor load above common floors",
     .check = "Floor load"},
    [](const auto& x) { return 1.0 - bom::floor_use(x); });
inline constexpr auto peak_below_mean = finding<"power.peak_below_annual">(
    {.severity = Severity::warning,
     .sentence = "The peak PUE of {power.pue} is below the annual PUE of {power.annual_pue}.",
     .remedy = "Set --peak-pue to the PUE at full load on the hottest day.",
     .brief = "peak PUE below annual PUE",
     .check = "PUE"},
    [](const auto& x) { return powers::pue(x) - powers::annual_pue(x); });
inline constexpr auto findings = std::tie(
    too_hot, too_high, too_many_nodes, peak_below_mean, above_rack_power, above_air_limit, unknown_power, heavy);

}  // namespace llmsize::room
