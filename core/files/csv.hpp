// SPDX-License-Identifier: Apache-2.0
// CSV as spreadsheets write it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A row and its number as a spreadsheet shows it, empty rows counted.
struct CsvRow {
  std::size_t number;
  std::vector<std::string> cells;
};

struct Csv {
  char separator;  ///< comma, or semicolon where the header has no comma
  std::vector<CsvRow> rows;
};

/// The rows of a CSV text, header first. Throws BadInput: data, naming `source` and the row where a quote is broken.
Csv parse_csv(std::string_view text, const std::string& source);

}  // namespace llmsize
