// SPDX-License-Identifier: Apache-2.0
// All formulas and findings of the compute fabric, in the order they are shown.
#pragma once

#include "core/fabric/links.hpp"

namespace llmsize::fabric {

inline constexpr auto formulas = std::tuple_cat(count_formulas, link_formulas);

/// 1 where leaves have links to other switches.
template <class Case>
auto has_uplinks(const Case& x) {
  return less(1.0, nodes(x)) * (1.0 - is_one_switch(x)) * (1.0 - is_attached(Attachment::dragonfly, x));
}

inline constexpr auto slow_ports = finding<"fabric.slow_ports">(
    {.severity = Severity::warning,
     .sentence = "Switch ports have {switch.port_rate}, the links of {planning.nodes} nodes have {fabric.link_rate}.",
     .remedy = "Use a faster switch, or more planes for the NICs (--switch, --planes).",
     .brief = "switch ports too slow",
     .check = "Switch port rate"},
    [](const auto& x) { return switches::port_rate(x) - link_rate(x); });
inline constexpr Try leaf_tries[] = {
    {"Use {} nodes per leaf", "fabric.nodes_per_leaf_given", Try::How::reached, {}, NumberId("fabric.most_downlinks")}};
/// More links than a switch has ports: no oversubscription helps.
inline constexpr auto leaf_overfull = finding<"fabric.no_ports">(
    {.severity = Severity::error,
     .sentence = "A leaf has {fabric.downlinks} links to nodes, its switch has {switch.ports} ports.",
     .remedy = "Use fewer nodes per leaf, or switches with more ports (--nodes-per-leaf, --switch).",
     .brief = "more links than leaf ports",
     .check = "Leaf ports",
     .tries = leaf_tries},
    [](const auto& x) { return choose(less(1.0, nodes(x)), switches::ports(x) - downlinks(x), 0.0); });
inline constexpr auto no_ports = finding<"fabric.no_ports">(
    {.severity = Severity::warning,
     .sentence =
         "A leaf has {fabric.downlinks} links to nodes: the rest of its {switch.ports} ports is too few for its "
         "uplinks.",
     .remedy = "Use fewer nodes per leaf, switches with more ports or a higher oversubscription (--nodes-per-leaf, "
               "--switch, --oversubscription).",
     .brief = "too few uplinks",
     .check = "Leaf ports"},
    [](const auto& x) {
      const auto of_group = switches::ports(x) - switch_endpoints(x) - (group_switches(x) - 1.0);
      const auto plain = choose(has_uplinks(x), most_uplinks(x) - uplinks_needed(x), 0.0);
      const auto margin = choose(is_attached(Attachment::dragonfly, x) * (1.0 - is_one_switch(x)), of_group, plain);
      return choose(less(switches::ports(x), downlinks(x)), 0.0, margin);
    });
inline constexpr auto too_large = finding<"fabric.too_large">(
    {.severity = Severity::warning,
     .sentence = "{fabric.plane_leaves} leaves per plane are more than three tiers of switches with {switch.ports} "
                 "ports connect.",
     .remedy = "Use switches with more ports, more planes or a dragonfly (--switch, --planes, --attachment).",
     .brief = "fabric too large",
     .check = "Fabric size"},
    [](const auto& x) {
      const auto pods_fit = smaller(switches::core_ports(x) - pods(x), most_spine_downlinks(x) - leaves_per_pod(x));
      const auto groups_fit = global_links(x) - choose(less(1.0, dragonfly_groups(x)), 0.5, 0.0);
      return choose(has_core(x), pods_fit, choose(is_attached(Attachment::dragonfly, x), groups_fit, 0.0));
    });
inline constexpr auto uneven = finding<"fabric.uneven">(
    {.severity = Severity::info,
     .sentence = "Spines have {fabric.spine_fill} of their ports in use: {fabric.uplinks} uplinks per leaf have no "
                 "better number of spines.",
     .remedy = "Choose the nodes per leaf so that the uplinks have more divisors (--nodes-per-leaf).",
     .brief = "spines poorly filled"},
    [](const auto& x) { return choose(less(1.0, pod_spines(x)), spine_fill(x) - 0.75, 0.0); });
inline constexpr auto oversubscribed = finding<"fabric.oversubscribed">(
    {.severity = Severity::info,
     .sentence = "The fabric is oversubscribed {fabric.oversubscription}:1 at the leaves: traffic between leaves is "
                 "slower, most of all all-to-alls.",
     .remedy = "Keep communicating ranks on one leaf, or use --oversubscription 1.",
     .brief = "oversubscribed fabric"},
    [](const auto& x) { return choose(has_uplinks(x), 1.1 - oversubscription(x), 0.0); });
inline constexpr auto lost = finding<"fabric.plane_lost">(
    {.severity = Severity::warning,
     .sentence = "{fabric.planes_lost} of {fabric.planes} planes are out of service: no network bandwidth is left.",
     .remedy = "Use more planes or fewer lost ones (--planes).",
     .brief = "no plane left"},
    [](const auto& x) { return planes(x) - planes_lost(x) - 0.5; });
inline constexpr auto idle = finding<"fabric.idle_ports">(
    {.severity = Severity::info,
     .sentence = "{fabric.idle_ports} of {fabric.ports_bought} leaf ports are unused.",
     .remedy = "Use smaller switches, other nodes per leaf or no scalable unit (--switch, --nodes-per-leaf, "
               "--scalable-unit 1), or plan growth with them.",
     .brief = "unused leaf ports"},
    [](const auto& x) { return choose(has_spines(x), 0.25 * ports_bought(x) - idle_ports(x), 0.0); });
inline constexpr auto single_point = finding<"fabric.single_point">(
    {.severity = Severity::info,
     .sentence = "{fabric.nodes} nodes share one switch per plane. All stop if it fails.",
     .remedy = "Use a pair of leaves or two tiers (--attachment pair, --tiers 2) where that is not acceptable.",
     .brief = "single switch"},
    [](const auto& x) { return choose(is_one_switch(x) * less(1.0, nodes(x)), planes(x) - 1.5, 0.0); });
inline constexpr auto findings =
    std::tie(slow_ports, leaf_overfull, no_ports, too_large, uneven, oversubscribed, lost, idle, single_point);

}  // namespace llmsize::fabric
