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

/// The text of a cell as it is written. A text (no number) that begins with = + - @, a tab or CR is a formula to
/// spreadsheets, and whoever opens the file would run it: it gets an apostrophe in front, which they take for "this is
/// text". So does what begins with an apostrophe before one of these, so that reading gives back what was written.
std::string guarded(const std::string& cell);

/// What `guarded` was given.
std::string_view unguarded(std::string_view cell);

/// The rows of a CSV text, header first, without the apostrophes of `guarded`. Throws BadInput: data, naming `source`
/// and the row where a quote is broken.
Csv parse_csv(std::string_view text, const std::string& source);

/// A number with a decimal comma, as spreadsheets write where semicolons separate cells, with a point. Throws BadInput:
/// data, naming `place`, where three digits after it could as well be thousands.
std::string with_point(const std::string& cell, const std::string& place);

}  // namespace llmsize
