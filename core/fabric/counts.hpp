// SPDX-License-Identifier: Apache-2.0
// Switches that connect the nodes: leaves, spines, core switches, their links. Every leaf has the same number of links
// to every spine, so spines divide its uplinks; that, not the number of ports, is what most wrong counts miss.
#pragma once

#include "core/fabric/ports.hpp"
#include "core/fit/planned.hpp"

namespace llmsize::fabric {

inline constexpr std::string_view clos_source =
    "Leiserson, IEEE Trans. Computers 34(10), 1985; Al-Fares et al., SIGCOMM 2008 (folded Clos, fat tree)";
inline constexpr std::string_view rail_source =
    "NVIDIA DGX SuperPOD H100 reference architecture RA-11333-001 V11, network fabrics: whole scalable units, rails, "
    "equal shares of links";
inline constexpr std::string_view dragonfly_source =
    "Kim et al., ISCA 2008; De Sensi et al., arXiv:2008.08886 (Slingshot)";

inline constexpr auto nodes = formula<"fabric.nodes", Count>(
    {.symbol = "N_fab",
     .title = "Nodes on the fabric",
     .why = "Nodes and spares, as trays where a rack system has NICs in its trays.",
     .source = "derived: nodes times trays per node",
     .whole = true},
    [](const auto& x) { return planning::nodes(x) * node::trays(x); });
inline constexpr auto nodes_built = formula<"fabric.nodes_built", Count>(
    {.symbol = "N'",
     .title = "Nodes the fabric is built for",
     .why = "Nodes, and those that give way to fabric managers, rounded up to whole scalable units.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto with_managers = nodes(x) + ceil(manager_links(x) / larger(1.0, planes(x) * rails(x)));
      return unit_nodes(x) * ceil(with_managers / unit_nodes(x));
    });

inline constexpr auto is_one_switch = formula<"fabric.is_one_switch", Count>(
    {.symbol = "one",
     .title = "One switch per plane",
     .why = "Set if all links fit on one switch and neither a pair nor more tiers are requested.",
     .source = by_links,
     .unit = Unit::flag},
    [](const auto& x) {
      const auto room = 1.0 - less(switches::ports(x), nodes_built(x) * rails(x));
      return choose(is_attached(Attachment::pair, x), 0.0, room * less(tiers_given(x), 2.0));
    });
inline constexpr auto rails_per_leaf = formula<"fabric.rails_per_leaf", Count>(
    {.symbol = "q",
     .title = "Rails per leaf",
     .why =
         "Rails that share a leaf where the nodes are few: the largest divisor of the rails with room for all nodes.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto fewest = least_divisor(rails(x), rails(x) * nodes_built(x) / most_downlinks(x));
      return choose(is_attached(Attachment::tree, x), rails(x), otherwise(rails(x) / fewest, 1.0));
    });
inline constexpr auto nodes_per_leaf = formula<"fabric.nodes_per_leaf", Count>(
    {.symbol = "n_l",
     .title = "Nodes per leaf",
     .why = "Nodes (trays) with links to one leaf: all, or equal shares of at most what its ports for nodes connect.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto room = leaf_room(x);
      const auto shared = unit_nodes(x) * ceil(ceil(nodes_built(x) / ceil(nodes_built(x) / room)) / unit_nodes(x));
      return smaller(nodes_built(x), otherwise(nodes_per_leaf_given(x), smaller(room, shared)));
    });

inline constexpr auto leaf_groups = formula<"fabric.leaf_groups", Count>(
    {.symbol = "G",
     .title = "Leaf groups",
     .why = "Sets of nodes on the same leaves.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return ceil(nodes_built(x) / nodes_per_leaf(x)); });
inline constexpr auto dragonfly_groups = formula<"fabric.dragonfly_groups", Count>(
    {.symbol = "Γ",
     .title = "Dragonfly groups",
     .why = "Groups of pairwise linked switches. 0 for other attachments.",
     .source = dragonfly_source,
     .whole = true},
    [](const auto& x) {
      const auto endpoints = nodes_built(x) * rails(x);
      return is_attached(Attachment::dragonfly, x) * ceil(endpoints / (group_switches(x) * switch_endpoints(x)));
    });
/// Leaves of a plane before a dragonfly and a single switch are looked at.
template <class Case>
auto leaves_of_groups(const Case& x) {
  return leaf_groups(x) * rails(x) / rails_per_leaf(x);
}
inline constexpr auto plane_leaves = formula<"fabric.plane_leaves", Count>(
    {.symbol = "L",
     .title = "Leaves per plane",
     .why = "Leaf groups times rails over rails per leaf. One where a single switch is enough, two in a pair, none for "
            "one node.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto groups = dragonfly_groups(x);
      const auto few = ceil(nodes_built(x) * rails(x) / switch_endpoints(x));
      const auto dragonfly = choose(less(1.0, groups), groups * group_switches(x), few);
      const auto tree = choose(is_attached(Attachment::pair, x), 2.0, leaves_of_groups(x));
      const auto many = choose(is_attached(Attachment::dragonfly, x), dragonfly, tree);
      return choose(less(nodes(x), 2.0), 0.0, choose(is_one_switch(x), 1.0, many));
    });

/// Whether leaves have spines above them.
template <class Case>
auto has_spines(const Case& x) {
  return less(1.0, nodes(x)) * (1.0 - is_one_switch(x)) * less(attachment_kind(x), double(Attachment::pair));
}

inline constexpr auto downlinks = formula<"fabric.downlinks", Count>(
    {.symbol = "d",
     .title = "Links to nodes per leaf",
     .why = "Ports of a full leaf in use for nodes.",
     .source = by_links,
     .whole = true},
    [](const auto& x) {
      const auto all = nodes_built(x) * rails(x);
      const auto shared =
          choose(is_attached(Attachment::dragonfly, x), switch_endpoints(x), rails_per_leaf(x) * nodes_per_leaf(x));
      const auto paired = choose(is_attached(Attachment::pair, x), ceil(all / 2.0), shared);
      return choose(is_one_switch(x), all, smaller(all, paired));
    });

/// Uplinks that the oversubscription asks of a leaf, and those that its free ports allow.
template <class Case>
auto uplinks_needed(const Case& x) {
  return whole_at_least(downlinks(x) / (oversubscription(x) * uplink_ratio(x)));
}
template <class Case>
auto most_uplinks(const Case& x) {
  return floor((switches::ports(x) - downlinks(x)) / uplink_ratio(x));
}
/// Uplinks before spines ask for more.
template <class Case>
auto plain_uplinks(const Case& x) {
  return larger(0.0, smaller(uplinks_needed(x), most_uplinks(x)));
}

/// The less of two counts of which one may be absent.
template <class A, class B>
auto fewer(const A& a, const B& b) {
  return otherwise(smaller(a, b), otherwise(a, b));
}
/// Spines where each leaf has `links` to each: absent where the uplinks would rise above `most`.
template <class Links, class Uplinks, class Most>
auto spines_at(const Links& links, const Uplinks& uplinks, const Most& most) {
  const auto spines = ceil(uplinks / larger(1.0, links));
  return choose(less(links, 1.0) + less(most, links * spines), absent, spines);
}
/// Spines above leaves with equal links to each, whose ports for leaves are `ports`: the fewest that divide the
/// uplinks, or, where that is fewer and the leaves have free ports, uplinks that rise to a number that fewer spines
/// divide, at most to `most`: 17 nodes of 8 rails have 18 uplinks a leaf to 3 spines instead of 17 to 17.
template <class Uplinks, class Most, class Leaves, class Ports>
auto spines_above(const Uplinks& uplinks, const Most& most, const Leaves& leaves, const Ports& ports) {
  const auto exact = least_divisor(uplinks, ceil(leaves * uplinks / ports));
  const auto links = floor(ports / leaves);
  const auto full = fewer(spines_at(links, uplinks, most), spines_at(links - 1.0, uplinks, most));
  const auto sparse = fewer(spines_at(links - 2.0, uplinks, most), spines_at(links - 3.0, uplinks, most));
  return fewer(exact, fewer(full, sparse));
}

inline constexpr auto tiers = formula<"fabric.tiers", Count>(
    {.symbol = "n_tier",
     .title = "Switch tiers",
     .why = "1 without spines, 2 where every spine has a port for every leaf, else 3.",
     .source = clos_source,
     .whole = true},
    [](const auto& x) {
      const auto needed = choose(less(switches::spine_ports(x), plane_leaves(x)), 3.0, 2.0);
      return choose(has_spines(x), larger(tiers_given(x), needed), 1.0);
    });
/// 1 in three tiers.
template <class Case>
auto has_core(const Case& x) {
  return equal(tiers(x), 3.0);
}

inline constexpr auto leaves_per_pod = formula<"fabric.leaves_per_pod", Count>(
    {.symbol = "L_p",
     .title = "Leaves per pod",
     .why = "Leaves under the same spines: those of a scalable unit or leaf group, more if a core switch has "
            "fewer ports than pods. All of them in two tiers.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto group = rails(x) / rails_per_leaf(x);
      const auto unit = group * ceil(unit_nodes(x) / nodes_per_leaf(x));
      const auto pods = ceil(plane_leaves(x) / (unit * switches::core_ports(x)));
      const auto given = pod_leaves(x) * ceil(plane_leaves(x) / (pod_leaves(x) * switches::core_ports(x)));
      const auto usual = otherwise(given, unit * pods);
      return choose(has_core(x), smaller(plane_leaves(x), usual), larger(1.0, plane_leaves(x)));
    });
inline constexpr auto pods = formula<"fabric.pods", Count>(
    {.symbol = "P",
     .title = "Pods",
     .why = "Sets of leaves under the same spines.",
     .source = clos_source,
     .whole = true},
    [](const auto& x) { return ceil(plane_leaves(x) / leaves_per_pod(x)); });
inline constexpr auto pod_spines = formula<"fabric.pod_spines", Count>(
    {.symbol = "S_p",
     .title = "Spines per pod and plane",
     .why = "Fewest spines that divide the uplinks of a leaf, so that every leaf has equal links to every spine.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto down = most_spine_downlinks(x);
      const auto ports = choose(has_core(x), down, switches::spine_ports(x));
      const auto fewest = spines_above(plain_uplinks(x), most_uplinks(x), leaves_per_pod(x), ports);
      const auto more = least_divisor(plain_uplinks(x), ceil(spines_given(x) / pods(x)));
      return choose(has_spines(x), larger(fewest, otherwise(more, fewest)), 0.0);
    });
inline constexpr auto uplinks = formula<"fabric.uplinks", Count>(
    {.symbol = "u",
     .title = "Uplinks per leaf",
     .why = "Links of a leaf to its spines, in equal shares; in a pair, those to the other leaf.",
     .source = rail_source,
     .whole = true},
    [](const auto& x) {
      const auto plain = plain_uplinks(x);
      const auto shared = pod_spines(x) * ceil(plain / larger(1.0, pod_spines(x)));
      const auto even = choose(less(most_uplinks(x), shared), plain, shared);
      const auto paired = choose(is_attached(Attachment::pair, x), plain, 0.0);
      return choose(has_spines(x), even, paired);
    });
inline constexpr auto spine_uplinks = formula<"fabric.spine_uplinks", Count>(
    {.symbol = "u_s",
     .title = "Uplinks per spine",
     .why = "Links of a spine to core switches in three tiers.",
     .source = clos_source,
     .whole = true},
    [](const auto& x) {
      const auto needed =
          whole_at_least(leaves_per_pod(x) * uplinks(x) / (larger(1.0, pod_spines(x)) * spine_oversubscription(x)));
      return choose(has_core(x), needed, 0.0);
    });

/// Core switches of a plane where `group` spines of a pod share their core switches; absent where that does not divide.
template <class Case>
auto cores_at(double group, const Case& x) {
  const auto links = group * pods(x) * spine_uplinks(x);
  const auto each = least_divisor(spine_uplinks(x), ceil(links / switches::core_ports(x)));
  const auto has_ports = 1.0 - less(switches::core_ports(x), group * pods(x));
  const auto divides = equal(remainder(pod_spines(x), group), 0.0);
  return choose(has_ports * divides, pod_spines(x) / group * each, absent);
}
inline constexpr auto plane_cores = formula<"fabric.plane_cores", Count>(
    {.symbol = "C",
     .title = "Core switches per plane",
     .why = "Fewest core switches with equal links from every spine of their group: groups of 1, 2, 3, 4, 6, 8 or 16 "
            "spines of a pod.",
     .source = clos_source,
     .whole = true},
    [](const auto& x) {
      const auto odd = fewer(cores_at(3, x), cores_at(6, x));
      const auto even = fewer(fewer(cores_at(1, x), cores_at(2, x)), fewer(cores_at(4, x), cores_at(8, x)));
      return choose(has_core(x), fewer(fewer(odd, even), cores_at(16, x)), 0.0);
    });

inline constexpr auto leaves = formula<"fabric.leaves", Count>(
    {.symbol = "n_leaf", .title = "Leaf switches", .why = "Leaves of all planes.", .source = by_links, .whole = true},
    [](const auto& x) { return planes(x) * plane_leaves(x); });
inline constexpr auto spines = formula<"fabric.spines", Count>(
    {.symbol = "n_spine",
     .title = "Spine switches",
     .why = "Spines of all pods and planes.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return planes(x) * pods(x) * pod_spines(x); });
inline constexpr auto cores = formula<"fabric.cores", Count>(
    {.symbol = "n_core",
     .title = "Core switches",
     .why = "Core switches of all planes. 0 with less than three tiers.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return planes(x) * plane_cores(x); });
inline constexpr auto switch_count = formula<"fabric.switches", Count>(
    {.symbol = "n_sw",
     .title = "Compute fabric switches",
     .why = "Leaves, spines and core switches.",
     .source = "derived: sum",
     .whole = true},
    [](const auto& x) { return leaves(x) + spines(x) + cores(x); });

inline constexpr auto ports_bought = formula<"fabric.ports_bought", Count>(
    {.symbol = "n_p",
     .title = "Leaf ports (total)",
     .why = "Ports of all leaves at the link rate.",
     .source = by_links,
     .whole = true},
    [](const auto& x) { return leaves(x) * switches::ports(x); });
inline constexpr auto idle_ports = formula<"fabric.idle_ports", Count>(
    {.symbol = "n_p,0",
     .title = "Unused leaf ports",
     .why = "Leaf ports without a link: room for growth, or ports that equal shares cannot use.",
     .source = by_links,
     .whole = true},
    [](const auto& x) {
      const auto up =
          choose(is_attached(Attachment::dragonfly, x), group_switches(x) - 1.0, uplinks(x) * uplink_ratio(x));
      const auto used = planes(x) * nodes(x) * rails(x) + leaves(x) * up;
      return larger(0.0, ports_bought(x) - used - manager_links(x));
    });
inline constexpr auto spine_fill = formula<"fabric.spine_fill", Count>(
    {.symbol = "f_s",
     .title = "Spine ports in use",
     .why = "Links of leaves and core switches over the ports of the spines.",
     .source = by_links,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto links = leaves(x) * uplinks(x) + spines(x) * spine_uplinks(x);
      return choose(less(0.0, spines(x)), links / (larger(1.0, spines(x)) * switches::spine_ports(x)), 0.0);
    });

inline constexpr auto count_formulas = std::tie(
    most_downlinks, nodes, nodes_built, is_one_switch, rails_per_leaf, nodes_per_leaf, leaf_groups, dragonfly_groups,
    plane_leaves, downlinks, tiers, leaves_per_pod, pods, pod_spines, uplinks, spine_uplinks, plane_cores, leaves,
    spines, cores, switch_count, ports_bought, idle_ports, spine_fill);

}  // namespace llmsize::fabric
