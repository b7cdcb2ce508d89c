// SPDX-License-Identifier: Apache-2.0
// The best layouts of a machine, or the smallest machine for a deadline.
#include "core/planning/nodes.hpp"
#include "core/planning/serving_layout.hpp"
#include "core/questions/planned_layouts.hpp"

namespace llmsize {

PlannedLayouts planned_layouts(const Scenario& said, const Catalog& catalog, const Asking& asking) {
  PlannedLayouts made{planned({}, said, catalog, asking.search), {}};
  // Why nothing is planned is told where nothing else could be the answer.
  if (!made.subject.plan() && !said.find("layout.search") && !serving_is_open(said, catalog))
    made.subject = with_plan({}, said, plan_layout(said, catalog, asking.search), catalog);
  const std::vector<const ResultRow*> results =
      asking.results.empty() ? view(Asked::training, {Use::candidates}) : asking.results;
  find_certain_nodes(made.subject, catalog);
  made.rows = made.subject.plan() ? plan_rows(*made.subject.plan(), catalog, results)
                                  : said_row(made.subject.scenario, catalog, results);
  return made;
}

AnsweredQuestion answer_planned(PlannedLayouts made, const Catalog& catalog, const Asking& asking) {
  QuestionKind kind = plan_question;
  const Scenario::Said* goal = made.subject.said.find("goal.kind");
  if (goal && goal->value.word == "required-bandwidth")
    kind.more.insert(kind.more.end(), {"checkpoint.required_bandwidth", "ingest.required_bandwidth"});
  AnsweredQuestion answer = answered(asking, kind, std::move(made.subject), catalog);
  answer.rows = std::move(made.rows);
  answer.rows_are_table = true;
  answer.alternatives = answer.subject.plan() != nullptr;
  return tell_unused(std::move(answer), catalog);
}

namespace {

AnsweredQuestion ask_plan(const QuestionKind&, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  return answer_planned(planned_layouts(said, catalog, asking), catalog, asking);
}

}  // namespace

const QuestionKind plan_question{
    .name = "plan",
    .page = layout_page,
    .rooms = {"model", "training", "memory"},
    .more = {"planning.nodes", "planning.nodes_used", "planning.spares", "planning.idle_gpus"},
    .ranges = true,
    .trains = true,
    .answered_by = ask_plan};

}  // namespace llmsize
