// SPDX-License-Identifier: Apache-2.0
// Commands about a sheet whose rows share clusters: what options say of all rows, and how they are answered.
#pragma once

#include "cli/run_sheet.hpp"
#include "core/portfolio/cluster.hpp"

namespace llmsize::cli {

/// A sheet as it is read, what is said of every row, the nodes and the budget of all rows together.
struct SharedSheet {
  WholeSheet sheet;
  Scenario over;
  ClusterLimits limits;
};

/// Throws BadInput: usage, where a file is no sheet with a row per `thing` ("job"); with this hint.
void require_sheet(const std::string& file, std::string_view thing, const std::string& hint);

struct SharedSheetOptions : Common {
  std::string file, worksheet;
};
/// Reads a sheet, and notes where in its file it is. Throws BadInput: file, and usage for options that say several
/// values or GPUs.
SharedSheet read_shared_sheet(const SharedSheetOptions& options);

/// An answer about all rows: `summary` is the field of that name in documents.
struct SharedAnswer {
  std::string_view command, name;
  std::vector<TitledTable> people;
  Json rows, summary;
  Table table;
};
/// Writes it, with the options that move nothing in any row.
void write_shared(const Common& common, const SharedAnswer& answer, const std::vector<FoundFinding>& unused);

}  // namespace llmsize::cli
