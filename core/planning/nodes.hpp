// SPDX-License-Identifier: Apache-2.0
// The smallest number of nodes for a scenario that leaves it open.
#pragma once

#include "core/scenario/case.hpp"

namespace llmsize {

/// A scenario with what was planned for it, and the case it completes to.
struct Plan {
  Scenario scenario;
  Case completed;
};

/// Whether nodes, GPUs or copies of the model are said.
bool size_is_said(const Scenario& scenario);

/// Where neither nodes nor GPUs nor a data-parallel degree are said, takes the fewest that hold the model states and
/// meet the deadline and that the degrees divide. Where nothing says how the model is split, the expected utilisation
/// tells the time of a step. Throws BadInput as `complete` does.
Plan plan_nodes(const Scenario& scenario, const Catalog& catalog);

}  // namespace llmsize
