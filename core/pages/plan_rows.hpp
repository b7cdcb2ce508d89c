// SPDX-License-Identifier: Apache-2.0
// What a plan says to programs: a row for each of its layouts, and the figures of its search.
#pragma once

#include "core/planning/goals.hpp"
#include "core/tables/rows.hpp"

namespace llmsize {

/// The best layouts of a plan, fastest first, as answered scenarios: layout, time, memory and utilisation of each.
AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// Results of such a row, in the order of its columns.
std::vector<const ResultRow*> plan_results();

/// `planning.considered`, `.evaluated`, `.feasible`, `.seconds` as results of a document, `.nodes_p90` where it is
/// known, and where bandwidths were asked for those that are required.
Json planning_json(const LayoutPlan& plan, const Case& best, double nodes_p90 = absent);

}  // namespace llmsize
