// SPDX-License-Identifier: Apache-2.0
// What nodes that are there can do: usual jobs on them, a row each.
#pragma once

#include "core/tables/rows.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// Trainings, fine-tunings and services that people ask about, each with what a scenario says of its nodes.
std::vector<std::pair<std::string, Scenario>> usual_jobs(const Scenario& nodes);

/// Results of them.
std::vector<const ResultRow*> job_results();

/// A row per job: days at P50 and P80, or the rate within the SLO that the job names; or why it cannot be done.
TitledTable jobs_table(const AnsweredRows& table);

}  // namespace llmsize
