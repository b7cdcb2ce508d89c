// SPDX-License-Identifier: Apache-2.0
// The pages of the commands, composed from an answer.
#pragma once

#include "core/pages/page.hpp"
#include "core/pages/project_stages.hpp"
#include "core/pages/title.hpp"
#include "core/tables/rows.hpp"

namespace llmsize {

/// Where every byte lives: the fullest GPU part by part, the job, the slower tiers, nodes that would hold it.
Page memory_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// Where the time of a step goes, and what follows from it.
Page train_page(const Scenario& scenario, const Case& plan, const Answer& answer);

/// The offload experiment: throughput, traffic and nodes per target; `targets` are the rows of `offload_rows` for this
/// scenario.
Page offload_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& targets);

/// Checkpoints, restarts and goodput; `rows` are those of `checkpoint_rows`.
Page checkpoint_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& rows);

/// Training data, model loading and the stages of a project; `guidelines` are rows of `guideline_rows`.
Page data_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& guidelines);

/// What the planner adds to the one-page answer.
struct PlannedSize {
  std::string layout;         ///< in words; empty where the expected utilisation tells the time
  double nodes_p90 = absent;  ///< nodes at which even P90 of the time meets the deadline
};
/// The one-page answer: nodes, time, memory, checkpoint.
Page size_page(const Scenario& scenario, const Case& plan, const Answer& answer, const PlannedSize& planned = {});

/// Scaling laws, and the trend year by year.
Page trend_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& years);

/// Any results, one line each, with their ids.
Page results_page(const Scenario& scenario, const Case& plan, const Answer& answer);

}  // namespace llmsize
