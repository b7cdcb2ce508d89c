// SPDX-License-Identifier: Apache-2.0
// Scenarios in a sheet: one per row, one input per column.
#pragma once

#include "core/files/sheet_file.hpp"
#include "core/scenario/sheet_columns.hpp"

namespace llmsize {

struct Batch {
  std::vector<std::string> header;    ///< names of columns as they came
  std::vector<std::string> keys;      ///< inputs in the order of the columns
  std::vector<std::string> warnings;  ///< of where the table was found, and of columns that are no inputs
  std::vector<BatchRow> rows;
};

/// A table of scenarios in a file: its header is the row with the names of inputs. `worksheet` as of `TableSearch`.
/// Throws BadInput as `SheetFile`.
WholeSheet read_sheet(const std::string& path, const std::string& source, const std::string& worksheet = {});
/// The same of a CSV text or the bytes of a workbook.
WholeSheet sheet_of(std::string_view contents, const std::string& source);

/// The scenarios of a table. Throws BadInput: data, where there is no header or it is none as `SheetColumns` reads it.
Batch read_batch(WholeSheet sheet, const SheetColumns::IsAnswer& is_answer = {});
/// The same from the text of a CSV file or the bytes of a workbook; `source` names it in errors.
Batch read_batch(std::string_view text, const std::string& source, const SheetColumns::IsAnswer& is_answer = {});

}  // namespace llmsize
