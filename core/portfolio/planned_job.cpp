// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/planned_job.hpp"

#include "core/answer/certain_time.hpp"
#include "core/planning/cache.hpp"
#include "core/view/plan_rows.hpp"

namespace llmsize {
namespace {

constexpr ResultKey nodes_key = "planning.nodes", time_key = "training.calendar_time";

/// Time and months of a job with nodes; without a time it gets none.
void take_time(PlannedJob& planned, double time) {
  if (is_absent(planned.nodes)) return;
  if (planned.job.serves()) {
    planned.months = planned.job.months;
    return;
  }
  if (is_absent(time)) {
    planned.nodes = absent;
    const std::string& sentence = planned.row.sentence;
    planned.reason = sentence.empty() ? "Time to train is not known. Set the training tokens." : sentence;
    return;
  }
  planned.time = time;
  planned.months = months_in(time);
}

}  // namespace

std::vector<const ResultRow*> portfolio_results(Asked asked) {
  if (asked == Asked::service)
    return rows_of(
        {nodes_key, "serving.rate_at_limit", "serving.ttft", "serving.tpot", "serving.kv_store_capacity",
         "serving.kv_read_rate", "serving.kv_write_rate", "economics.capex"});
  return rows_of(
      {nodes_key, time_key, "storage.required_capacity", "ingest.required_bandwidth", "checkpoint.required_bandwidth",
       "economics.capex"});
}

std::vector<const ResultRow*> portfolio_results() {
  std::vector<const ResultRow*> rows = portfolio_results(Asked::training);
  add_once(rows, portfolio_results(Asked::service));
  return rows;
}

std::vector<PlannedJob> planned_jobs(
    const std::vector<PortfolioJob>& jobs, const Catalog& catalog, const std::vector<const ResultRow*>& more,
    bool ranges, const std::function<void(std::size_t)>& progress) {
  const auto cache = std::make_shared<SearchCache>();
  std::vector<double> times(jobs.size(), absent);
  std::vector<AnsweredRow> rows = made_rows(
      jobs.size(),
      [&](std::size_t i) {
        Query query{portfolio_results(asked_of(jobs[i].scenario)), ranges};
        add_once(query.rows, more);
        RowOfCase made = planned_alone(jobs[i], catalog, query, cache);
        if (made.plan) times[i] = certain_time(*made.plan);
        return std::move(made.row);
      },
      progress);
  std::vector<PlannedJob> all;
  all.reserve(jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    all.push_back({planned_of(jobs[i], std::move(rows[i])), jobs[i]});
    take_time(all.back(), times[i]);
  }
  return all;
}

std::string_view workload_word(const PortfolioJob& job) {
  if (job.serves()) return "Service";
  const Scenario::Said* mode = job.scenario.find("workload.mode");
  return mode && mode->value.word == "finetune" ? "Fine-tuning" : "Training";
}

}  // namespace llmsize
