// SPDX-License-Identifier: Apache-2.0
// What a plan says: its page, its rows and the figures of its search.
#pragma once

#include "core/pages/page.hpp"
#include "core/planning/goals.hpp"
#include "core/tables/rows.hpp"

namespace llmsize {

/// The best layouts of a plan, fastest first, as answered scenarios: layout, time, memory and utilisation of each.
AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// Results of such a row, in the order of its columns.
std::vector<const ResultRow*> plan_results();

/// The plan for people; `answer` is that of its best layout, with the findings of the plan in front.
Page plan_page(
    const LayoutPlan& plan, const Case& best, const Answer& answer, const AnsweredRows& rows,
    double nodes_p90 = absent);

/// The fewest nodes at which even P90 of the training time meets the deadline, as uncertain as that of the plan; absent
/// without deadline.
double nodes_at_p90(
    const LayoutPlan& plan, const Answer& answer, const Catalog& catalog, const SearchOptions& options = {});

/// A result that the planner tells, base units.
struct ToldResult {
  ResultKey id;
  double value;
};
/// What a plan tells of itself: the figures of its search, the nodes at P90 where they are known, and where bandwidths
/// were asked for those that are required.
std::vector<ToldResult> planning_results(const LayoutPlan& plan, const Case& best, double nodes_p90 = absent);
/// The same as results of a document.
Json planning_json(const std::vector<ToldResult>& told);

/// Findings of the plan itself: a goal that is missed, memory that could not be checked.
std::vector<FoundFinding> plan_findings(const LayoutPlan& plan, const Answer& answer);

}  // namespace llmsize
