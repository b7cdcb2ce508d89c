// SPDX-License-Identifier: Apache-2.0
// How sure a plan is to be on time, and the nodes that being surer takes.
#pragma once

#include "core/planning/goals.hpp"

namespace llmsize {

/// The calendar time at the certainty that the scenario asks for, seconds; absent where it is not known.
double certain_time(const Case& plan);
/// That time over its median; 1 where nothing is uncertain, or the time is not known.
double reserve_of(const Case& plan);

/// Nodes at every certainty, spares included; absent where no number of nodes is enough, or nothing asks for them.
struct CertainNodes {
  double p50 = absent, p80 = absent, p90 = absent;
  bool sought = false;  ///< whether somebody looked for them
};
/// The fewest nodes that meet the deadline at each certainty, for a plan that chose nodes for a deadline. A search for
/// each certainty that the plan itself does not have.
CertainNodes certain_nodes(const LayoutPlan& plan, const Catalog& catalog, const SearchOptions& options = {});

}  // namespace llmsize
