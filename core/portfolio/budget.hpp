// SPDX-License-Identifier: Apache-2.0
// What a cluster costs, and how many nodes a budget buys.
#pragma once

#include "core/scenario/case.hpp"

namespace llmsize {

/// A scenario with nothing but its cluster and prices: without jobs and without a number of nodes.
Scenario cluster_of(const Scenario& scenario);

/// CapEx of so many nodes of such a cluster with all that is priced around them; absent where no price is known.
double cluster_capex(const Scenario& cluster, double nodes, const Catalog& catalog);

/// The most nodes of such a cluster that a budget buys, as the planner limits a job by its own; absent where no price
/// is known.
double affordable_nodes(const Scenario& cluster, double budget, const Catalog& catalog);

}  // namespace llmsize
