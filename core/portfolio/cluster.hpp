// SPDX-License-Identifier: Apache-2.0
// Rows of a sheet on one system share its nodes: as many as there are, as a budget buys, or as they need.
#pragma once

#include "core/portfolio/planned_row.hpp"

#include <optional>

namespace llmsize {

/// Nodes that are there for all rows; both empty: as many as they need.
struct ClusterLimits {
  std::optional<double> nodes{};
  std::optional<Scenario::Said> budget{};
};

/// Rows on one system.
struct ClusterOfRows {
  std::string system, name;
  std::vector<std::size_t> rows{};     ///< places in the sheet
  std::optional<double> given{};       ///< nodes that are there, or that the budget buys
  std::optional<double> affordable{};  ///< nodes that the budget buys
  double capex = absent;               ///< of the nodes
};

/// The planned rows of a sheet.
using PlannedRows = std::vector<const PlannedRow*>;

template <class Planned>
PlannedRows rows_among(const std::vector<Planned>& all) {
  PlannedRows rows;
  rows.reserve(all.size());
  for (const Planned& each : all) rows.push_back(&each);
  return rows;
}

/// One cluster for each system of the rows that have nodes, with the nodes that limits give it. `things` are the rows:
/// "jobs". Throws BadInput: usage, where a limit is given for several systems or a budget without a price; data, where
/// rows have different prices of a node.
std::vector<ClusterOfRows> clusters_of(
    const PlannedRows& rows, const ClusterLimits& limits, std::string_view things, const Catalog& catalog);

/// Prices so many nodes of a cluster; no price without a node.
void take_capex(ClusterOfRows& cluster, double nodes, const PlannedRows& rows, const Catalog& catalog);

/// "46 × NVIDIA DGX H100".
std::string nodes_text(const ClusterOfRows& cluster, double nodes);
/// "The budget buys 50 × NVIDIA DGX H100. With these", "40 × NVIDIA DGX H100"; empty where no nodes are given.
std::string given_text(const ClusterOfRows& cluster);
/// ", CapEx 18.4M"; empty where the price is not known.
std::string capex_text(const ClusterOfRows& cluster);

/// What programs read of every cluster: system, nodes that are given, CapEx.
Json cluster_json(const ClusterOfRows& cluster, double nodes);

}  // namespace llmsize
