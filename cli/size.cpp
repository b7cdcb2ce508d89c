// SPDX-License-Identifier: Apache-2.0
// llmsize size: the one-page answer.
#include "cli/command.hpp"

#include "core/pages/pages.hpp"
#include "core/pages/plan_page.hpp"
#include "core/planning/nodes.hpp"

#include <optional>

namespace llmsize::cli {
namespace {

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  const Scenario scenario = read_scenario(common);
  std::optional<LayoutPlan> layout;
  if (wants_plan(scenario, catalog)) layout = plan_layout(scenario, catalog, told(common));
  if (layout && !layout->found()) layout.reset();
  Plan plan;
  if (layout) {
    plan.scenario = layout->with(layout->search.best.front());
    plan.completed = complete(plan.scenario, catalog);
    if (!size_is_said(scenario))
      plan.completed.explain("cluster.nodes", {Origin::Kind::planned, "fewest nodes", {}, {}});
  } else {
    plan = plan_nodes(scenario, catalog);
  }
  const std::vector<std::string_view> rooms{"model", "capacity", "training", "checkpoint", "economics"};
  std::vector<const ResultRow*> rows = chosen_rows(common, rooms);
  if (common.results.empty())
    for (const ResultKey id :
         std::initializer_list<ResultKey>{"offload.lowest_tier", "memory.model_states", "memory.bytes_per_parameter"})
      rows.push_back(&result_row(id));
  // A page tells the assumptions behind its own numbers, not behind every step on the way.
  std::vector<std::string_view> headlines;
  if (common.results.empty())
    headlines = {
        layout ? "training.time" : "capacity.nodes", "training.time", "training.tokens_per_second", "checkpoint.size"};
  // Of a goal that no number of nodes reaches the plan itself tells.
  std::vector<std::string_view> finding_rooms{"model"};
  if (!layout || layout->met) finding_rooms.emplace_back("goal");
  Answer found = answer(plan.completed, {rows, finding_rooms, true, headlines});
  if (layout) found.add(plan_findings(*layout, found));
  PlannedSize planned;
  if (layout) planned = {text(layout->search.best.front().layout), nodes_at_p90(*layout, found, catalog)};
  const Page page = common.results.empty() ? size_page(plan.scenario, plan.completed, found, planned)
                                           : results_page(plan.scenario, plan.completed, found);
  const auto planning = [&] {
    return layout ? planning_json(*layout, plan.completed, planned.nodes_p90) : Json::object();
  };
  return finish(common, "size", plan.scenario, plan.completed, found, page, {.results = planning});
}

}  // namespace

Command size_command() {
  return {
      "size", "How many nodes does this model need, and how long will it train?",
      "  llmsize size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d\n"
      "  llmsize size --model megatron-1008b --system dgx-a100-640 --nodes 384 --tokens 450B\n"
      "  llmsize size --parameters 70B --system dgx-b200 --tokens 15T --deadline 60d --precision fp8\n",
      [](CLI::App& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
