// SPDX-License-Identifier: Apache-2.0
// The rows of a sheet, whatever file holds them.
#pragma once

#include "core/files/csv.hpp"
#include "core/files/text_file.hpp"
#include "core/files/xlsx.hpp"

namespace llmsize {

/// Rows as they are read, header first. `source` names the sheet in errors. Throws BadInput as `TextFile`, `CsvRows`
/// and `XlsxRows` do.
class SheetFile {
 public:
  SheetFile(const std::string& path, const std::string& source);

  /// As of `Csv`; that of a workbook is a comma, as its numbers have none.
  char separator() const { return separator_; }
  /// Nothing behind the last row.
  std::optional<CsvRow> next();
  /// How much of the file was read, from 0 to 1; nothing where its size is not known.
  std::optional<double> share_read() const;

 private:
  std::unique_ptr<TextFile> file_;
  std::optional<CsvRows> text_{};
  std::optional<XlsxRows> workbook_{};
  char separator_ = ',';
};

}  // namespace llmsize
