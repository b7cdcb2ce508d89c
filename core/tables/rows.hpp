// SPDX-License-Identifier: Apache-2.0
// Tables of answered scenarios: one row each, in sweeps, batches and comparisons.
#pragma once

#include "core/answer/answer.hpp"
#include "core/answer/views.hpp"
#include "core/scenario/study.hpp"
#include "core/tables/data.hpp"
#include "core/verdict/verdict.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One scenario and its answer, or why it has none.
struct AnsweredRow {
  enum class Status { ok, infeasible, invalid, incomplete };

  std::string name{};  ///< of its file or of what makes it different; may be empty
  Scenario scenario;
  std::optional<Scenario> chosen{};  ///< with what a planner chose; empty where it chose nothing
  /// Its inputs once they are completed. A study keeps one of each point: not where each comes from, which is most of a
  /// case.
  struct Inputs {
    Values values;
    /// Words of references, and of choices where they are not the usual ones; names of entries.
    std::map<std::string, std::string, std::less<>> words, names;
  };
  std::shared_ptr<const Inputs> inputs{};  ///< empty where the scenario contradicts itself
  Answer answer{};
  Verdict verdict{};
  Status status = Status::ok;  ///< infeasible: a finding is an error; invalid: the scenario contradicts itself
  std::string message{};       ///< of the first error, empty when ok
  std::string sentence{};      ///< the message without what would mend it
  std::vector<std::pair<std::string, std::string>> carried{};  ///< columns of the user's that are no inputs

  /// Where somebody looks at the table beside another scenario.
  struct Seen {
    std::vector<std::pair<std::string, std::string>> way{};  ///< changes of that scenario that lead here
    bool pinned = false;                                     ///< kept in sight
  };
  std::optional<Seen> seen{};
};
std::string_view word(AnsweredRow::Status status);
/// What a row says of its verdict: its state, or that the scenario contradicts itself.
std::string_view verdict_word(const AnsweredRow& row);
/// The time that is asked for and not known though the memory is, as where nothing tells the network; else nullptr.
const Result* unknown_time(const Answer& answer);
/// Verdict, status and message of a row by those findings that concern its results. Incomplete where nothing that was
/// asked for is known, or its time is not.
void judge(AnsweredRow& row, std::vector<FoundFinding> findings);
/// What a verdict makes of a row.
AnsweredRow::Status status_of(const Verdict& verdict);

struct AnsweredRows {
  std::vector<std::string> keys;          ///< inputs that are shown, in the order of all keys
  std::vector<const ResultRow*> results;  ///< results that are shown
  std::vector<AnsweredRow> rows;

  bool has_error() const;
};

/// Answers one scenario; what contradicts itself becomes an invalid row. Throws BadInput for an id or a file that is
/// not there.
AnsweredRow answer_row(std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query);

/// Values and what decides the verdict, for rows by the thousand.
Answer judged_answer(const Case& plan, const std::vector<const ResultRow*>& rows);

/// A row and the case that it was answered from, which is not there where the scenario contradicts itself.
struct RowOfCase {
  AnsweredRow row;
  std::optional<Case> plan{};
};
RowOfCase answer_case(std::string name, const Scenario& scenario, const Catalog& catalog, const Query& query);

/// Keys that any of the scenarios says, in the order of all keys.
std::vector<std::string> said_keys(const std::vector<AnsweredRow>& rows);

/// One object per row: inputs, results, status and message; values in base units.
Json rows_json(const AnsweredRows& table);
/// The same as columns of plain numbers.
Table rows_table(const AnsweredRows& table);

/// A table under a line of its own; the line may be empty.
struct TitledTable {
  std::string title;
  Table table;
};
/// For people: numbers with units. Over two inputs and few results one grid per result, the first input going down: ✗
/// marks what does not hold. Else one line per row.
std::vector<TitledTable> rows_text(const AnsweredRows& table, const std::vector<Axis>& axes = {});
/// Side by side: a line per input that differs and per result that any row has, a column per row. ≠ marks what differs,
/// each value beside its difference to the first.
Table side_by_side(const AnsweredRows& table);

}  // namespace llmsize
