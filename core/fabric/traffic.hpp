// SPDX-License-Identifier: Apache-2.0
// What of the network's rate reaches a communication group across an oversubscribed fabric, by the kind of traffic. At
// 1:1 with adaptive routing and all planes it is all of it, to the last digit.
//
// Numbers of nodes come from the layout's degrees: a search that changes these then knows all that traffic rests on.
#pragma once

#include "core/fabric/ports.hpp"
#include "core/inputs/layout.hpp"

namespace llmsize::fabric {

/// Share of the bandwidth that working planes leave.
template <class Case>
auto working_share(const Case& x) {
  return larger(0.0, planes(x) - planes_lost(x)) / planes(x);
}

/// Whether traffic between leaves can be slower than inside one.
template <class Case>
auto is_blocking(const Case& x) {
  return larger(
      less(1.0, oversubscription(x)), larger(less(1.0, spine_oversubscription(x)), less(routing_efficiency(x), 1.0)));
}

/// GPUs per tray.
template <class Case>
auto tray_gpus(const Case& x) {
  return node::gpus(x) / node::trays(x);
}
/// Trays that the job takes.
template <class Case>
auto job_nodes(const Case& x) {
  return larger(1.0, layout::tensor(x) * layout::context(x) * layout::pipeline(x) * layout::data(x) / tray_gpus(x));
}
/// Nodes that one leaf group connects: all of the job where one switch does; one where the switch is not known.
template <class Case>
auto leaf_nodes(const Case& x) {
  const auto room = larger(1.0, otherwise(nodes_per_leaf_given(x), otherwise(leaf_room(x), 1.0)));
  const auto is_one = 1.0 - less(otherwise(switches::ports(x), 0.0), job_nodes(x) * otherwise(rails(x), 1.0));
  return choose(is_one * less(tiers_given(x), 2.0), larger(room, job_nodes(x)), room);
}
/// Nodes of a pod: those of `pod_leaves` or of a scalable unit; all where two tiers connect the job.
template <class Case>
auto pod_nodes(const Case& x) {
  const auto leaf = leaf_nodes(x), each = leaves_of_node(x);
  const auto pod = larger(leaf, otherwise(pod_leaves(x) * leaf / each, unit_nodes(x)));
  const auto two_tiers = leaf * floor(switches::spine_ports(x) / each);
  const auto has_pods = larger(less(2.0, tiers_given(x)), less(otherwise(two_tiers, leaf), job_nodes(x)));
  return choose(has_pods, pod, larger(pod, job_nodes(x)));
}

/// Of a group of so many members, `apart` nodes from one another, those within `part` nodes.
template <class Members, class Apart, class Part, class Case>
auto members_near(const Members& members, const Apart& apart, const Part& part, const Case& x) {
  const auto anywhere = 1.0 + (members - 1.0) * smaller(1.0, part / job_nodes(x));
  return choose(scattered(x), anywhere, larger(1.0, smaller(members, part / apart)));
}

/// Share of the network's rate for a ring of so many members, each on `each` nodes of its own: of the members on one
/// leaf, one sends out.
template <class Members, class Nodes, class Case>
auto ring_share(const Members& members, const Nodes& each, const Case& x) {
  return where(
      is_blocking(x),
      [&] {
        const auto apart = larger(1.0, each);
        const auto on_leaf = members_near(members, apart, leaf_nodes(x), x);
        const auto in_pod = members_near(members, apart, pod_nodes(x), x);
        const auto both = oversubscription(x) * spine_oversubscription(x);
        const auto crossing = routing_efficiency(x) * smaller(1.0, on_leaf / oversubscription(x));
        const auto of_leaf = choose(less(on_leaf, members), crossing, 1.0);
        const auto of_pod = choose(less(in_pod, members), routing_efficiency(x) * smaller(1.0, in_pod / both), 1.0);
        return smaller(of_leaf, of_pod);
      },
      Count(1.0));
}

/// Share of the network's rate for an all-to-all over so many nodes: all of it that goes to other leaves goes up.
template <class Nodes, class Case>
auto exchange_share(const Nodes& nodes, const Case& x) {
  return where(
      is_blocking(x),
      [&] {
        const auto others = larger(1.0, nodes - 1.0);
        const auto up = (nodes - members_near(nodes, 1.0, leaf_nodes(x), x)) / others;
        const auto out = (nodes - members_near(nodes, 1.0, pod_nodes(x), x)) / others;
        const auto both = oversubscription(x) * spine_oversubscription(x);
        const auto load = larger(oversubscription(x) * up, both * out) / routing_efficiency(x);
        return 1.0 / larger(1.0, load);
      },
      Count(1.0));
}

/// Share of the network's rate for messages to a neighbor so many nodes away: all GPUs send at once.
template <class Nodes, class Case>
auto neighbor_share(const Nodes& away, const Case& x) {
  return where(
      is_blocking(x),
      [&] {
        const auto crossing = [&](const auto& part) {
          const auto anywhere = larger(0.0, 1.0 - part / job_nodes(x));
          return choose(scattered(x), anywhere, smaller(1.0, away / part));
        };
        const auto both = oversubscription(x) * spine_oversubscription(x);
        const auto load = larger(oversubscription(x) * crossing(leaf_nodes(x)), both * crossing(pod_nodes(x)));
        return 1.0 / larger(1.0, load / routing_efficiency(x));
      },
      Count(1.0));
}

}  // namespace llmsize::fabric
