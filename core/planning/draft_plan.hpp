// SPDX-License-Identifier: Apache-2.0
// How many draft tokens a service decodes with, where the planner chooses.
#pragma once

#include "core/planning/serving_plan.hpp"

#include <functional>

namespace llmsize {

/// Whether a scenario leaves the number of draft tokens to the planner.
bool plans_drafts(const Scenario& said);

/// Plans a scenario whose number of draft tokens is said.
using ServicePlanner = std::function<ServingPlan(const Scenario&)>;

/// The best of the plans without draft tokens and with each number of them that was published for the model: it carries
/// the load, on the fewest nodes, and of these has the least time per output token, or where no load is said or it is
/// not carried the highest goodput. Never worse than the plan without. `plan` is called from several threads. Throws as
/// it does.
ServingPlan plan_with_drafts(const Scenario& said, const Catalog& catalog, const ServicePlanner& plan);

}  // namespace llmsize
