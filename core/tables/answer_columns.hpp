// SPDX-License-Identifier: Apache-2.0
// The columns that answers add to a sheet.
#pragma once

#include "core/tables/rows.hpp"

#include <set>

namespace llmsize {

/// Units of the numbers in a sheet; the header names them.
enum class CellUnits {
  base,   ///< s, B, W
  human,  ///< days for times of a whole training, GB, kW
};

/// What answers tell in a sheet.
struct ToldInSheet {
  std::vector<const ResultRow*> results{};
  std::vector<const ResultRow*> ranged{};  ///< those of them that have P10 and P90 beside them
  std::vector<std::string_view> chosen{};  ///< inputs that were chosen or assumed where they were open
};

/// A column of a table that is written row by row.
struct AnswerColumn {
  /// What stands for an empty cell in JSON.
  enum class Empty { null, text, nothing };

  std::string header;  ///< in a sheet: "training_total_step_time_p90_s"
  std::string member;  ///< in JSON: "training.total_step_time.p90"
  bool number;         ///< whether its cells are numbers
  Empty empty = Empty::text;
};

/// A row as an object, its numbers in the units of its cells.
Json row_json(const std::vector<AnswerColumn>& columns, const std::vector<std::string>& cells);

/// Columns that are known before any row is answered, so that rows can be written one by one.
class AnswerColumns {
 public:
  AnswerColumns(ToldInSheet told, CellUnits units);

  const ToldInSheet& told() const { return told_; }
  /// The chosen first, verdict, status and message last.
  const std::vector<AnswerColumn>& columns() const { return columns_; }
  /// Names such as "training_total_step_time_s", "training_total_step_time_p90_s", "chosen_layout_tensor_count".
  const std::vector<std::string>& header() const { return header_; }
  /// A cell for each. `plan` is the case of the row; nullptr where there is none.
  std::vector<std::string> cells(const AnsweredRow& row, const Case* plan) const;
  /// Whether a column is one of them, in whichever units, or was under a former id.
  bool is_answer(std::string_view column) const;

 private:
  struct Scale {
    std::string_view suffix;
    double size;  ///< in base units
  };
  static Scale scale(const ResultRow& row, CellUnits units);
  std::vector<AnswerColumn> columns_in(CellUnits units) const;

  ToldInSheet told_;
  CellUnits units_;
  std::vector<AnswerColumn> columns_;
  std::vector<std::string> header_;
  std::set<std::string, std::less<>> names_{};  ///< in either units
};

}  // namespace llmsize
