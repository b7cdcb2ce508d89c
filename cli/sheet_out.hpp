// SPDX-License-Identifier: Apache-2.0
// Where the rows of a sheet go, one after the other.
#pragma once

#include "cli/output.hpp"
#include "core/tables/answer_columns.hpp"
#include "core/workbook/table_book.hpp"

#include <optional>

namespace llmsize::cli {

/// A table that is written as it is made: CSV, TSV and lines of JSON piece by piece, a workbook at the end. A file has
/// its name at the end, too.
class SheetOut {
 public:
  using Cells = std::vector<std::string>;

  /// Throws BadInput where the format holds no table or the file cannot be written. Lines of JSON are made of columns
  /// alone, not of a header.
  SheetOut(const Common& common, const Cells& header);
  SheetOut(const Common& common, std::vector<AnswerColumn> columns);

  /// Rows as they are written; may be asked on several threads at once.
  struct Block {
    std::string text;
    std::vector<Cells> cells;  ///< of a workbook
  };
  Block block(std::vector<Cells> rows) const;
  void write(Block block);
  void finish();

  /// Whether a format is one of those that have a header.
  static bool takes(std::string_view format);

 private:
  void begin(const Common& common, const Cells& header);

  std::string format_;
  std::vector<AnswerColumn> columns_{};
  std::optional<FileWriter> file_{};
  std::optional<WorkbookWriter> book_{};
};

}  // namespace llmsize::cli
