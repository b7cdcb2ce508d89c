// SPDX-License-Identifier: Apache-2.0
// What a plan says to programs: a row for each of its layouts, and the figures of its search.
#pragma once

#include "core/scenario/batch.hpp"
#include "core/tables/rows.hpp"
#include "core/view/subject.hpp"

namespace llmsize {

/// The best layouts of a plan, fastest first, as answered scenarios: layout, time, memory and utilisation of each.
AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// The same of a layout that is said: one row.
AnsweredRows said_row(const Scenario& scenario, const Catalog& catalog, const std::vector<const ResultRow*>& results);
/// Keys of what a planner chooses, as rows of plans show them.
std::vector<std::string> layout_keys();

/// Answers one scenario of several. Where a result rests on nodes or layout, what is open of them is planned; what does
/// not fit or contradicts itself becomes an infeasible or invalid row. Throws BadInput for an id or a file that is not
/// there.
/// Searches may be remembered for other rows.
AnsweredRow planned_row(
    std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query,
    const std::shared_ptr<SearchCache>& cache = {});
/// The same with the case that it was answered from.
RowOfCase planned_case(
    std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query,
    const std::shared_ptr<SearchCache>& cache = {});

/// Tells in a row what has to be added to its inputs: a model or a system that any of its results needs, else what is
/// missing where nothing that was asked for is known without. Such a row is incomplete.
void tell_missing(AnsweredRow& row, const Case& plan);

/// Whether somebody who waits for rows wants no more of them: those that are not begun are left out.
using Stopped = std::function<bool()>;

/// Makes so many rows on all cores, in their order; throws what the first of them that throws does. `row` is called
/// from several threads, `progress` from one at a time with the number of rows that are done.
std::vector<AnsweredRow> made_rows(
    std::size_t count, const std::function<AnsweredRow(std::size_t)>& row,
    const std::function<void(std::size_t)>& progress = {}, const Stopped& stopped = {});
/// The same of scenarios that are planned.
std::vector<AnsweredRow> planned_rows(
    const std::vector<std::pair<std::string, Scenario>>& named, const Catalog& catalog, const Query& query,
    const std::function<void(std::size_t)>& progress = {}, const Stopped& stopped = {});

/// The rows of a sheet; `over` is said of every one, in place of what it says. What is wrong with a row is told in it.
AnsweredRows sheet_rows(
    const Batch& batch, const Scenario& over, const Query& query, const Catalog& catalog,
    const std::function<void(std::size_t)>& progress = {}, const Stopped& stopped = {});

/// A result that the planner tells, base units.
struct ToldResult {
  ResultKey id;
  double value;
};
/// What no formula tells of a subject: the chance to be on time, the day of a service, and where a training was planned
/// the figures of its search, the nodes at every certainty, and where bandwidths were asked for those that are
/// required. `best` is the case of the subject.
std::vector<ToldResult> planning_results(const Subject& subject, const Case& best);

/// Whether one of these results is the nodes at a certainty.
bool tells_certain_nodes(const std::vector<const ResultRow*>& rows);

/// Fills in the nodes at every certainty where one of these results tells them.
void take_certain_nodes(
    Subject& subject, const std::vector<const ResultRow*>& rows, const Catalog& catalog,
    const SearchOptions& options = {});

}  // namespace llmsize
