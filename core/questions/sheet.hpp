// SPDX-License-Identifier: Apache-2.0
// Sheets with a scenario in every row: rows in, rows out.
#pragma once

#include "core/questions/sheet_answers.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "core/tables/answer_columns.hpp"

namespace llmsize {

/// What is asked of every row.
struct SheetAsking {
  Scenario over{};                          ///< said of every row, in place of what it says
  std::vector<const ResultRow*> results{};  ///< that somebody names; empty: what buyers set beside one another
  bool ranges = false;                      ///< P10 and P90 of every result
  CellUnits units = CellUnits::base;
};

/// Answers rows one after the other, on as many threads as ask.
class AskedSheet {
 public:
  /// `separator` as of `Csv`, `source` names the sheet in errors. The catalog must outlive it. Throws BadInput as
  /// `SheetColumns` does.
  AskedSheet(
      const CsvRow& header, char separator, const std::string& source, SheetAsking asking, const Catalog& catalog);
  AskedSheet(const AskedSheet&) = delete;
  AskedSheet& operator=(const AskedSheet&) = delete;

  /// Names of the columns that answers add.
  const std::vector<std::string>& answers() const { return columns_.header(); }
  /// Names of all columns of an answered row: those that are kept, then those of the answers.
  std::vector<std::string> header() const;
  /// Of columns that are no inputs, or that answers take the place of.
  std::vector<std::string> warnings() const;

  struct Row {
    std::vector<std::string> kept{};     ///< cells of the columns that are kept, with what options say in their place
    std::vector<std::string> answers{};  ///< one cell for each of `answers`
    AnsweredRow::Status status = AnsweredRow::Status::ok;
    bool passes = true;  ///< what `--check` asks for
  };
  /// What is wrong with a row is told in its cells.
  Row answered(CsvRow row) const;

 private:
  std::vector<std::string> kept(const std::vector<std::string>& cells) const;

  std::string source_;
  AnswerColumns columns_;
  Scenario over_;
  SheetAnswers answers_;
  SheetColumns said_;
};

/// Answers of all rows of a table, and what is to be said of its columns.
struct AnsweredTable {
  Table answers{};                      ///< the columns that answers add, a row for each row of the table
  std::vector<std::string> warnings{};  ///< a sentence each
};
/// Answers a table of texts on all cores. Throws BadInput as `AskedSheet` does.
AnsweredTable answered_table(const Table& table, const std::string& source, SheetAsking asking, const Catalog& catalog);

}  // namespace llmsize
