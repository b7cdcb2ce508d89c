// SPDX-License-Identifier: Apache-2.0
// What questions are made of.
#pragma once

#include "core/questions/question.hpp"

namespace llmsize {

/// The results that are told: those that are named, else those of the question.
std::vector<const ResultRow*> results_of(const Asking& asking, const QuestionKind& kind);

/// A scenario with what the planner chooses for it where one of the results rests on that, else as it stands.
Subject subject_for(
    std::string name, const Scenario& said, const Catalog& catalog, const std::vector<const ResultRow*>& results,
    const SearchOptions& options);

/// The answer of a subject: the page, or that of the results that are named. What options change nothing is yet to be
/// told: `tell_unused` does so once the rows are there.
AnsweredQuestion answered(const Asking& asking, const QuestionKind& kind, Subject subject, const Catalog& catalog);

/// The same with a page of results that somebody names.
AnsweredQuestion answered(
    std::string question, Subject subject, const Catalog& catalog, Page page, std::vector<const ResultRow*> results,
    bool ranges);

/// Adds findings about options that were typed and move nothing that the page or the rows show.
AnsweredQuestion tell_unused(AnsweredQuestion answered, const Catalog& catalog);

}  // namespace llmsize
