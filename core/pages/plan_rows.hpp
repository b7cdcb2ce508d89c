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

/// A result that the planner tells, base units.
struct ToldResult {
  ResultKey id;
  double value;
};
/// What a plan tells of itself: the figures of its search, the nodes at P90 where they are known, and where bandwidths
/// were asked for those that are required.
std::vector<ToldResult> planning_results(const LayoutPlan& plan, const Case& best, double nodes_p90 = absent);

}  // namespace llmsize
