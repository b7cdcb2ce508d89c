// SPDX-License-Identifier: Apache-2.0
// How reports on accuracy write errors: as cells of a table, as numbers for programs.
#pragma once

#include "core/calibration/errors.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// "4.3%"; "–" where absent.
std::string tenth_percent(double share);
/// "90%"; "–" where absent.
std::string whole_percent(double share);

/// The columns of a summary: how many rows, the errors, the share in range.
std::vector<std::string> error_columns();
/// Its cells.
std::vector<std::string> error_cells(const ErrorSummary& of);

/// The same for programs, each behind `prefix`: "validation.mean_abs_error"; absent errors where no row was used.
/// `usable` are the rows that could have been.
Json error_results(const ErrorSummary& of, std::size_t usable, const std::string& prefix);

/// An id and why it was not used.
using Unused = std::pair<std::string, std::string>;
/// Each reason with how many it holds for, in the words of `what`, and one of them.
TitledTable unused_table(std::string title, std::string what, const std::vector<Unused>& all);

/// Markdown: a heading and a table for each, a bold line for a title without a table.
std::string as_sections(const std::vector<TitledTable>& tables);

}  // namespace llmsize
