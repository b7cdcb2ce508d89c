// SPDX-License-Identifier: Apache-2.0
// Tables as workbooks of spreadsheets.
#pragma once

#include "core/tables/data.hpp"

#include <memory>

namespace llmsize {

/// A workbook with one sheet that grows row by row and keeps few of them in memory.
class WorkbookWriter {
 public:
  explicit WorkbookWriter(std::vector<std::string> header);
  ~WorkbookWriter();
  WorkbookWriter(const WorkbookWriter&) = delete;
  WorkbookWriter& operator=(const WorkbookWriter&) = delete;

  /// Throws BadInput: usage, where a sheet holds no more rows or columns.
  void add(std::vector<std::string> cells);
  /// The bytes of the whole workbook; nothing can be added afterwards. Throws BadInput: file.
  std::string finish();

 private:
  class Book;
  std::unique_ptr<Book> book_;
};

/// A workbook with one sheet: the header stays in sight and filters, numbers are numbers, all else is text that no
/// spreadsheet calculates. What has zeros in front, such as an order number, stays text.
std::string as_xlsx(const Table& table);

}  // namespace llmsize
