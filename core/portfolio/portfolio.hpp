// SPDX-License-Identifier: Apache-2.0
// A year of jobs that share clusters: when each runs, how many nodes that takes.
#pragma once

#include "core/portfolio/cluster.hpp"
#include "core/portfolio/planned_job.hpp"
#include "core/portfolio/schedule.hpp"

namespace llmsize {

/// Jobs on one system: they share its nodes.
struct SharedCluster : ClusterOfRows {
  NodeSchedule schedule{};  ///< a request for each of them

  /// Nodes that are there, else those of the peak: what is to buy.
  double nodes() const { return given.value_or(schedule.peak()); }
};

/// Shared storage of all jobs that run.
struct SharedStorage {
  double capacity = 0;  ///< bytes, as each job keeps its own
  NodeMonths read{};    ///< bytes per second by month
  NodeMonths write{};
};

struct Portfolio {
  std::optional<int> year{};
  std::vector<PlannedJob> jobs;
  std::vector<NodePlace> places;  ///< of each job; that of a job that is not planned has no start
  std::vector<SharedCluster> clusters;
  SharedStorage storage{};

  /// Jobs that get no nodes, or cannot be planned.
  std::size_t missing() const;
  /// Jobs that start later than asked.
  std::size_t moved() const;
};

/// Jobs placed on clusters, one for each of their systems. Throws BadInput as `clusters_of` does.
Portfolio scheduled_portfolio(
    std::vector<PlannedJob> jobs, std::optional<int> year, const ClusterLimits& limits, const Catalog& catalog);

/// Nodes of a job in each month.
NodeMonths nodes_by_month(const Portfolio& portfolio, std::size_t job);

/// Why a job gets no nodes or ends after the year, or the limit of its own that it misses; else empty.
std::string note_of(const Portfolio& portfolio, std::size_t job);

}  // namespace llmsize
