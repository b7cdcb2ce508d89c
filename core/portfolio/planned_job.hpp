// SPDX-License-Identifier: Apache-2.0
// Jobs with the nodes and the time that each is planned with on its own, as the commands size and serve do.
#pragma once

#include "core/portfolio/job.hpp"
#include "core/tables/rows.hpp"

namespace llmsize {

struct PlannedJob {
  PortfolioJob job;
  AnsweredRow row{};
  std::string system{};       ///< id of its system, else of its accelerator
  std::string system_name{};  ///< "NVIDIA DGX H100"
  double nodes = absent;      ///< absent where the job cannot be planned
  double time = absent;       ///< of a training at the certainty asked, seconds
  int months = 0;             ///< in which it holds its nodes; 0 where the job cannot be planned
  std::string reason{};       ///< why it cannot be planned, or which limit of its own it misses; else empty

  bool is_planned() const { return months > 0; }
};

/// Results that portfolios read of trainings and of services.
std::vector<const ResultRow*> portfolio_results(Asked asked);
/// All of them.
std::vector<const ResultRow*> portfolio_results();

/// Plans every job by itself, on all cores. `more` are results that somebody names. Throws BadInput: data, for a job
/// that contradicts itself; unknown_id or file for what it names and is not there.
std::vector<PlannedJob> planned_jobs(
    const std::vector<PortfolioJob>& jobs, const Catalog& catalog, const std::vector<const ResultRow*>& more,
    bool ranges, const std::function<void(std::size_t)>& progress = {});

/// Training, Fine-tuning, Service.
std::string_view workload_word(const PortfolioJob& job);

}  // namespace llmsize
