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
           "training.step_time", "training.mfu", "training.tokens_per_second", "training.time", "training.calendar_time", "memory.gpu_total"})
    rows.push_back(&result_row(id));
  return rows;
}

AnsweredRows plan_rows(const LayoutPlan& plan, const Catalog& catalog, const std::vector<const ResultRow*>& results) {
  AnsweredRows table{{std::begin(layout_keys), std::end(layout_keys)}, results, {}};
  for (const Candidate& candidate : plan.search.best)
    table.rows.push_back(answer_row({}, plan.with(candidate), catalog, {results}));
  return table;
}

std::vector<ToldResult> planning_results(const Subject& subject, const Case& best) {
  std::vector<ToldResult> told;
  if (const double sure = chance(best); !is_absent(sure)) told.push_back({"goal.chance", sure});
  if (!subject.plan) return told;
  const LayoutPlan& plan = *subject.plan;
  told.insert(
      told.end(), {{"planning.considered", static_cast<double>(plan.search.considered)},
                   {"planning.evaluated", static_cast<double>(plan.search.evaluated)},
                   {"planning.feasible", static_cast<double>(plan.search.feasible)},
                   {"planning.seconds", plan.search.seconds}});
  const CertainNodes& certain = subject.certain;
  for (const auto& [id, nodes] :
       {std::pair{ResultKey("planning.nodes_p50"), certain.p50}, std::pair{ResultKey("planning.nodes_p80"), certain.p80},
        std::pair{ResultKey("planning.nodes_p90"), certain.p90}})
    if (!is_absent(nodes)) told.push_back({id, nodes});
  const Scenario::Said* goal = plan.scenario.find("goal.kind");
  if (plan.found() && goal && goal->value.word == "required-bandwidth")
    for (const Requirement& each : requirements(best)) told.push_back({each.id, each.needed});
  return told;
}

}  // namespace llmsize
