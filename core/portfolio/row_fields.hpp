// SPDX-License-Identifier: Apache-2.0
// What is known of the rows of a sheet beside their inputs and results, for programs.
#pragma once

#include "core/portfolio/cluster.hpp"

#include <span>

namespace llmsize {

/// Fields of a row by name: numbers, words, lists of numbers.
using RowFields = std::vector<std::pair<std::string, Json>>;

/// Planned rows as studies have them, with these results and those that somebody names.
AnsweredRows answered_rows(
    const PlannedRows& rows, std::vector<const ResultRow*> results, const std::vector<const ResultRow*>& more);

/// Numbers as a list.
Json numbers_json(std::span<const double> numbers);

/// Rows with the fields of each.
Json rows_json(const AnsweredRows& rows, const std::vector<RowFields>& fields);
/// A row per scenario: inputs, results and fields as columns. A list is a column per number, named after the field and
/// counted from `first`: "nodes_month_1".
Table rows_table(const AnsweredRows& rows, const std::vector<RowFields>& fields, std::size_t first);

}  // namespace llmsize
