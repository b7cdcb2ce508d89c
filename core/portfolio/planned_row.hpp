// SPDX-License-Identifier: Apache-2.0
// Rows of a sheet, each planned on its own as the commands size and serve do.
#pragma once

#include "core/portfolio/sheet_row.hpp"
#include "core/tables/rows.hpp"

#include <memory>

namespace llmsize {

class SearchCache;

struct PlannedRow {
  AnsweredRow row{};
  std::string place{};        ///< "jobs.csv: row 3"
  std::string system{};       ///< id of its system, else of its accelerator
  std::string system_name{};  ///< "NVIDIA DGX H100"
  double nodes = absent;      ///< absent where the row cannot be planned
  std::string reason{};       ///< why it cannot be planned, or which limit of its own it misses; else empty
};

/// Plans one row. Throws BadInput, naming it: data, where it contradicts itself; unknown_id or file for what it names
/// and is not there.
RowOfCase planned_alone(
    const SheetRow& row, const Catalog& catalog, const Query& query, const std::shared_ptr<SearchCache>& cache);

/// What a planned row says of its system, nodes and limits; `answered` has the result `planning.nodes`. Throws
/// BadInput: data, where there is no system.
PlannedRow planned_of(const SheetRow& row, AnsweredRow answered);

/// The name of an entry that an input refers to, else its id.
std::string entry_name(const AnsweredRow& row, std::string_view key);

/// Adds results that are not among the rows.
void add_once(std::vector<const ResultRow*>& rows, const std::vector<const ResultRow*>& more);

}  // namespace llmsize
