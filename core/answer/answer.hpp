// SPDX-License-Identifier: Apache-2.0
// An answer: the results of a case with their ranges, what is missing, and what does not fit. Every output format shows
// one of these.
#pragma once

#include "core/answer/findings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

struct Result {
  const ResultRow* row;
  double value;                           ///< base units; NaN is absent
  std::vector<std::string_view> missing;  ///< keys whose absence makes it absent
  std::optional<double> p10, p90;         ///< where a range was asked for and some input is uncertain
};

struct Answer {
  std::vector<Result> results;
  std::vector<FoundFinding> findings;  ///< most severe first

  const Result* find(std::string_view id) const;
  /// Fills in what no formula computes, where it was asked for.
  void tell(ResultKey key, double value);
  bool has_error() const;
  /// Puts findings among the others, the most severe first.
  void add(std::vector<FoundFinding> more);
};

/// Rows of the results whose ids start with one of the rooms ("memory", "model"), in registry order.
std::vector<const ResultRow*> rows_of_rooms(const std::vector<std::string_view>& rooms);

/// The results that are asked for, and what is told beside them.
struct Query {
  std::vector<const ResultRow*> rows;
  bool ranges = false;                 ///< P10 and P90 from the spreads of the case's inputs
  std::vector<ResultKey> headlines{};  ///< results whose findings and assumptions are told; all rows where empty
  bool findings = true;                ///< whether anybody asks what does not fit
  bool brief = false;                  ///< a row answers by `brief_answer`
};
Answer answer(const Case& plan, const Query& query);
/// The values and what a verdict rests on: limits that are not kept, warnings, and the first error of those that count.
/// Takes a fifth of the time where no rule is broken.
Answer brief_answer(
    const Case& plan, const std::vector<const ResultRow*>& rows, const std::function<bool(const FindingId&)>& counts);

/// What an uncertain input does to a result.
struct Sensitivity {
  InputKey key;      ///< the input
  double low, high;  ///< the result at the input's P10 and P90, base units
  double share;      ///< of the variance of the result's logarithm, to first order; all shares add up to 1
};
/// The uncertain inputs that move a result, the largest share first.
std::vector<Sensitivity> sensitivities(const Case& plan, const ResultRow& row);

/// What some uncertain inputs do to a result together: relative standard deviation, to first order; 0 where they move
/// it not at all.
double spread_by(const Case& plan, const ResultRow& row, const std::vector<InputKey>& inputs);

/// The largest change of a result, as a share of it, for a change of one of these inputs by its own size.
double elasticity(const Case& plan, const ResultRow& row, const std::vector<InputKey>& inputs);

/// How likely the calendar time is at most the deadline, 0 to 1; absent where one of them is not known.
double chance(const Case& plan);

/// A result of a case, whose formulas `values` evaluate: of its formula, or of the ranges that it is made of. Absent
/// where it is not known.
double result_value(const Case& plan, const Once& values, const ResultRow& row);

/// P10 and P90 of one result, nothing where no uncertain input moves it.
std::optional<std::pair<double, double>> range(const Case& plan, const ResultRow& row);

}  // namespace llmsize
