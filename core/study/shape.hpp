// SPDX-License-Identifier: Apache-2.0
// What tells the rows of a study apart, and what of them can be measured.
#pragma once

#include "core/charts/chart.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// A result or an input that is a number, in all rows.
class Amount {
 public:
  /// A result; a share where it is a ratio of at most 1 in all rows.
  Amount(const ResultRow& result, const std::vector<AnsweredRow>& rows);
  explicit Amount(const InputAbout& input) : input_(&input) {}

  std::string_view id() const;
  std::string title() const;  ///< "Time to train"
  std::string name() const;   ///< the same within a sentence: "time to train"
  Unit unit() const;
  double of(const AnsweredRow& row) const;
  bool is_told() const { return result_ && !result_->about->teller.empty(); }  ///< by no formula
  std::string shown(double value) const;                                       ///< "28.7 days"
  std::string said(double value) const;                  ///< within a sentence: "48 nodes", "tensor parallelism 8"
  std::string said_again(double value) const;            ///< where the name was said before: "48 nodes", "8"
  bool is_plural() const { return !counted().empty(); }  ///< "nodes rise", but "step time rises"
  const Result* range_in(const AnsweredRow& row) const;  ///< with P10 and P90, or nullptr
  /// An axis for the values of all rows and some more, a little longer than they need; logarithmic over `decades` or
  /// more.
  Scale scale(const AnsweredRows& table, double decades, const std::vector<double>& more = {}) const;

 private:
  /// "nodes" where it is counted like that; empty otherwise.
  std::string counted() const;

  const ResultRow* result_ = nullptr;
  const InputAbout* input_ = nullptr;
  bool is_share_ = false;
};

/// Inputs that differ between rows, in the order of the table.
struct StudyShape {
  std::vector<Amount> numbers;
  std::vector<std::string> words;  ///< keys
  bool one_row_each = false;       ///< no two rows have the same values of them
  bool full = false;               ///< and there is a row for every combination
};
StudyShape shape_of(const AnsweredRows& table);

/// Whether a result only says an input again, as nodes do where they are varied.
bool repeats(const Amount& result, const StudyShape& shape, const AnsweredRows& table);

/// The values of an amount that rows have, each once, in the order of rows.
std::vector<double> values_of(const Amount& amount, const std::vector<AnsweredRow>& rows);

/// What a row is called where these inputs tell rows apart: "NVIDIA DGX H100, tensor parallel 8"; its own name where it
/// has one and `own` is set.
std::string row_name(const AnsweredRow& row, const StudyShape& shape, bool own);
/// As few of the inputs, in their order, as give every row a name of its own; all of them where none do.
StudyShape telling_part(const AnsweredRows& table, const StudyShape& shape);
/// The word of a key in a row: the name of an entry of the catalog, else as it is said.
std::string word_in(const AnsweredRow& row, const std::string& key);
/// "Model", "Recompute".
std::string key_label(const std::string& key);

/// What all rows share, in a few words: "GPT-3 175B · NVIDIA DGX H100 · 300B training tokens".
std::string shared_words(const AnsweredRows& table);

/// Whether the row holds: neither a contradiction nor a finding that is an error.
inline bool holds(const AnsweredRow& row) {
  return row.status == AnsweredRow::Status::ok || row.status == AnsweredRow::Status::incomplete;
}
/// What a row says of its verdict, in the words that pages have: "misses the deadline", "does not fit", "fits".
std::string_view state_words(const AnsweredRow& row);
/// The same of those of several rows that do not hold: "does not fit or misses the deadline"; empty where all do.
std::string bad_words(const std::vector<const AnsweredRow*>& rows);
/// "3 of 6 rows meet the deadline", "All rows fit".
std::string holding_words(const std::vector<AnsweredRow>& rows);

}  // namespace llmsize
