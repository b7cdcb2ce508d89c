// SPDX-License-Identifier: Apache-2.0
// Tables that are written as they are answered.
#pragma once

#include "cli/sheet_out.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llmsize::cli {

/// An answered row as it is written, and what came of it.
struct RowOut {
  std::vector<std::string> cells;
  AnsweredRow::Status status;
  bool passes;  ///< what --check asks
};

/// Rows one after the other, each as the work that answers it.
struct RowSource {
  std::function<std::optional<std::function<RowOut()>>()> next;  ///< nothing behind the last
  std::function<std::optional<double>()> share_read;             ///< from 0 to 1; nothing where nobody knows
  bool all_or_none = false;  ///< whether a file of some of the rows would be taken for one of all
  std::function<std::vector<std::string>()> last_cells{};  ///< of a row behind all others; empty: there is none
};

/// What came of all rows.
struct RowsOut {
  std::size_t rows = 0;
  bool invalid = false, failed = false;  ///< any that contradicts itself; any that does not pass
};

/// Answers rows on all cores and writes them in their order, in memory that does not grow with them; on a terminal it
/// tells how far it is. Where a signal asks to stop it ends behind a whole row and says so; where it is all rows or
/// none, no file is written then.
RowsOut write_rows(const Common& common, SheetOut& out, const RowSource& source);

}  // namespace llmsize::cli
