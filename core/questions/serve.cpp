// SPDX-License-Identifier: Apache-2.0
// How many users a machine serves, how fast, at what cost.
#include "core/questions/served.hpp"
#include "core/scenario/given.hpp"

#include <algorithm>

namespace llmsize {
namespace {

/// The splits that were searched, as answers of scenarios of their own.
AnsweredRows split_rows(const ServingPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{
      {"cluster.system", "cluster.nodes", "layout.tensor", "layout.pipeline", "layout.attention_data"}, results, {}};
  if (!plan.layouts.empty() && plan.layouts.front().prefill_workers > 0)
    for (const char* key :
         {"serving.prefill_workers", "serving.prefill_tensor", "serving.prefill_pipeline",
          "serving.prefill_attention_data"})
      table.keys.emplace_back(key);
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(plan.layouts.size(), most); ++i) {
    Scenario split = plan.scenario;
    for (const auto& [key, text] : plan.layouts[i].changes()) split.set(key, text, Giver{"plan"});
    table.rows.push_back(answer_row({}, split, catalog, {results}));
  }
  if (table.rows.empty()) table.rows.push_back(answer_row({}, plan.scenario, catalog, {results}));
  return table;
}

AnsweredQuestion ask_serve(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  return ask_served(kind, as_service(said), catalog, asking);
}

}  // namespace

Scenario as_service(Scenario said) {
  const Scenario::Said* mode = said.find("workload.mode");
  if (mode && is_option(*mode) && mode->value.word != "infer")
    refuse_value(mode->giver, mode->text, "infer", "use llmsize size or llmsize train for a training");
  if (!mode) said.set("workload.mode", "infer", Giver{"serve"});
  return said;
}

AnsweredQuestion ask_served(
    const QuestionKind& kind, const Scenario& said, const Catalog& catalog, const Asking& asking) {
  Subject subject = served({}, said, catalog);
  AnsweredRows rows = split_rows(
      *subject.service(), catalog, asking.results.empty() ? view(Asked::service, {Use::candidates}) : asking.results);
  AnsweredQuestion made = answered(asking, kind, std::move(subject), catalog);
  made.rows = std::move(rows);
  made.rows_are_table = true;
  made.planned = false;  // the split is chosen, and nothing else
  return tell_unused(std::move(made), catalog);
}

const QuestionKind serve_question{
    .name = "serve",
    .page = serve_page,
    .rooms = {"model", "serving", "service", "traffic", "load"},
    .more = served_besides,
    .ranges = true,
    .trains = false,
    .answered_by = ask_serve};

}  // namespace llmsize
