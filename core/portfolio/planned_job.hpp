// SPDX-License-Identifier: Apache-2.0
// Jobs with the nodes and the time that each is planned with on its own.
#pragma once

#include "core/portfolio/job.hpp"
#include "core/portfolio/planned_row.hpp"

namespace llmsize {

struct PlannedJob : PlannedRow {
  PortfolioJob job{};
  double time = absent;  ///< of a training at the certainty asked, seconds
  int months = 0;        ///< in which it holds its nodes; 0 where the job cannot be planned

  bool is_planned() const { return months > 0; }
};

/// Results that portfolios read of trainings and of services.
std::vector<const ResultRow*> portfolio_results(Asked asked);
/// All of them.
std::vector<const ResultRow*> portfolio_results();

/// Plans every job by itself, on all cores. `more` are results that somebody names. Throws BadInput as `planned_alone`
/// and `planned_of` do.
std::vector<PlannedJob> planned_jobs(
    const std::vector<PortfolioJob>& jobs, const Catalog& catalog, const std::vector<const ResultRow*>& more,
    bool ranges, const std::function<void(std::size_t)>& progress = {});

/// Training, Fine-tuning, Service.
std::string_view workload_word(const PortfolioJob& job);

}  // namespace llmsize
