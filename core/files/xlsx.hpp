// SPDX-License-Identifier: Apache-2.0
// Workbooks of spreadsheets (Office Open XML), read as rows of texts.
#pragma once

#include "core/files/csv.hpp"

namespace llmsize {

/// Whether bytes begin as a workbook does, or as one of old or with a password, which only `parse_xlsx` refuses.
bool is_workbook(std::string_view bytes);

/// A sheet of a workbook.
struct Worksheet {
  std::string name;
  bool shown;  ///< not hidden
};

/// The rows of a sheet of a workbook, header first: texts as they stand, numbers with a point whatever the sheet's
/// language, dates as 2026-11-25, truth as yes and no, of formulas the value that was kept with them, without the
/// apostrophes of `guarded`. Nothing is calculated, no macro and no link is followed. Rows are unpacked one by one:
/// only the texts that cells share stay in memory. Throws BadInput: data, naming the source, for what is no workbook,
/// is encrypted, unpacks to more than 512 MiB, or has a cell of more than 32,767 characters or a row of 16 MiB.
class XlsxRows {
 public:
  XlsxRows(std::string bytes, const std::string& source);
  ~XlsxRows();
  XlsxRows(XlsxRows&&) noexcept;
  XlsxRows& operator=(XlsxRows&&) noexcept;

  /// In the order of their tabs. There is one that is shown at least.
  const std::vector<Worksheet>& worksheets() const;
  /// Begins with one of them, by its place in `worksheets`; before that it is the first that is shown. Throws BadInput
  /// as the constructor does.
  void open(std::size_t worksheet);
  /// Nothing behind the last row.
  std::optional<CsvRow> next();
  /// How much of the sheet was read, from 0 to 1.
  double share_read() const;

 private:
  class Book;
  std::unique_ptr<Book> book_;
};

/// All of them at once.
std::vector<CsvRow> parse_xlsx(std::string_view bytes, const std::string& source);

}  // namespace llmsize
