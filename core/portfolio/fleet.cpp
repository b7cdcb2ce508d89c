// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/fleet.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize {

double FleetCluster::peak() const { return *std::max_element(nodes_by_hour.begin(), nodes_by_hour.end()); }

std::size_t FleetCluster::peak_hour() const {
  return static_cast<std::size_t>(std::max_element(nodes_by_hour.begin(), nodes_by_hour.end()) - nodes_by_hour.begin());
}

bool FleetCluster::varies() const {
  return std::any_of(nodes_by_hour.begin(), nodes_by_hour.end(), [&](double needed) { return needed < peak(); });
}

double FleetCluster::load() const {
  if (!(nodes() > 0)) return absent;
  return std::accumulate(nodes_by_hour.begin(), nodes_by_hour.end(), 0.0) / (nodes() * traffic::hours_of_day);
}

std::size_t FleetCluster::hours_short() const {
  return static_cast<std::size_t>(
      std::count_if(nodes_by_hour.begin(), nodes_by_hour.end(), [&](double needed) { return needed > nodes(); }));
}

std::size_t Fleet::missing() const {
  return static_cast<std::size_t>(
      std::count_if(services.begin(), services.end(), [](const PlannedService& each) { return !each.is_planned(); }));
}

bool Fleet::fits() const {
  return missing() == 0 && std::all_of(clusters.begin(), clusters.end(), [](const FleetCluster& each) {
           return each.hours_short() == 0;
         });
}

Fleet shared_fleet(std::vector<PlannedService> services, const ClusterLimits& limits, const Catalog& catalog) {
  Fleet fleet{std::move(services), {}};
  const PlannedRows rows = rows_among(fleet.services);
  for (ClusterOfRows& each : clusters_of(rows, limits, "services", catalog)) {
    FleetCluster& cluster = fleet.clusters.emplace_back(FleetCluster{std::move(each)});
    std::vector<ServiceLoad> loads;
    loads.reserve(cluster.rows.size());
    for (const std::size_t service : cluster.rows) {
      loads.push_back(fleet.services[service].load);
      cluster.separate += fleet.services[service].nodes;
    }
    cluster.nodes_by_hour = shared_nodes(loads);
    take_capex(cluster, cluster.nodes(), rows, catalog);
  }
  return fleet;
}

}  // namespace llmsize
