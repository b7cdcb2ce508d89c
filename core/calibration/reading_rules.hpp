// SPDX-License-Identifier: Apache-2.0
// How rows of published measurements are read: which input a column says, and rules for what a source states elsewhere
// or leaves blank.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/files/csv.hpp"
#include "core/formula/id.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// A row by the names of its columns; a column that is not there is blank. Further columns follow from the others:
/// `text` is all that is written in words of it, `release` the version of its software as YEAR.MONTH ("24.07"), where
/// one is named.
class NamedRow {
 public:
  NamedRow(const std::vector<std::string>& header, const std::vector<std::string>& cells);
  const std::string& operator[](std::string_view column) const;
  void set(const std::string& column, std::string text) { cells_[column] = std::move(text); }

 private:
  std::map<std::string, std::string, std::less<>> cells_;
};

/// Of two columns that are called the same one would not be read. Throws BadInput: data.
void refuse_repeated(const std::vector<std::string>& header, const std::string& source);

/// Which work a published rate counts.
struct CountedWork {
  std::optional<ResultKey> result;  ///< "training.model_flop"
  std::string attention;            ///< word of `software.attention_count`
  double per_parameter = 0;         ///< or so many FLOP per parameter and token
};

struct ReadingRule {
  /// Column and the texts of which its cell has to contain one; "=x": is x, "!x": does not contain x, "<x", ">x": comes
  /// before, after x, as releases do; "": is blank, "*": is not.
  std::vector<std::pair<std::string, std::vector<std::string>>> when;
  std::vector<std::pair<std::string, std::string>> say;     ///< keys and texts
  std::map<std::string, std::string, std::less<>> columns;  ///< columns that mean another input in these rows
  bool over = false;                                        ///< what it says replaces what the row says
  bool last = false;                                        ///< what its recipe says comes before it
  double spread = 0;                                        ///< relative standard deviation of what it says
  std::string because;                                      ///< why, where the row does not say so itself
  std::string unusable, unpredicted;  ///< why such a row is no measurement, or outside the formulas
  CountedWork work;
  std::optional<ResultKey> memory;  ///< the result that a printed memory is compared with
  double memory_unit = 0;           ///< bytes of its unit; 0: the rule says none

  bool applies(const NamedRow& row) const;
};

struct ReadingRules {
  std::map<std::string, std::string, std::less<>> columns;  ///< column and the input it says
  std::vector<std::string> read;                            ///< further columns that are read
  std::vector<ReadingRule> rules;
};

/// Columns of which the rules read something.
std::vector<std::string_view> columns_of(const ReadingRules& rules);

/// A rule from its JSON: `when` is required. Throws Json::exception.
ReadingRule reading_rule(const Json& json);

/// The rules of a kind of measurements ("training") from the catalog. Throws BadInput: data.
ReadingRules reading_rules(const Catalog& catalog, std::string_view kind);

}  // namespace llmsize
