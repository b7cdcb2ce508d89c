// SPDX-License-Identifier: Apache-2.0
// A day of services that share clusters: nodes of each hour, and whether there are enough.
#pragma once

#include "core/portfolio/cluster.hpp"
#include "core/portfolio/service.hpp"

namespace llmsize {

/// Services on one system: they share its nodes.
struct FleetCluster : ClusterOfRows {
  DayHours nodes_by_hour{};
  double separate = 0;  ///< nodes if each service had its own

  double peak() const;
  /// The first hour of the peak, 0 to 23 UTC.
  std::size_t peak_hour() const;
  /// Nodes that are there, else those of the peak.
  double nodes() const { return given.value_or(peak()); }
  /// Whether some hours need fewer nodes than others.
  bool varies() const;
  /// Node-hours that services need over those that are there; absent without nodes.
  double load() const;
  /// Hours with fewer nodes than the services need.
  std::size_t hours_short() const;
};

struct Fleet {
  std::vector<PlannedService> services;
  std::vector<FleetCluster> clusters;

  /// Services that cannot be planned.
  std::size_t missing() const;
  /// Whether all services are planned and find their nodes in every hour.
  bool fits() const;
};

/// Services on clusters, one for each of their systems. Throws BadInput as `clusters_of` does.
Fleet shared_fleet(std::vector<PlannedService> services, const ClusterLimits& limits, const Catalog& catalog);

}  // namespace llmsize
