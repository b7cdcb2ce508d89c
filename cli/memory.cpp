// SPDX-License-Identifier: Apache-2.0
// llmsize memory: where every byte lives.
#include "cli/command.hpp"

#include "core/pages/pages.hpp"

namespace llmsize::cli {
namespace {

int run(const Common& common) {
  const Scenario scenario = read_scenario(common);
  const Case plan = complete(scenario, load_catalog(common));
  std::vector<const ResultRow*> rows =
      chosen_rows(common, std::vector<std::string_view>{"model", "memory", "capacity"});
  if (common.results.empty()) rows.push_back(&result_row("offload.lowest_tier"));
  const Answer found = answer(plan, {rows, {"model", "memory", "layout"}, common.ranges});
  const Page page = common.results.empty() ? memory_page(scenario, plan, found) : results_page(scenario, plan, found);
  return finish(common, "memory", scenario, plan, found, page);
}

}  // namespace

Command memory_command() {
  return {
      "memory", "Where does every byte live, per GPU and per tier; does it fit; how many nodes would hold it?",
      "  llmsize memory --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16\n"
      "  llmsize memory --parameters 17B --accelerator h100-sxm5-80gb --gpus 1 --check\n"
      "  llmsize memory --model bloom-176b --system dgx-a100-640 --zero 3 --offload cpu --json\n",
      [](CLI::App& app) {
        auto common = std::make_shared<Common>();
        add_scenario_options(app, *common);
        return [common] { return run(*common); };
      }};
}

}  // namespace llmsize::cli
