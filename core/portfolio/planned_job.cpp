// SPDX-License-Identifier: Apache-2.0
#include "core/portfolio/planned_job.hpp"

#include "core/answer/certain_time.hpp"
#include "core/planning/cache.hpp"
#include "core/study/shape.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/plan_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr ResultKey nodes_key = "planning.nodes", time_key = "training.calendar_time";

void add_once(std::vector<const ResultRow*>& rows, const std::vector<const ResultRow*>& more) {
  for (const ResultRow* each : more)
    if (std::find(rows.begin(), rows.end(), each) == rows.end()) rows.push_back(each);
}

std::string name_in(const AnsweredRow& row, std::string_view key, const std::string& id) {
  if (row.inputs)
    if (const auto name = row.inputs->names.find(key); name != row.inputs->names.end()) return name->second;
  return id;
}

void take_system(PlannedJob& planned) {
  for (const std::string_view key : {"cluster.system", "accelerator.id"}) {
    planned.system = input_word(planned.row, key);
    if (planned.system.empty()) continue;
    planned.system_name = name_in(planned.row, key, planned.system);
    return;
  }
}

/// An error with the row in front, unless it names the row itself.
BadInput in_row(const PortfolioJob& job, const BadInput& error) {
  if (error.message().starts_with(job.place)) return error;
  return {error.kind(), fmt::format("{}: {}", job.place, error.message()), std::string(error.hint())};
}

/// Plans one job. Throws BadInput, naming its row.
RowOfCase planned_alone(
    const PortfolioJob& job, const Catalog& catalog, const Query& query, const std::shared_ptr<SearchCache>& cache) {
  try {
    RowOfCase made = planned_case(job.name, job.scenario, catalog, query, cache);
    if (made.row.status == AnsweredRow::Status::invalid) throw BadInput(BadInput::Kind::data, made.row.message);
    return made;
  } catch (const BadInput& error) {
    throw in_row(job, error);
  }
}

/// Nodes and months of a row that was answered, or why there are none.
void take_size(PlannedJob& planned, double time) {
  const AnsweredRow& row = planned.row;
  const bool fits = row.verdict.state != State::does_not_fit;
  const double nodes = fits ? result_value(row, result_row(nodes_key)) : absent;
  if (!holds(row)) planned.reason = row.sentence;
  if (is_absent(nodes)) {
    planned.reason = row.sentence.empty() ? "Nodes are not known. Set a system." : row.sentence;
    return;
  }
  if (!planned.job.serves() && is_absent(time)) {
    planned.reason = row.sentence.empty() ? "Time to train is not known. Set the training tokens." : row.sentence;
    return;
  }
  planned.nodes = nodes;
  planned.time = planned.job.serves() ? absent : time;
  planned.months = planned.job.serves() ? planned.job.months : months_in(time);
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
    all.push_back({jobs[i], std::move(rows[i])});
    take_system(all.back());
    if (all.back().system.empty())
      refuse_contents(jobs[i].place, "expected a system", "fill the column system, or set --system");
    take_size(all.back(), times[i]);
  }
  return all;
}

std::string_view workload_word(const PortfolioJob& job) {
  if (job.serves()) return "Service";
  const Scenario::Said* mode = job.scenario.find("workload.mode");
  return mode && mode->value.word == "finetune" ? "Fine-tuning" : "Training";
}

}  // namespace llmsize
