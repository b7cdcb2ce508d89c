// SPDX-License-Identifier: Apache-2.0
// Offers for one job as a page: what each takes, how surely it is on time, and which of them a proposal is about.
#pragma once

#include "core/pages/study_page.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// Systems that are offered besides the scenario's own where nobody names any: those that vendors sell for the same
/// work, one of each kind that the catalog has.
std::vector<std::string> usual_systems(const Subject& subject, const Catalog& catalog);

/// Scenarios that do one job, each with what tells it from the others.
using Offers = std::vector<std::pair<std::string, Scenario>>;

/// The offers for the job of a subject: its own system as it is, with the nodes for every confidence and the next
/// smaller size; each other system with the nodes that the same goal takes. Without a deadline the goal of a training
/// is the time of the subject. None where no model is said or no work. Throws BadInput as `complete` does.
Offers offers_of(const Subject& subject, const std::vector<std::string>& systems, const Catalog& catalog);

/// Answers them; nodes and layout are chosen where they are open. Throws as `planned_rows` does.
AnsweredRows answered_offers(
    const Offers& offers, const Catalog& catalog, const std::function<void(std::size_t)>& progress = {},
    const Stopped& stopped = {});

/// The page of answered offers; `said` is the scenario that they were made of, whose own row is marked. Numbers have a
/// source where `look_from` was told.
Page options_page(
    const std::string& title, const AnsweredRows& table, const Scenario& said, const StudyLook& look,
    const Catalog& catalog);

}  // namespace llmsize
