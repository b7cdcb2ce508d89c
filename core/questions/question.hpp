// SPDX-License-Identifier: Apache-2.0
// The questions that one scenario answers. Commands, the library's faces and bindings ask them here, so that all of
// them are told the same.
#pragma once

#include "core/pages/pages.hpp"
#include "core/questions/question_list.hpp"
#include "core/tables/rows.hpp"
#include "core/view/plan_rows.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// How a question is asked.
struct Asking {
  std::vector<const ResultRow*> results{};  ///< that somebody names; empty: those of the question
  bool ranges = false;                      ///< P10 and P90, also where the question goes without
  SearchOptions search{};
};

/// A question with its answer: a page for people, results and rows for programs.
struct AnsweredQuestion {
  std::string question;  ///< "size"
  Subject subject;
  Case completed;                         ///< of the subject
  Page page;                              ///< its findings and its verdict are those of the answer
  std::vector<const ResultRow*> results;  ///< that programs are told
  std::vector<ToldResult> told{};         ///< what no formula computes
  bool ranges = false;
  AnsweredRows rows{};                ///< answers of other scenarios beside it: layouts, targets, modes of saving
  std::function<Json()> more_rows{};  ///< rows of the document that are no answers of scenarios
  bool rows_are_table = false;        ///< CSV holds the rows, else one row of inputs and results
  bool planned = true;                ///< what is open of nodes and layout is planned
  bool alternatives = false;          ///< its rows are layouts that come next

  /// The results with their ranges, what is missing for them, and the findings.
  Answer answer() const;
};

/// The document of --json and of the library's faces.
Json document(const AnsweredQuestion& answered);
/// The table of --csv.
Table as_table(const AnsweredQuestion& answered);

/// JSON as it is written, whatever its texts hold; on one line where `indent` is -1.
std::string dumped(const Json& json, int indent = -1);

struct QuestionKind;

/// How most questions are answered: what is open of nodes and layout is planned, then the page is made of it. Throws
/// BadInput as `complete` does.
AnsweredQuestion ask_planned(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking);

/// A question and what answers it: `const QuestionKind NAME_question{…}` in a file of this folder is all it takes.
struct QuestionKind {
  std::string_view name;                             ///< as the command is called: "size"
  Page (*page)(const Subject&, const Catalog&);      ///< for people
  std::vector<std::string_view> rooms;               ///< whose results programs are told
  std::vector<ResultKey> more{};                     ///< results of other rooms besides
  bool ranges = false;                               ///< with P10 and P90 even where nobody asks for them
  std::optional<bool> trains{};                      ///< whether all of it is about training, or none; empty: either
  decltype(&ask_planned) answered_by = ask_planned;  ///< throws BadInput as `complete` does

  AnsweredQuestion ask(const Scenario& said, const Catalog& catalog, const Asking& asking) const {
    return answered_by(*this, said, catalog, asking);
  }
};

/// All names in alphabetical order.
std::vector<std::string_view> question_names();
/// Throws BadInput: usage, with the nearest name.
const QuestionKind& question_of_name(std::string_view name);

}  // namespace llmsize
