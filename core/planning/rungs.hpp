// SPDX-License-Identifier: Apache-2.0
// The sizes around a plan: what fewer and more nodes would do, each with a layout of its own.
#pragma once

#include "core/planning/certainty.hpp"

#include <memory>
#include <vector>

namespace llmsize {

/// A number of nodes, planned as if a user had stated it.
struct Rung {
  double nodes;                            ///< as stated: spares that are asked for come on top
  std::shared_ptr<const LayoutPlan> plan;  ///< never empty; nothing is found where no layout fits
};

/// The sizes that answers speak of besides the plan's own, fewest nodes first: the next smaller and the next larger
/// that are tried, those at other certainties or for other deadlines, those that meet the goal where nodes are stated,
/// and some as far as half and twice as many. Where no layout fits the stated nodes, sizes from the fewest that fit on.
/// Searches share the cache of the plan. Nothing where the nodes of the plan are not known.
std::vector<Rung> rungs_around(
    const Scenario& said, const LayoutPlan& plan, const CertainNodes& certain, const Catalog& catalog,
    const SearchOptions& options = {});

}  // namespace llmsize
