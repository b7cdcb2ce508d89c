// SPDX-License-Identifier: Apache-2.0
// Scenarios in a sheet: one per row, one input per column.
#pragma once

#include "core/scenario/sheet_columns.hpp"

namespace llmsize {

struct Batch {
  std::vector<std::string> header;    ///< names of columns as they came
  std::vector<std::string> keys;      ///< inputs in the order of the columns
  std::vector<std::string> warnings;  ///< of columns that are no inputs
  std::vector<BatchRow> rows;
};

/// A whole sheet from the text of a CSV file or the bytes of a workbook; `source` names it in errors. Throws BadInput:
/// data, where there is no header or it is none as `SheetColumns` reads it.
Batch read_batch(std::string_view text, const std::string& source, const SheetColumns::IsAnswer& is_answer = {});

}  // namespace llmsize
