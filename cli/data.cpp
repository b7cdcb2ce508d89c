// SPDX-License-Identifier: Apache-2.0
// llmsize data: ingest, model loading, the stages of a project.
#include "cli/command.hpp"

#include "core/pages/project_stages.hpp"

namespace llmsize::cli {
namespace {

Json number(const Answer& answer, ResultKey id) {
  const Result* found = answer.find(id);
  return found && !is_absent(found->value) ? Json(found->value) : Json(nullptr);
}

Json stage_rows(const Case& plan) {
  std::vector<const ResultRow*> results;
  for (const ProjectStage& stage : project_stages())
    for (const ResultKey id : {stage.bytes_id, stage.bandwidth_id}) results.push_back(&result_row(id));
  const Answer answered = answer(plan, {results, false, {}, false});
  Json rows = Json::array();
  for (const ProjectStage& stage : project_stages())
    rows.push_back(
        {{"project.stage", stage.name},
         {"project.direction", stage.direction},
         {"project.bytes", number(answered, stage.bytes_id)},
         {"project.bandwidth", number(answered, stage.bandwidth_id)}});
  return rows;
}

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  std::vector<ResultKey> of_stages;
  for (const ProjectStage& stage : project_stages())
    of_stages.insert(of_stages.end(), {stage.bytes_id, stage.bandwidth_id});
  const ForPrograms programs{
      .rooms = {"model", "ingest", "load", "project", "latency", "tier"},
      .more = of_stages,
      .rows = [](const Case& plan, const Answer&) { return stage_rows(plan); }};
  const Subject subject = subject_of(common, {}, read_scenario(common), catalog, rows_of(common, programs));
  return finish(common, "data", subject, catalog, data_page, programs);
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
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
