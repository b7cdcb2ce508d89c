// SPDX-License-Identifier: Apache-2.0
// Scenarios in a sheet: one per row, one input per column.
#pragma once

#include "core/scenario/scenario.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// One row: its scenario, or what is wrong with it.
struct BatchRow {
  Scenario scenario;
  std::string error{};  ///< names row and column; empty where the scenario can be read
  std::vector<std::pair<std::string, std::string>> carried{};  ///< columns that are no inputs, with the prefix x_
  std::vector<std::string> cells{};                            ///< as they came, one per column of the header
};

struct Batch {
  std::vector<std::string> header;    ///< names of columns as they came
  std::vector<std::string> keys;      ///< inputs in the order of the columns
  std::vector<std::string> warnings;  ///< a sentence for each of the first columns that are no inputs, one for the rest
  std::vector<BatchRow> rows;
};

/// A batch from the text of a CSV file or the bytes of a workbook; `source` names it in errors. A column is named by
/// the key of an input ("layout.tensor"), its option ("tp", "node price") or the column that tables write
/// ("layout_tensor_count"); cells are values as on the command line, empty ones are not said. Cells of CSV are
/// separated by commas, or by semicolons where the header is; then a comma is a decimal sign. Throws BadInput: data,
/// where there is no header or a column comes twice.
Batch read_batch(std::string_view text, const std::string& source);

/// The key that a column means, or empty: "layout.tensor", "layout_tensor_count", "layout_tensor", "tp", "--tp",
/// "micro_batch".
std::string key_of_column(std::string_view name);

}  // namespace llmsize
