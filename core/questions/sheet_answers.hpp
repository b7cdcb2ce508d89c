// SPDX-License-Identifier: Apache-2.0
// Answers rows of a sheet, as many as there are.
#pragma once

#include "core/planning/cache.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "core/tables/answer_columns.hpp"
#include "core/verdict/concern.hpp"

#include <memory>

namespace llmsize {

/// Answers one row after the other, on as many threads as ask, without keeping any. A row whose nodes and layout are
/// said is computed at once, the others are planned; both as `planned_row` answers them.
class SheetAnswers {
 public:
  /// `over` is said of every row, in place of what the row says. Catalog and columns must outlive it.
  SheetAnswers(const Catalog& catalog, const AnswerColumns& columns, Scenario over);
  ~SheetAnswers();

  struct Row {
    std::vector<std::string> cells;  ///< one per column of the answers
    AnsweredRow::Status status;
    bool passes;  ///< what a program checks
  };
  /// What is wrong with a row is told in its cells.
  Row of(const BatchRow& row) const;

 private:
  struct PerThread;
  Row answered(const Scenario& scenario) const;
  Row computed(const Scenario& scenario) const;
  Row told(AnsweredRow& row, const Case* plan) const;

  const Catalog& catalog_;
  const AnswerColumns& columns_;
  Scenario over_;
  bool rests_on_layout_;
  std::shared_ptr<SearchCache> searches_;
  std::unique_ptr<PerThread> completers_;
};

/// What a sheet is told where nobody names results: the choices of the planner, what is assumed where a row leaves it
/// open, results that buyers set beside one another, and how certain times are.
ToldInSheet told_to_buyers(Asked asked = Asked::training);

}  // namespace llmsize
