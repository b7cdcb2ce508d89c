// SPDX-License-Identifier: Apache-2.0
// A portfolio as it is shown: sentences and tables for people, a document and a table for programs.
#pragma once

#include "core/portfolio/portfolio.hpp"

namespace llmsize {

/// A sentence per cluster, and whether all jobs start as asked.
std::string portfolio_headline(const Portfolio& portfolio);

/// Jobs with nodes, months and notes under the headline; nodes by month of every cluster; shared storage where jobs
/// need some.
std::vector<TitledTable> portfolio_tables(const Portfolio& portfolio);

/// The rows of the jobs as studies have them; `more` are results that somebody names.
AnsweredRows portfolio_rows(const Portfolio& portfolio, const std::vector<const ResultRow*>& more);

/// Rows with what the schedule says of each job: workload, months, nodes by month.
Json portfolio_rows_json(const Portfolio& portfolio, const AnsweredRows& rows);
/// Clusters with nodes, peak and load by month, and shared storage; base units.
Json portfolio_json(const Portfolio& portfolio);
/// A row per job: inputs, results and the schedule as columns.
Table portfolio_table(const Portfolio& portfolio, const AnsweredRows& rows);

}  // namespace llmsize
