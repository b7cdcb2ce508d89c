// SPDX-License-Identifier: Apache-2.0
// A day of services that share nodes: how many they hold in each hour.
#pragma once

#include "core/serving/day_curve.hpp"

#include <array>
#include <vector>

namespace llmsize {

/// A number per hour of the day, from 0:00 UTC on.
using DayHours = std::array<double, traffic::hours_of_day>;

/// A service as the nodes see it.
struct ServiceLoad {
  DayHours replicas{};
  double nodes_of_replica = 1;  ///< a part of a node, or some nodes
  double spares = 0;            ///< nodes all day

  /// Nodes and parts of nodes that the replicas take in each hour.
  DayHours nodes() const;
};

/// What a replica takes of nodes with so many GPUs each: the part of one of as many as fit there, else whole nodes.
double nodes_of_replica(double gpus, double node_gpus);

/// Replicas that run in an hour, at the most, of a day whose time is `utc_offset` hours ahead of UTC.
DayHours hours_of(const traffic::ServedDay& day, double utc_offset);

/// Nodes for all services in each hour: their replicas side by side, in whole nodes, and their spare nodes.
DayHours shared_nodes(const std::vector<ServiceLoad>& loads);

}  // namespace llmsize
