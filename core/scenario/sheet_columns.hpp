// SPDX-License-Identifier: Apache-2.0
// What the columns of a sheet mean, and its rows as scenarios.
#pragma once

#include "core/files/csv.hpp"
#include "core/scenario/scenario.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// One row: its scenario, or what is wrong with it.
struct BatchRow {
  std::string place{};  ///< "lots.csv: row 3"
  Scenario scenario{};
  std::string error{};                                         ///< names row and column; empty where all can be read
  std::vector<std::pair<std::string, std::string>> carried{};  ///< columns that are no inputs, with the prefix x_
  std::vector<std::string> cells{};                            ///< as they came, one per column of the header
};

/// What the header of a sheet says of its columns. A column is named by the key of an input ("layout.tensor"), its
/// option ("tp", "node price", "Number of nodes"), what forms call it ("Training tokens") or the column that tables
/// write ("layout_tensor_count"); a unit in brackets behind the name is that of its numbers ("Deadline (days)"). Rows
/// may be read on several threads at once.
class SheetColumns {
 public:
  /// Whether a column holds answers of an earlier run: it is no input, and nothing of the user's.
  using IsAnswer = std::function<bool(std::string_view)>;

  /// `separator` as of `Csv`, `source` names the sheet in errors. Throws BadInput: data, where an input comes twice or
  /// no column is one.
  SheetColumns(const CsvRow& header, char separator, std::string source, const IsAnswer& is_answer = {});

  /// Cells are values as on the command line, empty ones are not said. Numbers may be grouped and have a decimal comma,
  /// as `with_point` reads them; where semicolons separate cells a comma is the decimal sign. `carried` stays empty.
  BatchRow read(CsvRow row) const;
  /// Writes into the cells of a row what `over` says of every row, so that a column has the value that was used. Cells
  /// are as many as columns.
  void replace(std::vector<std::string>& cells, const Scenario& over) const;
  /// Cells of the user's own columns, with the prefix x_. Of columns of one name the second is "x_note_2"; one without
  /// a name is "x_column_E".
  std::vector<std::pair<std::string, std::string>> carried(const std::vector<std::string>& cells) const;

  const std::vector<std::string>& header() const { return header_; }      ///< names as they came
  const std::vector<std::string>& keys() const { return keys_; }          ///< inputs in the order of the columns
  const std::vector<std::string>& warnings() const { return warnings_; }  ///< of columns that are no inputs
  /// Places of the columns that are kept: all but those of answers.
  const std::vector<std::size_t>& kept() const { return kept_; }

 private:
  struct Column {
    std::string name, key{}, unit{};  ///< the unit of its numbers, where the name says one
    std::string own{};                ///< what a column of the user's is called among answers
    bool number = false, money = false, answer = false;
  };
  static Column column_of(const std::string& name, const IsAnswer& is_answer);
  void name_own();
  void warn();
  std::string number_in(const Column& column, const std::string& cell, const Giver& giver) const;

  std::vector<std::string> header_, keys_{}, warnings_{};
  std::vector<std::size_t> kept_{};
  std::vector<Column> columns_{};
  char separator_;
  std::string source_;
};

/// Says that a sheet is empty. Throws BadInput: data.
[[noreturn]] void refuse_without_header(const std::string& source);

/// The key that a column means, or empty: "layout.tensor", "layout_tensor_count", "layout_tensor", "tp", "--tp",
/// "micro_batch".
std::string key_of_column(std::string_view name);

/// Says which columns of a sheet hold what options say of every row: "lots.csv: --nodes replaces column 'Nodes'".
std::vector<std::string> notes_of_replaced(
    const std::vector<std::string>& header, const std::string& source, const Scenario& over);

/// Whether a text heads a column that is an input, as `SheetColumns` reads it.
bool is_input_heading(std::string_view text);

}  // namespace llmsize
