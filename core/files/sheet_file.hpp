// SPDX-License-Identifier: Apache-2.0
// The rows of a sheet, whatever file holds them.
#pragma once

#include "core/files/csv.hpp"
#include "core/files/text_file.hpp"
#include "core/files/xlsx.hpp"

#include <deque>

namespace llmsize {

/// Which rows of a file are a table.
struct TableSearch {
  IsHeading is_heading{};   ///< finds the header below titles and behind cover sheets; empty: it is the first row
  std::string worksheet{};  ///< of a workbook, by name or place from 1; empty: the first with a header
};

/// Whether a file is called as sheets are: *.csv, *.tsv, *.xlsx, *.xlsm, in letters of any case.
bool is_named_as_sheet(const std::string& file);

/// Rows as they are read, header first. `source` names the file in errors. Throws BadInput as `TextFile`, `CsvRows` and
/// `XlsxRows` do; usage, for a worksheet that is not there.
class SheetFile {
 public:
  SheetFile(const std::string& path, const std::string& source, TableSearch search = {});
  /// The same of a CSV text or the bytes of a workbook.
  static SheetFile of(std::string contents, const std::string& source, TableSearch search = {});

  /// As of `Csv`; that of a workbook is a comma, as its numbers have none.
  char separator() const { return separator_; }
  bool holds_workbook() const { return workbook_.has_value(); }
  /// The file, with the worksheet where that is not the first.
  const std::string& source() const { return source_; }
  /// Nothing behind the last row. Rows of blanks are left out.
  std::optional<CsvRow> next();
  /// How much of the file was read, from 0 to 1; nothing where its size is not known.
  std::optional<double> share_read() const;

  /// Where the table was found, and what of the file is left out: a sentence each.
  const std::vector<std::string>& notes() const { return notes_; }
  /// What is known of the rows that were read so far: how many blank ones were left out, and their encoding, where it
  /// is not UTF-8.
  std::vector<std::string> late_notes() const;

 private:
  struct Header;
  SheetFile(const std::string& source, TableSearch search) : source_(source), search_(std::move(search)) {}
  std::optional<CsvRow> read();
  std::optional<CsvRow> take_next();
  void begin();
  void open_worksheet();
  [[noreturn]] void refuse_without_table(const std::vector<std::size_t>& shown) const;
  void tell_worksheet(std::size_t chosen, const std::vector<std::size_t>& shown);
  Header find_header();
  void take(Header header);
  void fit_header();

  std::string source_;
  TableSearch search_;
  std::unique_ptr<TextFile> file_{};
  std::unique_ptr<std::string> contents_{};
  std::optional<CsvRows> text_{};
  std::optional<XlsxRows> workbook_{};
  char separator_ = ',';
  std::deque<CsvRow> ahead_{};  ///< rows that were read and not given
  std::vector<std::string> notes_{};
  std::size_t blank_rows_ = 0;
};

/// A whole table.
struct WholeSheet {
  std::string source;  ///< as of `SheetFile`
  char separator = ',';
  std::vector<CsvRow> rows;  ///< header first
  std::vector<std::string> notes;
};
WholeSheet whole(SheetFile file);

}  // namespace llmsize
