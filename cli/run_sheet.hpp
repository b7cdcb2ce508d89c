// SPDX-License-Identifier: Apache-2.0
// Sheets with a scenario in every row.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

struct SheetOptions : Common {
  std::string units = "base", shard, worksheet;
  bool keep_going = false;
};

void add_sheet_options(Parser& app, SheetOptions& options);
/// --worksheet, for every command that reads a sheet.
void add_worksheet_option(Parser& app, std::string& worksheet);

/// Throws BadInput: usage, where an option speaks of rows and no sheet is there.
void refuse_without_sheet(const SheetOptions& options);

/// Answers each row of a sheet in its place: columns as they came, answers behind them. `file` is a path, or - for
/// standard input. Gives the exit code.
int run_sheet(const SheetOptions& options, const Catalog& catalog, const std::string& file);

}  // namespace llmsize::cli
