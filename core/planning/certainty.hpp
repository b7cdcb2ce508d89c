// SPDX-License-Identifier: Apache-2.0
// How sure a plan is to be on time, and the nodes that being surer takes.
#pragma once

#include "core/answer/certain_time.hpp"
#include "core/planning/goals.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

/// Nodes at every certainty, spares included; absent where no number of nodes is enough, or nothing asks for them.
struct CertainNodes {
  double p50 = absent, p80 = absent, p90 = absent;  ///< as in `sizes`
  bool sought = false;                              ///< whether somebody looked for them

  /// What the nodes of a certainty are and do, base units; absent what is not known.
  struct Sized {
    std::string_view certainty;  ///< "p80"
    double nodes = absent, gpus = absent, time = absent, power = absent, price = absent;
    double p80 = absent, p90 = absent;  ///< the time at these certainties, where it is uncertain
    double used = absent;               ///< nodes without spares
  };
  std::vector<Sized> sizes{};  ///< of every certainty that was looked for, the lowest first
  /// What answers lead with: the sizes at P50 and P80, and at P90 where that is asked for.
  std::vector<Sized> leading(std::string_view asked) const;

  /// The fewest nodes for a time that nobody asked for.
  struct For {
    double deadline;  ///< seconds
    double nodes;     ///< absent where no number of nodes is enough
    double price;     ///< of the nodes, as economics.capex; absent where prices are not known
    double used;      ///< nodes without spares; absent like `nodes`
  };
  std::vector<For> by_deadline{};  ///< where nodes and time are open: for 30, 60, 90 and 180 days
};
/// The fewest nodes that meet the deadline at each certainty, for a plan that chose nodes for a deadline: a search for
/// each certainty that the plan itself does not have. Where neither nodes nor a deadline are said, those for some.
CertainNodes certain_nodes(const LayoutPlan& plan, const Catalog& catalog, const SearchOptions& options = {});

}  // namespace llmsize
