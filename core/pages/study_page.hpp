// SPDX-License-Identifier: Apache-2.0
// A study as a page: its rows as charts and as a table, and what somebody looks at of them.
#pragma once

#include "core/document/page.hpp"
#include "core/study/chart.hpp"
#include "core/view/plan_rows.hpp"
#include "core/view/subject.hpp"

#include <functional>
#include <string>
#include <vector>

namespace llmsize {

/// What is looked at of a study; rows by their place in the table.
struct StudyLook {
  std::optional<StudyKind> kind{};    ///< how it is drawn; empty: as its shape suggests
  std::optional<ResultKey> result{};  ///< what is drawn; empty: what people ask first
  std::vector<std::size_t> kept{};    ///< the rows that were brushed, in their order; empty: all
  std::vector<std::size_t> pinned{};  ///< rows that stay in sight, whatever is brushed
  std::size_t asked = 0;              ///< rows of a study that was stopped before all were answered; 0: it was not
};

/// A change that pins a row of the table or lets it go: the key; the text is the place of the row.
inline constexpr std::string_view pin_row_key = "study.pin";

/// The inputs that a scenario is varied in where nobody said which: around the nodes that it has, of a service around
/// its load, of an offload experiment over the tiers. No axes where it has none of these.
Study usual_study(const Subject& subject, const Catalog& catalog);

/// Values around the one that a case has for an input, as `read_axis` reads them: "12..192x2", "none,selective,full".
/// Empty where it has none.
std::string values_around(std::string_view key, const Case& plan, const Catalog& catalog);

/// What a study is answered with: what people ask first and what it asks itself, with ranges.
Query query_of(const Study& study);
/// Its scenarios as rows, nodes and layout chosen where they are open. Throws BadInput as `planned_rows` and
/// `Study::scenarios` do, and what `progress` throws.
AnsweredRows answered_study(
    const Study& study, const Query& query, const Catalog& catalog,
    const std::function<void(std::size_t)>& progress = {}, const Stopped& stopped = {});

/// What a row is called in this table: its own name, else what tells it from the others.
std::string called(const AnsweredRows& table, std::size_t row);

/// Tells every row how it is reached from a scenario, and whether it is pinned.
void look_from(AnsweredRows& table, const Scenario& scenario, const StudyLook& look);

/// The page of answered rows; `title` says what they are. Numbers have a source where `look_from` was told.
Page study_page(const std::string& title, const AnsweredRows& table, const StudyLook& look);

}  // namespace llmsize
