// SPDX-License-Identifier: Apache-2.0
// What a plan says to programs: a row for each of its layouts, and the figures of its search.
#pragma once

#include "core/pages/subject.hpp"
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
/// What no formula tells of a subject: the chance to be on time, and where something was chosen for it the figures of its search, the nodes at every
/// certainty, and where bandwidths were asked for those that are required. `best` is the case of the subject.
std::vector<ToldResult> planning_results(const Subject& subject, const Case& best);

}  // namespace llmsize
