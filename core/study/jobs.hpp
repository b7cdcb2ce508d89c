// SPDX-License-Identifier: Apache-2.0
// What nodes that are there can do: usual jobs on them, a row each.
#pragma once

#include "core/tables/rows.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// Trainings, fine-tunings and services that people ask about, each with what a scenario says of its nodes. Throws
/// BadInput: usage, where it says something that the jobs say, such as tokens.
std::vector<std::pair<std::string, Scenario>> usual_jobs(const Scenario& nodes);

/// Results of them.
std::vector<const ResultRow*> job_results();

/// Takes the results of services from trainings, and those of trainings from services.
void keep_own_results(AnsweredRows& table);

/// A row per job: days at P50 and P80, or the rate within the SLO that the job names; or why it cannot be done.
TitledTable jobs_table(const AnsweredRows& table);

}  // namespace llmsize
