// SPDX-License-Identifier: Apache-2.0
// What a plan says to programs: a row for each of its layouts, and the figures of its search.
#pragma once

#include "core/pages/subject.hpp"
#include "core/tables/rows.hpp"

namespace llmsize {

/// The best layouts of a plan, fastest first, as answered scenarios: layout, time, memory and utilisation of each.
AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// The same of a layout that is said: one row.
AnsweredRows said_row(const Scenario& scenario, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// Results of such a row, in the order of its columns.
std::vector<const ResultRow*> plan_results();

/// Answers one scenario of several. Where a result rests on nodes or layout, what is open of them is planned; what does
/// not fit or contradicts itself becomes an infeasible or invalid row. Throws BadInput for an id or a file that is not
/// there.
AnsweredRow planned_row(std::string name, const Scenario& scenario, const Catalog& catalog, const Question& question);

/// A result that the planner tells, base units.
struct ToldResult {
  ResultKey id;
  double value;
};
/// What no formula tells of a subject: the chance to be on time, and where something was chosen for it the figures of
/// its search, the nodes at every certainty, and where bandwidths were asked for those that are required. `best` is the
/// case of the subject.
std::vector<ToldResult> planning_results(const Subject& subject, const Case& best);

/// Fills in the nodes at every certainty where one of these results tells them.
void take_certain_nodes(
    Subject& subject, const std::vector<const ResultRow*>& rows, const Catalog& catalog,
    const SearchOptions& options = {});

}  // namespace llmsize
