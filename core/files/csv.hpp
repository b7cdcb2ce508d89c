// SPDX-License-Identifier: Apache-2.0
// CSV as spreadsheets write it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A row and its number as a spreadsheet shows it, empty rows counted.
struct CsvRow {
  std::size_t number;
  std::vector<std::string> cells;
};

/// Whether no cell holds more than blanks: spreadsheets write such rows below a table.
bool is_blank(const CsvRow& row);

struct Csv {
  char separator;  ///< as of `CsvRows`
  std::vector<CsvRow> rows;
};

/// Whether a text heads a column that a reader knows.
using IsHeading = std::function<bool(std::string_view)>;

/// The text of a cell as it is written. A text (no number) that begins with = + - @, a tab or CR is a formula to
/// spreadsheets, and whoever opens the file would run it: it gets an apostrophe in front, which they take for "this is
/// text". So does what begins with an apostrophe before one of these, so that reading gives back what was written.
std::string guarded(const std::string& cell);

/// What `guarded` was given.
std::string_view unguarded(std::string_view cell);

/// The rows of a CSV text that comes in pieces, one after the other, without the apostrophes of `guarded`. Throws
/// BadInput: data, naming `source` and the row where a quote is broken or a row has more than 16 MiB.
class CsvRows {
 public:
  /// Tells the next piece of the text, which is good until it is asked again; nothing at the end.
  using Pieces = std::function<std::string_view()>;

  /// With `is_heading`, the header may have lines above it, such as a title.
  CsvRows(Pieces pieces, std::string source, const IsHeading& is_heading = {});
  ~CsvRows();
  CsvRows(CsvRows&&) noexcept;
  CsvRows& operator=(CsvRows&&) noexcept;

  /// Comma, semicolon, tab or vertical bar: that which parts most headings in a line, else the first of them that the
  /// first line has.
  char separator() const;
  /// Nothing behind the last row.
  std::optional<CsvRow> next();

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

/// The rows of a whole CSV text, header first.
Csv parse_csv(std::string_view text, const std::string& source);

/// A number whose digits are grouped or whose decimal sign is a comma, as spreadsheets write it ("0,5", "1.234,5",
/// "1,234,567", "1 234 567"), as programs do ("0.5", "1234.5", "1234567"); what follows it, such as a unit, stays.
/// Throws BadInput: data, naming `place`, where one comma stands before three digits ("1,234") and it could be either.
std::string with_point(const std::string& cell, const std::string& place);

/// The same where commas are the decimal sign of a sheet: there "1.234" could be either, too.
std::string with_point_for_comma(const std::string& cell, const std::string& place);

/// The same of an amount of money, which has no thousandths: "$300,000" is 300000, in a sheet of that separator.
/// "€300.000" where a point is the decimal sign is ambiguous; "$1,234M" is, too.
std::string amount_with_point(const std::string& cell, char separator, const std::string& place);

}  // namespace llmsize
