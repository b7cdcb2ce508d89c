// SPDX-License-Identifier: Apache-2.0
// Searches on a number of nodes: all GPUs of them, or some where a job runs better on fewer.
#pragma once

#include "core/planning/goals.hpp"

namespace llmsize {

/// The scenario on so many nodes.
Scenario on_nodes(Scenario scenario, double nodes);

/// The scenario completed whatever its degrees divide.
Case without_split(const Scenario& scenario, const Catalog& catalog);

/// Numbers of nodes that are tried from `least` on: `node_counts`, or where groups that are said fill none of those
/// evenly, multiples that they do fill.
std::vector<double> counts_for(const Scenario& scenario, const Catalog& catalog, double least);

/// The fewest nodes that need at most so many seconds for each sequence at their peak; 1 where that is not known.
double least_at_peak(const Case& one, double pace);

/// What the best of a plan takes for each sequence, seconds, by what it was chosen by; infinite where nothing was
/// found.
double cost(const LayoutPlan& plan);

/// The best layouts on the nodes that the scenario says, all of them. Nothing is found where degrees that are said
/// divide no number of GPUs of those.
LayoutPlan searched(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options);

/// The best layouts on at most the nodes that the scenario says: others are idle.
LayoutPlan searched_at_most(const Scenario& scenario, const Catalog& catalog, const SearchOptions& options);

}  // namespace llmsize
