// SPDX-License-Identifier: Apache-2.0
// The split and the nodes of a service whose load and prefix-cache hit rate are known.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/planning/serving_search.hpp"

namespace llmsize {

/// More nodes than anybody serves from.
inline constexpr double most_served_nodes = 100'000;

/// Whether a scenario says how many nodes or GPUs serve.
bool says_size(const Scenario& scenario);

/// Whether the last node may be rented in part: GPUs are the unit, and nothing says how many there are.
bool rents_gpus(const Scenario& scenario);

/// GPUs of a node as clouds rent them, ascending: 1, 2, 4 of 8.
std::vector<double> parts_of_node(double gpus);

/// The most nodes that power, racks and budget allow; absent where none of them is limited.
double allowed_nodes(const Scenario& said, const Catalog& catalog);

/// As `plan_serving`, of the load and the hit rate as they are: nothing that rests on the plan itself is sought.
ServingPlan plan_at_load(const Scenario& said, const Catalog& catalog, Sought sought = Sought::all);

}  // namespace llmsize
