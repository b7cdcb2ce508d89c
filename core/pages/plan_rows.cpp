// SPDX-License-Identifier: Apache-2.0
// Rows of a plan's layouts, and what its search counted.
#include "core/pages/plan_rows.hpp"

#include "core/planning/requirements.hpp"

namespace llmsize {
namespace {

constexpr std::string_view layout_keys[] = {
    "cluster.system",
    "cluster.nodes",
    "layout.tensor",
    "layout.pipeline",
    "layout.context",
    "layout.data",
    "layout.expert",
    "layout.interleave",
    "layout.micro_batch",
    "layout.recompute",
    "layout.sequence_parallel",
    "layout.zero",
    "memory.offload_parameters",
    "memory.offload_gradients",
    "memory.offload_optimizer"};

}  // namespace

std::vector<const ResultRow*> plan_results() {
  std::vector<const ResultRow*> rows;
  for (const ResultKey id : std::initializer_list<ResultKey>{
           "training.step_time", "training.mfu", "training.tokens_per_second", "training.time", "memory.gpu_total"})
    rows.push_back(&result_row(id));
  return rows;
}

AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{{std::begin(layout_keys), std::end(layout_keys)}, results, {}};
  for (const Candidate& candidate : plan.search.best)
    table.rows.push_back(answer_row({}, plan.with(candidate), catalog, {results}));
  return table;
}

Json planning_json(const LayoutPlan& plan, const Case& best, double nodes_p90) {
  const auto number = [](double value, std::string_view unit) { return Json{{"value", value}, {"unit", unit}}; };
  const auto count = [](std::uint64_t value) { return Json{{"value", value}, {"unit", "1"}}; };
  Json json{
      {"planning.considered", count(plan.search.considered)},
      {"planning.evaluated", count(plan.search.evaluated)},
      {"planning.feasible", count(plan.search.feasible)},
      {"planning.seconds", number(plan.search.seconds, "s")}};
  if (!is_absent(nodes_p90)) json["planning.nodes_p90"] = count(static_cast<std::uint64_t>(nodes_p90));
  const Scenario::Said* goal = plan.scenario.find("goal.kind");
  if (plan.found() && goal && goal->value.word == "required-bandwidth")
    for (const Requirement& each : requirements(best))
      json[std::string(each.id)] = number(each.needed, symbol(Unit::bandwidth));
  return json;
}

}  // namespace llmsize
