// SPDX-License-Identifier: Apache-2.0
// Ingest, model loading, the stages of a project.
#include "core/questions/parts.hpp"

#include "core/pages/project_stages.hpp"

namespace llmsize {
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

std::vector<ResultKey> of_stages() {
  std::vector<ResultKey> ids;
  for (const ProjectStage& stage : project_stages()) ids.insert(ids.end(), {stage.bytes_id, stage.bandwidth_id});
  return ids;
}

AnsweredQuestion ask_data(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  AnsweredQuestion made = ask_planned(kind, said, catalog, asking);
  made.more_rows = [plan = made.completed] { return stage_rows(plan); };
  return made;
}

}  // namespace

const QuestionKind data_question{
    .name = "data",
    .page = data_page,
    .rooms = {"model", "ingest", "load", "project", "latency", "tier"},
    .more = of_stages(),
    .answered_by = ask_data};

}  // namespace llmsize
