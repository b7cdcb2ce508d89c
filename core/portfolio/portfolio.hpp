// SPDX-License-Identifier: Apache-2.0
// A year of jobs that share clusters: when each runs, how many nodes that takes.
#pragma once

#include "core/portfolio/planned_job.hpp"
#include "core/portfolio/schedule.hpp"

namespace llmsize {

/// What is there to place jobs on; both empty: as much as all jobs need.
struct PortfolioLimits {
  std::optional<double> nodes{};
  std::optional<Scenario::Said> budget{};
};

/// Jobs on one system: they share its nodes.
struct SharedCluster {
  std::string system, name;
  std::vector<std::size_t> jobs{};     ///< places among the jobs of the portfolio
  NodeSchedule schedule{};             ///< a request for each of them
  std::optional<double> given{};       ///< nodes that are there, or that the budget buys
  std::optional<double> affordable{};  ///< nodes that the budget buys
  double capex = absent;               ///< of the nodes

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

/// Jobs placed on clusters, one for each of their systems. Throws BadInput: usage, where a limit is given for several
/// systems or a budget without a price; data, where rows have different prices of a node.
Portfolio scheduled_portfolio(
    std::vector<PlannedJob> jobs, std::optional<int> year, const PortfolioLimits& limits, const Catalog& catalog);

/// Nodes of a job in each month.
NodeMonths nodes_by_month(const Portfolio& portfolio, std::size_t job);

/// Why a job gets no nodes or ends after the year, or the limit of its own that it misses; else empty.
std::string note_of(const Portfolio& portfolio, std::size_t job);

}  // namespace llmsize
