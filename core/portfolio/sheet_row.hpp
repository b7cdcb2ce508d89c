// SPDX-License-Identifier: Apache-2.0
// Sheets whose rows share clusters: scenarios with columns of their own beside the inputs.
#pragma once

#include "core/scenario/batch.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A row that is planned on its own and shares nodes with others.
struct SheetRow {
  std::string name;   ///< its column, else the model
  std::string place;  ///< "jobs.csv: row 3"
  Scenario scenario;
};

/// Columns that are no inputs, by their lower-case names.
struct OwnColumns {
  std::vector<std::string_view> names;  ///< "start"
  std::vector<std::string_view> units;  ///< that may follow a name: "month" of "Start (month)"

  /// "start" of "Start" and "Start (month)"; empty for any other header.
  std::string_view of(std::string_view header) const;
};

/// The rows of a sheet with what is said of all of them, and the cells of its own columns.
class SheetRows {
 public:
  /// `thing` is what a row is: "job". Throws BadInput: data, where a column is neither an input nor one of its own, two
  /// are the same, or there is no row.
  SheetRows(WholeSheet sheet, OwnColumns own, std::string_view thing);

  std::vector<BatchRow>& rows() { return batch_.rows; }

  /// The cell of one of the own columns; empty where the sheet has no such column.
  std::string cell(const BatchRow& row, std::string_view own) const;
  /// The same of a number, with a decimal point whatever the sheet has. Throws BadInput: data, where it is ambiguous.
  std::string number(const BatchRow& row, std::string_view own) const;
  /// Who gives that cell, for errors.
  Giver giver(const BatchRow& row, std::string_view own) const;
  /// A row as it is planned: `over` in place of what it says. Throws BadInput: data, for what cannot be read and where
  /// there is no model.
  SheetRow row(BatchRow row, const Scenario& over) const;

 private:
  Batch batch_{};
  OwnColumns own_;
  char separator_;
  std::map<std::string, std::size_t, std::less<>> places_{};  ///< of the own columns
};

/// Whether a scenario says an input that begins with one of these.
bool says_any(const Scenario& scenario, std::initializer_list<std::string_view> beginnings);

}  // namespace llmsize
