// SPDX-License-Identifier: Apache-2.0
// llmsize data: ingest, model loading, the stages of a project.
#include "cli/command.hpp"

#include "core/pages/pages.hpp"
#include "core/tables/storage_rows.hpp"

#include <algorithm>

namespace llmsize::cli {
namespace {

Json number(const Answer& answer, std::string_view id) {
  const Result* found = answer.find(id);
  return found && !is_absent(found->value) ? Json(found->value) : Json(nullptr);
}

/// A row per stage of the project; values in base units.
Json stage_rows(const Answer& answer) {
  Json rows = Json::array();
  for (const ProjectStage& stage : project_stages())
    rows.push_back(
        {{"project.stage", stage.name},
         {"project.direction", stage.direction},
         {"project.bytes", number(answer, stage.bytes_id)},
         {"project.bandwidth", number(answer, stage.bandwidth_id)}});
  return rows;
}

int run(const Common& common) {
  const Scenario scenario = read_scenario(common);
  const Catalog catalog = load_catalog(common);
  const Case plan = complete(scenario, catalog);
  std::vector<const ResultRow*> rows =
      chosen_rows(common, std::vector<std::string_view>{"model", "ingest", "load", "project", "latency", "tier"});
  // The rows of the stages ask for bandwidths of other rooms too.
  for (const ProjectStage& stage : project_stages())
    for (const ResultKey id : {stage.bytes_id, stage.bandwidth_id})
      if (const ResultRow* row = &result_row(id);
          common.results.empty() && std::find(rows.begin(), rows.end(), row) == rows.end())
        rows.push_back(row);
  const Answer found = answer(
      plan, {rows,
             {"model", "ingest", "project"},
             common.ranges,
             {"ingest.required_bandwidth", "ingest.supply", "load.time_direct"}});
  const AnsweredRows guidelines =
      guideline_rows(scenario, catalog, {&result_row("tier.store_read_rate"), &result_row("ingest.supply_ratio")});
  const Page page =
      common.results.empty() ? data_page(scenario, plan, found, guidelines) : results_page(scenario, plan, found);
  return finish(common, "data", scenario, plan, found, page, {.rows = [&] { return stage_rows(found); }});
}

}  // namespace

Command data_command() {
  return {
      "data", "Which bandwidth do training data and model loading need, and what do the stages of a project move?",
      "  llmsize data --model gpt3-175b --system dgx-h100 --nodes 128 --tp 8 --pp 16 --global-batch 1536 --tokens 300B "
      "--storage "
      "superpod-h100-good\n"
      "  llmsize data --system dgx-h100 --data volumes --data.batch 7 --data.step_time 0.323s --data.samples 1M "
      "--epochs 5 --cache 10TB\n"
      "  llmsize data --dataset llama-3 --results ingest.dataset_size\n"
      "  llmsize data --model bloom-176b --system dgx-a100-640 --nodes 32 --replicas 32 --storage ddn-ai400x2 --json\n",
      [](CLI::App& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
