// SPDX-License-Identifier: Apache-2.0
// llmsize size: the one-page answer.
#include "cli/command.hpp"

#include "core/planning/held.hpp"
#include "core/planning/serving_plan.hpp"

namespace llmsize::cli {
namespace {

int run(const Common& common) {
  const Catalog catalog = load_catalog(common);
  const ForPrograms programs{
      .rooms = {"model", "capacity", "training", "checkpoint", "economics"},
      .more =
          {"planning.nodes", "planning.nodes_used", "planning.spares", "planning.idle_gpus", "offload.lowest_tier",
           "memory.model_states", "memory.gpu_total", "memory.bytes_per_parameter"},
      .ranges = true};
  const Scenario said = read_scenario(common);
  if (is_served_from_gpus(complete(without_degrees(said), catalog)))
    return answer_served(
        common, "size", catalog, said, size_page, {"model", "capacity", "serving", "service", "load", "economics"});
  Subject subject = subject_of(common, {}, said, catalog, rows_of(common, programs));
  if (subject.plan) subject.certain = certain_nodes(*subject.plan, catalog);
  return finish(common, "size", subject, catalog, size_page, programs);
}

}  // namespace

Command size_command() {
  return {
      "size", "How many nodes does this model need, and how long will it train?",
      "  llmsize size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d\n"
      "  llmsize size --model megatron-1008b --system dgx-a100-640 --nodes 384 --tokens 450B\n"
      "  llmsize size --parameters 70B --system dgx-b200 --tokens 15T --deadline 60d --precision fp8\n",
      [](Parser& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        add_picture_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
